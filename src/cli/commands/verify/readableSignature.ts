import { groupDigits } from '../../../shared/words/counts.ts'
import { createHash } from 'node:crypto'
import { canExpect } from '../../../shared/signature/signatureScheme.ts'
import type { Explanation, Finding, Signature } from '../../../shared/wireTypes.ts'
import { provenSentence } from '../../../shared/words/signature/signatures.ts'
import type { Check } from './checkRequest.ts'

type VerifiedVerdict = 'valid' | 'valid-previous'

const sentences: Record<Exclude<Signature['verdict'], VerifiedVerdict>, string> = {
  invalid: 'No given secret gives this signature over these bytes.',
  unsigned: 'There is no signature to check.',
  malformed: 'This cannot be a signature of this sender.',
  'no-secret': 'There is no secret to check with.',
  'cannot-tell': 'The signature cannot be checked here.',
}

/** One checked request as human-readable text: the verdict on the first line, then what it rests on, then why. */
export function readableSignature(result: Signature, { request, scheme, digest }: Check): string {
  const sha256 = createHash('sha256').update(request.body).digest('hex')
  return [
    result.verdict,
    '',
    signatureSentence(result),
    ...(result.ageProblem === null ? [] : [result.ageProblem]),
    `  received  ${result.received ?? 'nothing'}`,
    // Only the sender can make a signature with a private key, and an expected token would be the secret.
    ...(canExpect(scheme) ? [`  expected  ${result.expected ?? 'nothing'}`] : []),
    `  secret    ${result.secret?.label ?? 'none'}, fingerprint ${result.secret?.fingerprint ?? 'none'}`,
    `  body      ${request.body.length} bytes, SHA-256 ${sha256}`,
    // A body that is signed with a timestamp or a URL is only a part of what is signed.
    ...(result.signed.sha256 === sha256
      ? []
      : [`  signed    ${result.signed.size} bytes, SHA-256 ${result.signed.sha256}`]),
    ...ageLines(result, scheme.toleranceSeconds),
    ...fieldLines(result.bodyFields),
    ...explanationLines(result.explanation, digest),
  ].join('\n')
}

function ageLines({ age }: Signature, toleranceSeconds: number | null): string[] {
  if (age === null) return []
  const seconds = Math.round(age.seconds)
  const limit = toleranceSeconds === null ? '' : `, at most ${toleranceSeconds} s`
  return [`  age       ${seconds} s${limit}${age.tooOld ? ': too old' : ''}`]
}

function fieldLines(fields: Signature['bodyFields']): string[] {
  if (fields === null) return []
  return [
    `  signed    ${fields.signed.join(', ')}`,
    ...(fields.unsigned.length === 0
      ? []
      : [`  unsigned  ${fields.unsigned.join(', ')}: anyone on the way can change these`]),
  ]
}

/** Why a signature fails, or what gives a digest, as human-readable lines; none where there is nothing to explain. Pure. */
export function explanationLines(explanation: Explanation, digest: string | null): string[] {
  const { findings, ruledOut, notTried, state, tried, complete } = explanation
  if (state === 'not-needed' && findings.length === 0) return []
  const title = digest === null ? 'Why' : `What gives the digest ${digest.trim()}`
  const lines = findings.flatMap(readableFinding)
  if (state !== 'unexplained' || tried === 0) return ['', title, ...lines]
  return [
    '',
    title,
    ...lines,
    `  No cause found: tried ${groupDigits(tried)} combinations${complete ? '' : ' until time was up'}, and none matches. What was tried:`,
    ...ruledOut.map(({ what, count }) => `  - ${count} ${what}`),
    ...notTriedLines(notTried),
  ]
}

function notTriedLines(notTried: Explanation['notTried']): string[] {
  if (notTried.length === 0) return []
  const names = notTried.map(({ hash }) => hash.toUpperCase()).join(', ')
  return [`  Not tried, because this runtime's crypto does not have them: ${names}.`]
}

/** The verdict as a sentence. Pure. */
export function signatureSentence(signature: Signature): string {
  const { malformed, cannotTell, verdict } = signature
  if (verdict === 'valid') return provenSentence(signature)
  if (verdict === 'valid-previous') return provenSentence(signature, ', with a secret that is not the first one given')
  return malformed ?? cannotTellSentence(cannotTell) ?? sentences[verdict]
}

/** Null when a reason is not known. */
function cannotTellSentence(reason: Signature['cannotTell']): string | null {
  switch (reason?.code) {
    case undefined:
      return null
    case 'body-incomplete':
      return 'The body is not complete.'
    case 'hash-missing':
    case 'hash-was-missing':
      return `The signature cannot be checked here, because this runtime's crypto has no ${reason.hash}.`
  }
}

/** A finding as two lines: what is proven or seen, and what to do. */
export function readableFinding({ kind, recipe, advice }: Finding): string[] {
  return [`  ${kind === 'proof' ? 'Proof' : 'Seen'}: ${recipe}`, `  What to do: ${advice}`]
}
