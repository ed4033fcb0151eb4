import type { SessionToken } from '../../../shared/wireTypes.ts'
import { wireWords } from './words.ts'
import type { KeptKey } from './keptKey.ts'
import type { Given } from './takeGiven.ts'

/** The page cannot start. The sentence says why, the steps what helps, one after the other. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly steps: readonly string[]
  constructor(message: string, steps: readonly string[]) {
    super(message)
    this.steps = steps
  }
}

/**
 * Gives the page its key: for the code or the key of its address, else the one of before. Throws CannotStart.
 * @param waiting called when the page has to wait because others tried wrong codes
 */
export async function obtainKey(given: Given | null, key: KeptKey, origin: string, waiting: () => void): Promise<void> {
  if (given?.kind === 'token') key.keep(given.token, null)
  if (given?.kind === 'code') {
    const answered = await exchange(origin, given.code, waiting)
    if (answered !== null) return key.keep(answered.token, answered.folder)
    // Who comes back to a used address in the same tab is still known.
    if (key.token() === null) throw new CannotStart(wireWords.refusedCode, wireWords.newAddressSteps)
  }
  if (key.token() === null) throw new CannotStart(wireWords.missingKey, wireWords.newAddressSteps)
}

/** Null when the code is not good. */
async function exchange(origin: string, code: string, waiting: () => void): Promise<SessionToken | null> {
  for (;;) {
    const response = await fetch(`${origin}/session/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    }).catch(() => null)
    if (response === null) throw new CannotStart(wireWords.notThere, wireWords.notThereSteps)
    if (response.ok) return (await response.json()) as SessionToken
    if (response.status !== 429) return null
    waiting()
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}
