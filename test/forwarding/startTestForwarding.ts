import type { StoredAttempt } from '../../src/engine/store/records/attempts.ts'
import { type Changes, delivery } from '../store/build.ts'
import { type RuleInput, rule, startTestRules } from './startTestRules.ts'

export interface TestOptions extends Pick<RuleInput, 'timeoutMs'> {
  /** Ports that are ours, once there is a rule. */
  ports?: number[]
  publicOrigin?: string
}

/** One rule that sends each delivery once, over a real store; only the receiver is left out. */
export async function startTestForwarding(url: string, { ports, publicOrigin, ...changes }: TestOptions = {}) {
  const ours = { ports: [] as number[], publicOrigin: 'http://127.0.0.1:1' }
  const { rules, store, attempts, attempted, stop } = await startTestRules({ ours })
  await rules.set('sandbox', { rules: [rule(url, { order: 'parallel', ...changes })] })
  // A checked port may become ours later.
  if (ports !== undefined) ours.ports = ports
  if (publicOrigin !== undefined) ours.publicOrigin = publicOrigin

  return {
    store,
    attempts,
    stop,
    /** Keeps one delivery and resolves with its attempt. */
    forwardOne: async (
      request: Changes['request'] = {},
      body: string | Uint8Array = 'body',
    ): Promise<StoredAttempt> => {
      const before = attempts.length
      const id = await store.append(delivery(body, { request }))
      await attempted(before + 1)
      const [attempt] = await store.attempts(id)
      if (attempt === undefined) throw new Error('There is no attempt.')
      return attempt
    },
  }
}
