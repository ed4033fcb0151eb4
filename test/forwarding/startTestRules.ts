import { onTestFinished } from 'vitest'
import { startEventLog } from '../../src/engine/events/startEventLog.ts'
import type { RulesInput } from '../../src/engine/forwarding/readRules.ts'
import { JobCreation } from '../../src/engine/jobs/jobCreation.ts'
import { startForwardRules } from '../../src/engine/jobs/forwardRules.ts'
import type { Store } from '../../src/engine/store/store.ts'
import type { ForwardState, HookscopeEvent } from '../../src/shared/wireTypes.ts'
import { type Changes, delivery, notification, openTestStore } from '../store/build.ts'
import { createSteppedClock } from './steppedClock.ts'

export type RuleInput = Partial<RulesInput['rules'][number]>

export interface TestRulesOptions {
  store?: Store
  ours?: { ports: number[]; publicOrigin: string }
  hopId?: string
}

/** A rule with what a test does not care about filled in. */
export function rule(target: string, changes: RuleInput = {}) {
  return {
    id: 'app',
    name: 'App',
    enabled: true,
    when: {},
    target,
    order: 'object' as const,
    timeoutMs: 5000,
    retries: 0,
    answerSender: false,
    ...changes,
  }
}

/** Forwarding rules over a real store; only the receiver is left out. Time stands still until it is stepped. */
export async function startTestRules(options: TestRulesOptions = {}) {
  const store = options.store ?? (await openTestStore())
  const events = startEventLog()
  const clock = createSteppedClock()
  const attempts: HookscopeEvent[] = []
  const waits = new Set<() => void>()
  const rules = await startForwardRules({
    store,
    events,
    clock,
    ours: {
      ports: () => options.ours?.ports ?? [],
      publicOrigin: () => options.ours?.publicOrigin ?? 'http://127.0.0.1:1',
    },
    hopId: options.hopId ?? 'own-hop',
    log: () => undefined,
    graceMs: 50,
  })
  events.subscribe(null, (batch) => {
    attempts.push(...batch.flatMap(({ event }) => (event.type === 'attempt' ? [event] : [])))
    for (const wake of waits) wake()
  })
  const followUps = { jobsFor: () => [], added: () => undefined }
  const jobs = new JobCreation({ store, followUps, forwardRules: rules, onProblem: () => undefined })
  const unwatch = store.onIndexed((batch) => jobs.take(batch, true))
  let stopped: Promise<void> | undefined
  const stop = async () => (stopped ??= Promise.all([jobs.stop(), rules.stop()]).then(unwatch))
  onTestFinished(stop)
  jobs.begin()
  rules.begin()

  return {
    store,
    rules,
    clock,
    attempts,
    stop,
    receive: async (fields: Record<string, unknown> = {}, changes: Changes = {}) =>
      store.append(delivery(notification(fields), changes)),
    /** Resolves when `count` attempts are stored. */
    attempted: async (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (attempts.length < count) return
          waits.delete(look)
          resolve()
        }
        waits.add(look)
        look()
      }),
    stateOf: async (id = 'app'): Promise<ForwardState> => {
      const found = (await rules.view('sandbox')).rules.find((known) => known.id === id)
      if (found === undefined) throw new Error(`There is no rule ${id}.`)
      return found.state
    },
  }
}
