import { useCallback } from 'react'
import type { App } from '../data/state/startApp.ts'
import { problemOf } from '../data/wire/problem.ts'
import { wireWords } from '../data/wire/words.ts'
import type { Toasts } from '../ui/notes/Toasts.tsx'
import { paletteWords } from './words.ts'
import { useAsk } from '../ui/popups/Dialog.tsx'
import { EnvironmentNote, type MarkedEnvironment } from '../ui/basics/EnvironmentMark.tsx'

/** Puts an environment in use and leaves the list of all; reports a failure. True once it is in use. */
export async function switchEnvironment(
  { client, navigation }: Pick<App, 'client' | 'navigation'>,
  toasts: Toasts,
  id: string,
): Promise<boolean> {
  try {
    await client.environments.activate({ id })
  } catch (error) {
    toasts.problem(`${paletteWords.notSwitched} ${problemOf(error, wireWords.lostChange).message}`)
    return false
  }
  navigation.go({ everywhere: false }, true)
  return true
}

/** Leads to the inbox with the deliveries of all environments. */
export function showEverywhere({ navigation }: Pick<App, 'navigation'>): void {
  navigation.go({ screen: 'inbox', everywhere: true, deliveryId: null })
}

interface ProductionQuestion {
  title: (name: string) => string
  /** The consequence of a yes. */
  text: string
  /** The button, as a verb. */
  yes: string
}

/**
 * Asks before something is done at a service that is production; elsewhere it may be done at once.
 * @returns whether it may be done
 */
export function useProductionGuard(): (
  environment: MarkedEnvironment,
  question: ProductionQuestion,
) => Promise<boolean> {
  const ask = useAsk()
  return useCallback(
    async (environment, { title, text, yes }) =>
      !environment.production ||
      ask.confirm({
        title: title(environment.name),
        text: (
          <>
            <EnvironmentNote environment={environment} />
            <p>{text}</p>
          </>
        ),
        yes,
        no: paletteWords.cancel,
        isDanger: true,
      }),
    [ask],
  )
}
