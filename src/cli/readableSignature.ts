import { createHash } from 'node:crypto'
import type { Explanation, Finding, Signature } from '../shared/wireTypes.ts'
import type { Check } from './checkRequest.ts'

const sentences: Record<Signature['verdict'], string> = {
  valid: 'The signature is right for these bytes.',
  'valid-previous': 'The signature is right, with a secret that is not the first one given.',
  invalid: 'No given secret gives this signature over these bytes.',
  unsigned: 'There is no signature to check.',
  malformed: 'This cannot be a signature of this sender.',
  'no-secret': 'There is no secret to check with.',
  'cannot-tell': 'The signature cannot be checked here.',
}

/** One checked request as text for a person: the verdict on the first line, then what it rests on, then why. */
export function readableSignature(result: Signature, { request, digest }: Check): string {
  const sha256 = createHash('sha256').update(request.body).digest('hex')
  return [
    result.verdict,
    '',
    signatureSentence(result),
    ...(result.ageProblem === null ? [] : [result.ageProblem]),
    `  received  ${result.received ?? 'nothing'}`,
    `  expected  ${result.expected ?? 'nothing'}`,
    `  secret    ${result.secret?.label ?? 'none'}, fingerprint ${result.secret?.fingerprint ?? 'none'}`,
    `  body      ${request.body.length} bytes, SHA-256 ${sha256}`,
    // A body that is signed with a timestamp or a URL is only a part of what is signed.
    ...(result.signed.sha256 === sha256
      ? []
      : [`  signed    ${result.signed.size} bytes, SHA-256 ${result.signed.sha256}`]),
    ...explanationLines(result.explanation, digest),
  ].join('\n')
}

/** Why a signature fails, or what gives a digest, as lines for a person; none where there is nothing to explain. Pure. */
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
    `  Unexplained: ${tried} digests were tried${complete ? '' : ' until time was up'}, and none is this one. Ruled out are combinations of:`,
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
export function signatureSentence({ malformed, cannotTell, verdict }: Signature): string {
  return malformed ?? cannotTellSentence(cannotTell) ?? sentences[verdict]
}

/** Null when there is no reason to give. */
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

function readableFinding({ kind, recipe, advice }: Finding): string[] {
  return [`  ${kind === 'proof' ? 'Proof' : 'Seen'}: ${recipe}`, `  What to do: ${advice}`]
}
