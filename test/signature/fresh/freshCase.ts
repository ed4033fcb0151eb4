import type { ExplainInput } from '../../../src/engine/signature/explain/types.ts'
import { schemePreset } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { buildInput, type Given, secret } from '../explain/buildInput.ts'

/** A request whose mistakes are known, because the case made them. */
export interface FreshCase {
  name: string
  /** Such as "hmac", "token" or "pair". */
  group: string
  /** One list for each mistake: the causes that name it truly. Empty where nothing that can be recomputed was done. */
  truth: readonly (readonly string[])[]
  /** Must be in the sentences of the first finding, such as a position. */
  says?: RegExp
  make(): ExplainInput
}

/** One mistake of what one sender sends. */
export function freshCase(
  group: string,
  name: string,
  truth: string | readonly string[],
  given: Given,
  says?: RegExp,
): FreshCase {
  const made = { receivedAt: 1_700_000_000_000, urls: [place], ...given }
  return {
    name: `${group}: ${name}`,
    group,
    truth: [[truth].flat()],
    make: () => buildInput(made),
    ...(says === undefined ? {} : { says }),
  }
}

export const place = 'https://shop.example/hooks/in'
export const seconds = '1700000000'

/** The scheme of a preset that must exist. */
export function preset(id: string): SignatureScheme {
  const scheme = schemePreset(id)
  if (scheme === undefined) throw new Error(`There is no preset ${id}.`)
  return scheme
}

/** The secret of the delivery's environment with an older one and one of another environment. */
export function withOthers(text: string | Uint8Array): NonNullable<Given['secrets']> {
  return [
    secret(text),
    secret(previousSecret, { label: 'old', standing: 'previous' }),
    secret(stagingSecret, { label: 'staging', environment: 'Staging', standing: 'other' }),
  ]
}

export const previousSecret = 'q3Vt8LzN5wRb1KxY7cHd0MfS'
export const stagingSecret = 'staging-Hy6Tg4Rf2Ws0Qa9Pl'

/** The same numbers each time. @returns a whole number from 0 up to, and without, the given one */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
