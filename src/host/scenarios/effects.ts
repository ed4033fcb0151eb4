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
