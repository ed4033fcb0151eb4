import { createListeners } from '../../shared/basics/listeners.ts'
import { z } from 'zod'
import type { Engine } from '../../engine/startEngine.ts'
import { parseDeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { compareDeliveryIds, failedVerdicts } from '../../shared/model.ts'
import type { HookscopeEvent, Unseen } from '../../shared/wireTypes.ts'
import {
  maxUnseen,
  type UnseenState,
  viewOf,
  withAllSeen,
  withArrived,
  withoutEnvironment,
  withSeen,
  withVerdicts,
} from './unseenFailures.ts'

/** Failed deliveries that the user has not opened, kept in the store. */
export interface UnseenFailures {
  view(): Unseen
  /** The user has opened these; `null`: all of them. */
  markSeen(ids: readonly string[] | null): Unseen
  /** Calls the listener whenever a shell would show something else. Returns how to stop. */
  onChange(listener: () => void): () => void
  /** Stores the state, and stops. The store must still be open. */
  stop(): Promise<void>
}

/** The document of the settings that holds the state. */
const document = 'unseen'

const id = z.string().regex(/^\d{1,20}$/)
const keptSchema = z.object({
  upTo: id,
  failures: z.array(z.object({ id, environmentId: z.string() })).max(maxUnseen),
  more: z.boolean(),
})

/** A failure is stored after this delay: in a rush hundreds come at once. */
const writeDelayMs = 2000
/** Progress without a failure can be stored later: the next start reads the deliveries after it again. */
const progressDelayMs = 60_000

/**
 * Reads the stored state and follows the engine from its start. Deliveries that came after it was stored, such as before a
 * crash, are looked up. Without a stored state, all deliveries count as seen.
 */
export async function openUnseen(engine: Engine, warn: (message: string) => void): Promise<UnseenFailures> {
  let state = await startState(engine)
  let shown = JSON.stringify(viewOf(state))
  let timer: NodeJS.Timeout | undefined
  let writeAt = Infinity
  const listeners = createListeners()

  async function write() {
    clearTimeout(timer)
    timer = undefined
    writeAt = Infinity
    await engine.store.putDocument('settings', document, state).catch((error: unknown) => {
      warn(`Which failures were seen could not be kept: ${String(error)}`)
    })
  }

  function change(next: UnseenState) {
    if (next === state) return
    const hasNewFailures = next.failures !== state.failures
    state = next
    const at = Date.now() + (hasNewFailures ? writeDelayMs : progressDelayMs)
    if (at < writeAt) {
      writeAt = at
      clearTimeout(timer)
      timer = setTimeout(() => void write(), at - Date.now())
      timer.unref()
    }
    const view = hasNewFailures ? JSON.stringify(viewOf(state)) : shown
    if (view === shown) return
    shown = view
    listeners.call()
  }

  const following = engine.events.subscribe(engine.events.first(), (events) =>
    change(
      withEvents(
        state,
        events.map(({ event }) => event),
      ),
    ),
  )
  return {
    view: () => viewOf(state),
    markSeen: (ids) => {
      change(ids === null ? withAllSeen(state) : withSeen(state, ids))
      return viewOf(state)
    },
    onChange: listeners.add,
    stop: async () => {
      following.stop()
      if (timer !== undefined) await write()
    },
  }
}

/** All of a batch as few transitions: in a rush it holds hundreds of deliveries. */
function withEvents(before: UnseenState, events: readonly HookscopeEvent[]): UnseenState {
  const of = (type: 'delivery' | 'verdict') => events.flatMap((event) => (event.type === type ? [event.delivery] : []))
  const after = withVerdicts(withArrived(before, of('delivery')), of('verdict'))
  return events.reduce((state, event) => {
    if (event.type === 'removed') return withoutEnvironment(state, event.environmentId)
    return event.type === 'deletion' && event.ids.length > 0 ? withSeen(state, event.ids) : state
  }, after)
}

async function startState({ store }: Engine): Promise<UnseenState> {
  const { items } = await store.list({ limit: 1 })
  const newest = items[0]?.id ?? '0'
  const settings = await store.documents<unknown>('settings')
  const kept = keptSchema.safeParse(settings.find((setting) => setting.id === document)?.document)
  if (!kept.success) return { upTo: newest, failures: [], more: false }
  // The deliveries were taken away, and numbers begin again.
  if (compareDeliveryIds(kept.data.upTo, newest) > 0) return { upTo: newest, failures: [], more: false }
  const { filter } = parseDeliveryFilter(`verdict:${failedVerdicts.join('|')}`, Date.now())
  const missed = await store.list({ filter, limit: 500 })
  const state = withArrived(kept.data, missed.items.toReversed())
  const oldest = missed.items.at(-1)?.id ?? '0'
  return { ...state, more: state.more || (missed.next !== null && compareDeliveryIds(oldest, kept.data.upTo) > 0) }
}
