import type { CauseId } from '../../codes/signature/causes.ts'
import type { FindingReason } from '../../codes/signature/findings.ts'
import { changeWords, joinedAdvice, secretPhrase } from './findingPhrases.ts'

type OtherProof = Extract<
  FindingReason,
  {
    code:
      | 'verified'
      | 'secret-itself'
      | 'claim-differs'
      | 'claim-missing'
      | 'body-hash-recomputed'
      | 'signed-with-public-key'
  }
>
type Changes = Extract<FindingReason, { code: 'verified' }>['fields']['body']

const otherProofs: ReadonlySet<string> = new Set<OtherProof['code']>([
  'verified',
  'secret-itself',
  'claim-differs',
  'claim-missing',
  'body-hash-recomputed',
  'signed-with-public-key',
])

/** Whether a finding is such a proof. */
export function isOtherProof(why: FindingReason): why is OtherProof {
  return otherProofs.has(why.code)
}

/** Proofs other than a digest of a shared secret and a message. */
export function otherProofWords(cause: CauseId, why: OtherProof): { recipe: string; steps: string[]; advice: string } {
  const body = (changes: Changes, over = 'the body') =>
    changes.length === 0 ? `${over} as it arrived` : `${over}${changes.map(changeWords).join(' and')}`
  const advised = (causes: readonly string[]) => joinedAdvice([cause, ...(causes as CauseId[])], 'wire')
  switch (why.code) {
    case 'verified': {
      const { method, key, causes: all, written, reading, size, over } = why.fields
      const read = `${written}${reading.map(changeWords).join('')}`
      const phrase = secretPhrase(key)
      return {
        recipe: `${method} with ${phrase} over ${body(why.fields.body, over)}, the signature read as ${read}, verifies.`,
        steps: [
          `Take the public key in ${phrase}.`,
          `Take ${body(why.fields.body, over)} (${size} ${size === 1 ? 'byte' : 'bytes'}).`,
          `Read the signature as ${read} and verify it by ${method}.`,
        ],
        advice: advised(all).replaceAll('{environment}', () => `"${key.environment ?? ''}"`),
      }
    }
    case 'secret-itself': {
      const { secret, changes } = why.fields
      const how = changes.map(changeWords).join('')
      const phrase = secret === null ? how : `${secretPhrase(secret)}${how === '' ? '' : `, taken${how}`}`
      return {
        recipe: `The received value is exactly ${phrase}.`,
        steps: [`Take ${phrase}.`, 'Compare it with the received value.'],
        advice: advised(changes.map((change) => change.cause)).replaceAll(
          '{environment}',
          () => `"${secret?.environment ?? ''}"`,
        ),
      }
    }
    case 'claim-differs': {
      const { claim, name, secret, received, wanted } = why.fields
      const said =
        claim === 'body-hash'
          ? 'is not the SHA-256 of this body'
          : claim === 'url-hash'
            ? 'is not the SHA-256 of the public URL'
            : `is "${received}", not ${wanted.map((value) => `"${value}"`).join(' or ')}`
      return {
        recipe: `The token's signature is right with ${secretPhrase(secret)}, but its claim ${name} ${said}.`,
        steps: [`Verify the token with ${secretPhrase(secret)}.`, `Compare its claim ${name}: it ${said}.`],
        advice: advised([]),
      }
    }
    case 'claim-missing': {
      const { name, secret } = why.fields
      return {
        recipe: `The token's signature is right with ${secretPhrase(secret)}, but it has no claim ${name}.`,
        steps: [`Verify the token with ${secretPhrase(secret)}.`, `Look for its claim ${name}.`],
        advice: advised([]),
      }
    }
    case 'body-hash-recomputed': {
      const { where, hash, written, expected, causes: all, size } = why.fields
      const end = expected === null ? '' : `; the scheme expects ${expected}`
      return {
        recipe: `${hash} over ${body(why.fields.body)}, written as ${written}, gives exactly the hash in ${where}${end}.`,
        steps: [
          `Take ${body(why.fields.body)} (${size} ${size === 1 ? 'byte' : 'bytes'}).`,
          `Compute ${hash}, write it as ${written}, and compare with the hash in ${where}.`,
        ],
        advice: advised(all),
      }
    }
    case 'signed-with-public-key': {
      const { algorithm, secret } = why.fields
      return {
        recipe: `${algorithm} with the text of ${secretPhrase(secret)}, a public key, as the shared secret gives exactly the token's signature.`,
        steps: [
          `Take the text of ${secretPhrase(secret)} as the key.`,
          `Compute ${algorithm} over the token and compare.`,
        ],
        advice: advised([]),
      }
    }
  }
}
