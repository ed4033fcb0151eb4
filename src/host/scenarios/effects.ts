import { setTimeout as pause } from 'node:timers/promises'
import { startOutbound } from '../../engine/outbound/startOutbound.ts'
import { isLoopback } from '../../shared/loopback.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { RunContext } from './runContext.ts'

/**
 * How many effects the app says that it had; null where it is not asked. Throws ExpectedFailure where it answers no number.
 */
export async function readEffects({
  plan,
  input,
  ask,
  signal,
}: Pick<RunContext, 'plan' | 'input' | 'ask' | 'signal'>): Promise<number | null> {
  const asked = input.effects ?? plan.effects
  if (asked === null) return null
  if (asked === 'command') return numberIn((await ask(null)).output, 'the command')
  const allowed = input.allowHost
  const refuse = (address: string) =>
    allowed !== undefined || isLoopback(address) ? null : `${address} is not on this machine`
  const outbound = startOutbound({ refuse })
  try {
    const result = await outbound.send({
      method: 'GET',
      url: asked,
      headers: [],
      deadlineMs: 10_000,
      maxBodyBytes: 4096,
      signal,
    })
    const text = result.ok ? Buffer.from(result.body).toString('utf8') : ''
    return numberIn(text, asked)
  } finally {
    await outbound.close()
  }
}

function numberIn(text: string, from: string): number {
  const [, digits] = /^\s*(-?\d{1,15})\s*$/.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  throw new ExpectedFailure({ code: 'scenario-effects-unreadable', fields: { from, text: text.trim().slice(0, 80) } })
}

/** A count has to stay the same this long before it is believed, and twice as long as the app took to act, ms. */
const quietMs = 1000
const pollMs = 50
/** Maximum wait for a count that goes on changing, ms. */
const maxMovingMs = 10_000

/** A number that is asked for, once it is at least what is wanted and has been the same for a while, or the time is over. */
export async function settled(
  { signal }: Pick<RunContext, 'signal'>,
  read: () => Promise<number>,
  { wanted, limitMs, leastQuietMs = quietMs }: { wanted: number; limitMs: number; leastQuietMs?: number },
): Promise<number> {
  const end = performance.now() + limitMs
  let value = await read()
  let since = performance.now()
  let quiet = leastQuietMs
  while (!signal.aborted) {
    const now = performance.now()
    const isStill = now - since >= quiet
    if (isStill ? value >= wanted || now >= end : now >= end + maxMovingMs) break
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
    const next = await read()
    if (next !== value) {
      quiet = Math.max(quiet, 2 * (performance.now() - since))
      since = performance.now()
    }
    value = next
  }
  return value
}

/** Work of a run may end after it: for this long a counter that it used is not taken as still at once, ms. */
const workAfterMs = 10_000
const quietAfterRunMs = 2000

/** The counter when a run begins: once it is still, where another run has just used it. Null where there is none. */
export async function effectsAtStart(context: RunContext): Promise<number | null> {
  const value = await readEffects(context)
  const usedAt = context.tools.counted.get(context.input.effects ?? context.plan.effects ?? '')
  if (value === null || usedAt === undefined || performance.now() - usedAt > workAfterMs) return value
  const read = async () => (await readEffects(context)) ?? value
  return settled(context, read, { wanted: value, limitMs: 0, leastQuietMs: quietAfterRunMs })
}
