/** @module-tag full */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../src/engine/signature/explain/explain.ts'
import { buildInput, fullBudget, secret } from './buildInput.ts'
import { bodies } from './mistakes/bodies.ts'
import { mistakes } from './mistakes/classicMistakes.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { unlistedOtherCases } from './otherKinds.ts'
import { families, type Family, place, rightSigning, signed, type Signing } from './mistakes/families.ts'

/** The same numbers each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Unlisted mistakes by random changes: a letter of the secret, a character of the body, a digit of the
 * timestamp. They cannot be recomputed, so any proof is wrong.
 */
const unlisted: readonly ((right: Signing, pick: (below: number) => number) => Partial<Signing>)[] = [
  ({ secret: text }, pick) => {
    const at = 1 + pick(text.length - 2)
    return { key: Buffer.concat([text.subarray(0, at), Buffer.from('\u00a7'), text.subarray(at + 1)]) }
  },
  ({ secret: text }, pick) => ({ key: Buffer.concat([text, Buffer.from(`-${pick(1_000_000)}`)]) }),
  ({ secret: text }) => ({ key: Buffer.from(text.toString('latin1').split('').toReversed().join(''), 'latin1') }),
  ({ body }, pick) => {
    const at = 1 + pick(body.length - 2)
    return { body: Buffer.concat([body.subarray(0, at), Buffer.from('~'), body.subarray(at)]) }
  },
  ({ body }, pick) => ({ body: Buffer.concat([Buffer.from(`--${pick(1_000_000)}`), body]) }),
  ({ body }) => ({ body: Buffer.from(Array.from(body).toReversed()) }),
  (_right, pick) => ({
    timestamp: String(1_000_000_000 + pick(600_000_000)),
    url: `https://other.example/${pick(1_000_000)}`,
  }),
]

/** Null where the second mistake cannot be made any more after the first, such as parsing what is no JSON now. */
function changed(mistake: Mistake, before: Signing, sender: Family): Partial<Signing> | null {
  try {
    return mistake.change(before, sender)
  } catch {
    return null
  }
}

/** Signatures in one header: the search looks for each of them. */
const atOnce = 8

function bodyOf(sender: Family): Buffer {
  return Buffer.from(bodies[sender.id === 'twilio' ? 'form' : 'plain'])
}

/** The causes that are proven for a request with these signatures in its header. */
function proofsOf(sender: Family, right: Signing, texts: readonly string[], header = right.header): string[] {
  const input = buildInput({
    body: right.body,
    scheme: sender.scheme,
    secrets: [secret(sender.secret), secret('another-secret-of-the-tests', { label: 'old', standing: 'previous' })],
    headers: sender.headers,
    urls: [place],
    header: texts.map((text) => header(text)).join(', '),
  })
  return explain(input, fullBudget).findings.flatMap(({ kind, cause }) => (kind === 'proof' ? [cause] : []))
}

/** Such as "secret" of "secret-quotes": the part that a cause speaks of. */
const partOf = (cause: string) => cause.replace(/^header-folded$|^header-doubled$/, 'digest').split('-')[0]

describe('unlisted mistakes', () => {
  it('get no wrong proof, in cases over all kinds of senders', () => {
    const pick = numbers(7)
    const wrong: string[] = []
    for (let count = 0; count < 80; count += atOnce) {
      const sender = families[(count / atOnce) % families.length] as Family
      const right = rightSigning(sender, bodyOf(sender))
      const cases = Array.from({ length: atOnce }, () => {
        const made = unlisted[pick(unlisted.length)]?.(right, pick) ?? {}
        return signed(sender, { ...right, ...made })
      }).filter((text) => text !== signed(sender, right))
      const proofs = proofsOf(sender, right, cases)
      if (proofs.length > 0) wrong.push(`${sender.id}: ${proofs.join()}`)
    }
    expect(wrong).toEqual([])
  })

  it('get no proof of keys, tokens and passwords either', () => {
    const pick = numbers(13)
    const wrong: string[] = []
    for (let count = 0; count < 8; count += 1) {
      for (const { title, cause: known, make } of unlistedOtherCases(pick)) {
        const { findings } = explain(make(), fullBudget)
        for (const { kind, cause } of findings)
          if (kind === 'proof' && cause !== known) wrong.push(`${title}: ${cause}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('are looked for one by one where many are in one header', () => {
    for (const sender of families) {
      const right = rightSigning(sender, bodyOf(sender))
      const others = Array.from({ length: atOnce - 1 }, () =>
        signed(sender, { ...right, digest: () => randomBytes(32) }),
      )
      const listed = signed(sender, { ...right, key: Buffer.from('another-secret-of-the-tests') })
      if (sender.key(Buffer.from('x')).toString() !== 'x') continue
      expect(proofsOf(sender, right, [...others, listed])).toHaveLength(1)
    }
  })

  it('get no proof that names another cause where two mistakes come together', () => {
    const pick = numbers(11)
    const wrong: string[] = []
    const common = mistakes.filter(({ on, only }) => on === undefined || (on === 'plain' && only === undefined))
    for (let count = 0; count < 120; count++) {
      const sender = families[count % families.length] as Family
      const right = rightSigning(sender, bodyOf(sender))
      const [first, second] = [pick(common.length), pick(common.length)].map((at) => common[at])
      if (first === undefined || second === undefined || first === second) continue
      const once = first.change(right, sender)
      const twice = once === null ? null : changed(second, { ...right, ...once }, sender)
      if (once === null || twice === null) continue
      const both: Signing = { ...right, ...once, ...twice }
      const text = signed(sender, both)
      const plain = signed(sender, right)
      if (text === plain && String(both.header(text)) === right.header(plain)) continue
      const [proof] = proofsOf(sender, right, [text], both.header)
      const parts = [...first.causes, ...second.causes].map(partOf)
      if (proof !== undefined && !parts.includes(partOf(proof)))
        wrong.push(`${sender.id}: ${first.name} and ${second.name}: ${proof}`)
    }
    expect(wrong).toEqual([])
  })

  it('of random digests there is no proof', () => {
    for (let count = 0; count < 32; count++) {
      const sender = families[count % families.length] as Family
      const right = rightSigning(sender, bodyOf(sender))
      const random = { ...right, digest: () => randomBytes(sender.algorithm === 'sha1' ? 20 : 32) }
      const texts = Array.from({ length: atOnce }, () => signed(sender, random))
      expect(proofsOf(sender, right, texts)).toEqual([])
    }
  })
})
