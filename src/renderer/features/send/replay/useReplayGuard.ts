import { useCallback, useRef } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { isLoopback } from '../../../../shared/loopback.ts'

type Known = Pick<Environment, 'id' | 'production' | 'baseUrl' | 'authUrl'>

/** How a replay touches production: it carries its data out, or goes to its own service. */
export interface TouchedProduction<T extends Known> {
  environment: T
  how: 'from' | 'to'
  host: string
}

/**
 * The production that a replay touches, if it goes beyond this machine. Pure.
 * @param from ids of the environments of what is sent
 */
export function touchedProduction<T extends Known>(
  environments: readonly T[],
  from: readonly string[],
  url: string,
): TouchedProduction<T> | null {
  if (!URL.canParse(url)) return null
  const { host, hostname } = new URL(url)
  if (isLoopback(hostname)) return null
  const live = environments.filter(({ production }) => production)
  const target = live.find(({ baseUrl, authUrl }) => [baseUrl, authUrl].some((own) => hostOf(own) === host))
  if (target !== undefined) return { environment: target, how: 'to', host }
  const source = live.find(({ id }) => from.includes(id))
  return source === undefined ? null : { environment: source, how: 'from', host }
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null
}

/** Asks before something of production is sent again, once for each host. @returns whether it may be sent */
export function useReplayGuard(): (from: readonly string[], url: string, count?: number) => Promise<boolean> {
  const { store } = useApp()
  const mayGoOn = useProductionGuard()
  const agreed = useRef(new Set<string>())
  return useCallback(
    async (from, url, count = 1) => {
      const touched = touchedProduction(store.getState().feed.environments, from, url)
      if (touched === null) return true
      const { environment, how, host } = touched
      const answer = `${environment.id} ${host}`
      if (agreed.current.has(answer)) return true
      const words = how === 'to' ? productionWords.replayTo : productionWords.replay
      const may = await mayGoOn(environment, words(host, count))
      if (may) agreed.current.add(answer)
      return may
    },
    [store, mayGoOn],
  )
}
