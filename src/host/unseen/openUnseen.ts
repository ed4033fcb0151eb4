import { createListeners } from '../../shared/basics/listeners.ts'
import { join } from 'node:path'
import { z } from 'zod'
import type { Engine } from '../../engine/startEngine.ts'
import { parseDeliveryFilter } from '../../shared/deliveryFilter.ts'
import { compareDeliveryIds, failedVerdicts } from '../../shared/model.ts'
import type { HookscopeEvent, Unseen } from '../../shared/wireTypes.ts'
import { readJsonFile, writeJsonFile } from '../files/jsonFile.ts'
import {
  mostUnseen,
  type UnseenState,
  viewOf,
  withAllSeen,
  withArrived,
  withoutEnvironment,
  withSeen,
  withVerdicts,
} from './unseenFailures.ts'

/** Failed deliveries that nobody has looked at, kept in the data folder. */
export interface UnseenFailures {
  view(): Unseen
  /** Somebody has looked at these; `null`: at all of them. */
  markSeen(ids: readonly string[] | null): Unseen
  /** Calls the listener whenever a shell would show something else. Returns how to stop. */
  onChange(listener: () => void): () => void
  /** Writes down what is known, and stops. */
  stop(): void
}

const id = z.string().regex(/^\d{1,20}$/)
const keptSchema = z.object({
  upTo: id,
  failures: z.array(z.object({ id, environmentId: z.string() })).max(mostUnseen),
  more: z.boolean(),
})

/** After a change so much time passes before it is written down, ms. */
const writePauseMs = 2000
/** What only moved on, without a failure, is written down this seldom, ms: a start would look through what lies after it. */
const movedPauseMs = 60_000

/**
 * Opens the memory of a data folder and follows the engine from its start. What came since it was last written down, such as
 * before a crash, is looked up. In a folder without such a memory everything that is there counts as seen.
 */
export async function openUnseen(
  engine: Engine,
  dataFolder: string,
  warn: (message: string) => void,
): Promise<UnseenFailures> {
  const path = join(dataFolder, 'unseen.json')
  let state = await startState(engine, path)
  let shown = JSON.stringify(viewOf(state))
  let timer: NodeJS.Timeout | undefined
  let writeAt = Infinity
  const listeners = createListeners()

  function write() {
    clearTimeout(timer)
    timer = undefined
    writeAt = Infinity
    try {
      writeJsonFile(path, state)
    } catch (error) {
      warn(`Which failures were seen could not be kept: ${String(error)}`)
    }
  }

  function change(next: UnseenState) {
    if (next === state) return
    const isNews = next.failures !== state.failures
    state = next
    const at = Date.now() + (isNews ? writePauseMs : movedPauseMs)
    if (at < writeAt) {
      writeAt = at
      clearTimeout(timer)
      timer = setTimeout(write, at - Date.now())
      timer.unref()
    }
    const view = isNews ? JSON.stringify(viewOf(state)) : shown
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
    stop: () => {
      following.stop()
      write()
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

async function startState({ store }: Engine, path: string): Promise<UnseenState> {
  const { items } = await store.list({ limit: 1 })
  const newest = items[0]?.id ?? '0'
  const kept = keptSchema.safeParse(readJsonFile(path))
  if (!kept.success) return { upTo: newest, failures: [], more: false }
  // The deliveries were taken away, and numbers begin again.
  if (compareDeliveryIds(kept.data.upTo, newest) > 0) return { upTo: newest, failures: [], more: false }
  const { filter } = parseDeliveryFilter(`verdict:${failedVerdicts.join('|')}`, Date.now())
  const missed = await store.list({ filter, limit: 500 })
  const state = withArrived(kept.data, missed.items.toReversed())
  const oldest = missed.items.at(-1)?.id ?? '0'
  return { ...state, more: state.more || (missed.next !== null && compareDeliveryIds(oldest, kept.data.upTo) > 0) }
}
