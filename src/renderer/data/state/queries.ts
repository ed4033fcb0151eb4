import { MutationCache, notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import type { FeedMessage, HookscopeEvent } from '../../../shared/wireTypes.ts'
import type { Problem } from '../wire/problem.ts'
import type { Client, Wire } from '../wire/wire.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem
  }
}

/** The calls of the contract as options for `useQuery` and `useMutation`, and the keys of their answers. */
export type Calls = RouterUtils<Client>

export function createCalls(client: Client): Calls {
  return createTanstackQueryUtils(client)
}

// A click that follows at once sees that the call is under way: a timer, the default, would come after it.
notifyManager.setScheduler(queueMicrotask)

/**
 * Answers are read again when an event or a change by the user makes them old, so nothing is repeated by time, focus or
 * failure, and nothing is kept that no screen shows.
 */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    // Whatever a screen shows may follow from what was changed, and the engine is near.
    mutationCache: new MutationCache({ onSettled: () => void queries.invalidateQueries() }),
    defaultOptions: {
      // The engine is on this machine: it answers while the machine is offline.
      queries: {
        networkMode: 'always',
        retry: false,
        gcTime: 0,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
  return queries
}

/** As `staleTime`, for an answer that is read until it is there, and never again. */
export const readOnce = ({ state }: { state: { data: unknown } }) => (state.data === undefined ? 0 : 'static')

/** Refreshed keys wait at least this long for the next time, ms. */
const restMs = { soon: 100, calm: 1000 }

interface Refreshing {
  take(message: FeedMessage): void
  stop(): void
}

/** Reads shown answers again when events make them old: at once, and in a rush of events at most once in `restMs`. */
export function startRefreshing(queries: QueryClient, calls: Calls, wire: Wire): Refreshing {
  const soon = coalesce(queries, restMs.soon)
  const calm = coalesce(queries, restMs.calm)
  let isFirst = true
  let wasOpen = wire.state().kind === 'open'
  const stopWire = wire.subscribe(({ kind }) => {
    // Failed reads are repeated; the others may have missed events.
    if (kind === 'open' && !wasOpen) soon.add([])
    wasOpen = kind === 'open'
  })
  return {
    take(message) {
      if (message.kind === 'snapshot') {
        // Answers from before the first snapshot are as new as it is.
        if (!isFirst) soon.add([])
        isFirst = false
        return
      }
      const hasAny = (types: EventTypes) => message.events.some(({ event }) => types.has(event.type))
      for (const { event } of message.events) for (const key of changedSoon(calls, event)) soon.add(key)
      if (hasAny(deliveryEvents)) for (const key of aboutDeliveries(calls)) calm.add(key)
      if (hasAny(rewrites)) calm.add(liveRateKey)
    },
    stop() {
      stopWire()
      soon.stop()
      calm.stop()
    },
  }
}

/** Answers that an event makes old, which the user waits for. */
function changedSoon(calls: Calls, event: HookscopeEvent): QueryKey[] {
  switch (event.type) {
    case 'verdict':
    case 'annotation':
      return [calls.deliveries.get.key({ input: { id: event.delivery.id } })]
    case 'follow-up':
    case 'attempt':
      return [calls.deliveries.get.key({ input: { id: event.deliveryId } })]
    case 'changes':
      return [calls.shapes.key(), ...event.deliveries.map(({ id }) => calls.deliveries.get.key({ input: { id } }))]
    case 'forwarding':
      return [calls.forwarding.key()]
    case 'saved-filters':
      return [calls.savedFilters.key()]
    case 'verification':
      return [calls.deliveries.get.key()]
    case 'tunnel':
      return [calls.tunnel.key()]
    case 'webhook-config':
      return [calls.webhookConfig.key()]
    case 'environments':
      return [calls.environments.key(), calls.deliveries.get.key(), calls.contracts.key()]
    case 'sandbox':
      return [calls.sandbox.key()]
    case 'case-files':
      return [calls.caseFiles.key()]
    case 'scenarios':
      return [calls.scenarios.key()]
    case 'status':
      return [calls.status.key(), calls.tunnel.key(), calls.environments.responseRules.key()]
    case 'delivery':
    case 'deletion':
    case 'removed':
      return []
  }
}

type EventTypes = ReadonlySet<HookscopeEvent['type']>

/** Events that lists, counts and what is derived from them follow. */
const deliveryEvents: EventTypes = new Set([
  'delivery',
  'verdict',
  'annotation',
  'follow-up',
  'attempt',
  'deletion',
  'removed',
  'changes',
])
/** Events that change deliveries which were counted before. */
const rewrites: EventTypes = new Set(['verdict', 'deletion', 'removed'])

/** Lists and counts of deliveries, and what is derived from them. */
function aboutDeliveries(calls: Calls): QueryKey[] {
  return [
    calls.deliveries.list.key(),
    calls.objects.key(),
    calls.shapes.key(),
    calls.latency.key(),
    calls.rates.key(),
    calls.environments.key(),
  ]
}

/** Deliveries by time, to which the page adds what arrives: asked for again when stored ones changed. */
export const liveRateKey = [['liveRate']] as const

/** Reads again what keys match: the first at once, later ones together after a rest. */
function coalesce(queries: QueryClient, rest: number): { add(queryKey: QueryKey): void; stop(): void } {
  let waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    const taken = waiting
    waiting = new Map()
    for (const queryKey of taken.values()) {
      for (const query of queries.getQueryCache().findAll({ queryKey })) {
        // Its answer may be from before the event. An aborted read would never end in a rush, so it is read once more.
        if (query.state.fetchStatus === 'fetching') waiting.set(query.queryHash, query.queryKey)
        else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
      }
    }
    if (taken.size > 0) timer = setTimeout(run, rest)
  }
  return {
    add(queryKey) {
      waiting.set(JSON.stringify(queryKey), queryKey)
      timer ??= setTimeout(run)
    },
    stop: () => clearTimeout(timer),
  }
}
