import type { CauseId } from '../codes/causes.ts'
import type { FindingWhy } from '../codes/findings.ts'
import { changeWords } from './changes.ts'
import { joinedAdvice, secretPhrase } from './findingPhrases.ts'

type OtherProof = Extract<
  FindingWhy,
  { code: 'verified' | 'secret-itself' | 'claim-differs' | 'body-hash-recomputed' | 'signed-with-public-key' }
>
type Changes = Extract<FindingWhy, { code: 'verified' }>['fields']['body']

const otherProofs: ReadonlySet<string> = new Set<OtherProof['code']>([
  'verified',
  'secret-itself',
  'claim-differs',
  'body-hash-recomputed',
  'signed-with-public-key',
])

/** Whether a finding is such a proof. */
export function isOtherProof(why: FindingWhy): why is OtherProof {
  return otherProofs.has(why.code)
}

/** Proofs that are no digest of a shared secret and a message. */
export function otherProofWords(cause: CauseId, why: OtherProof): { recipe: string; steps: string[]; advice: string } {
  const body = (changes: Changes) =>
    changes.length === 0
      ? 'the body as it arrived'
      : `the body${changes.map(({ how }) => changeWords(how)).join(' and')}`
  const advised = (causes: readonly string[]) => joinedAdvice([cause, ...(causes as CauseId[])], 'wire')
  switch (why.code) {
    case 'verified': {
      const { method, key, causes: all, written, reading, size } = why.fields
      const read = `${written}${reading.map(({ how }) => changeWords(how)).join('')}`
      const phrase = secretPhrase(key)
      return {
        recipe: `${method} with ${phrase} over ${body(why.fields.body)}, the signature read as ${read}, verifies.`,
        steps: [
          `Take the public key in ${phrase}.`,
          `Take ${body(why.fields.body)} (${size} ${size === 1 ? 'byte' : 'bytes'}).`,
          `Read the signature as ${read} and verify it by ${method}.`,
        ],
        advice: advised(all).replaceAll('{environment}', () => `"${key.environment ?? ''}"`),
      }
    }
    case 'secret-itself': {
      const { secret, changes } = why.fields
      const phrase = `${secretPhrase(secret)}${changes.length === 0 ? '' : `, taken${changes.map(({ how }) => changeWords(how)).join('')}`}`
      return {
        recipe: `What was received is exactly ${phrase}.`,
        steps: [`Take ${phrase}.`, 'Compare it with what was received.'],
        advice: advised(changes.map((change) => change.cause)).replaceAll(
          '{environment}',
          () => `"${secret.environment ?? ''}"`,
        ),
      }
    }
    case 'claim-differs': {
      const { claim, name, secret } = why.fields
      const wanted = {
        iss: 'is not an issuer that the scheme takes',
        aud: 'is not the audience that is set here',
        'body-hash': 'is not the SHA-256 of this body',
        'url-hash': 'is not the SHA-256 of the public URL',
      }[claim]
      return {
        recipe: `The token's signature is right with ${secretPhrase(secret)}, but its claim ${name} ${wanted}.`,
        steps: [`Verify the token with ${secretPhrase(secret)}.`, `Compare its claim ${name}: it ${wanted}.`],
        advice: advised([]),
      }
    }
    case 'body-hash-recomputed': {
      const { where, causes: all, size } = why.fields
      return {
        recipe: `SHA-256 over ${body(why.fields.body)} gives exactly the hash in ${where}.`,
        steps: [
          `Take ${body(why.fields.body)} (${size} ${size === 1 ? 'byte' : 'bytes'}).`,
          `Compute SHA-256 and compare with the hash in ${where}.`,
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
