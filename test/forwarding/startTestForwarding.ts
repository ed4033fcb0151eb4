import { onTestFinished } from 'vitest'
import { startEventLog } from '../../src/engine/events/startEventLog.ts'
import { readForwardTarget } from '../../src/engine/forwarding/forwardTarget.ts'
import { type ForwardingOptions, startForwarding } from '../../src/engine/forwarding/startForwarding.ts'
import type { StoredAttempt } from '../../src/engine/store/records/attempts.ts'
import type { HookscopeEvent } from '../../src/shared/wireTypes.ts'
import { type Changes, delivery, openTestStore } from '../store/build.ts'

export interface TestOptions extends Partial<Pick<ForwardingOptions, 'deadlineMs' | 'patienceMs'>> {
  /** Ports that are ours. */
  ports?: number[]
  publicOrigin?: string
}

/** Forwarding over a real store and event log; only the receiver is left out. */
export async function startTestForwarding(url: string, options: TestOptions = {}) {
  const store = await openTestStore()
  const events = startEventLog()
  const published: HookscopeEvent[] = []
  const attempts: StoredAttempt[] = []
  const logged: string[] = []
  let wake = () => {}
  events.subscribe(null, (batch) => published.push(...batch.map(({ event }) => event)))
  store.onIndexed((batch) => events.publish(batch.map((summary) => ({ type: 'delivery' as const, delivery: summary }))))
  const forwarding = startForwarding({
    store,
    events,
    from: { event: events.last(), delivery: 0 },
    target: readForwardTarget(url),
    ours: {
      ports: () => options.ports ?? [],
      publicOrigin: () => options.publicOrigin ?? 'http://127.0.0.1:1',
    },
    hopId: 'own-hop',
    onAttempt: (attempt) => {
      attempts.push(attempt)
      wake()
    },
    log: (_level, message) => logged.push(message),
    ...options,
  })
  let stopped: Promise<void> | undefined
  const stop = async () => (stopped ??= forwarding.stop())
  onTestFinished(stop)

  /** Resolves with all attempts once there are so many. */
  async function attempted(count: number): Promise<StoredAttempt[]> {
    while (attempts.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return attempts
  }

  return {
    store,
    events,
    published,
    attempts,
    logged,
    stop,
    attempted,
    receive: async (body: string | Uint8Array, changes: Changes = {}) => store.append(delivery(body, changes)),
    /** Keeps one delivery and resolves with its attempt. */
    forwardOne: async (changes: Changes['request'] = {}, body: string | Uint8Array = 'body') => {
      const before = attempts.length
      await store.append(delivery(body, { request: changes }))
      const [attempt] = (await attempted(before + 1)).slice(before)
      if (attempt === undefined) throw new Error('There is no attempt.')
      return attempt
    },
  }
}
