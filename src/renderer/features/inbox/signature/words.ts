import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { provenSentence } from '../../../../shared/words/signature/signatures.ts'
import { isVerified } from '../../../../shared/model.ts'
import type { Explanation, Signature } from '../../../../shared/wireTypes.ts'

/** Texts of the Signature tab of a delivery. */
export const signatureWords = {
  why: 'Why it fails',
  whatElse: 'Also noticed',
  searchAgain: 'Search again',
  searching: 'Searching for the cause: recomputing the digest with known mistakes …',
  unexplained: 'No cause found: none of the mistakes that were tried gives this digest.',
  unexplainedNext: 'The sender may use a secret that is not stored here, or the body was changed in an unknown way.',

  shortReason: 'Why?',
  shortBut: 'But:',
  searchingOn: 'Still looking for other causes …',
  shortSearching: 'Searching for the cause …',
  shortUnexplained: 'No cause found yet.',
  seeTab: 'See the Signature tab',
  /** The finding in one line. */
  found: (title: string, advice: string) => `${title}. ${advice}`,

  check: 'Check my code',
  checkLead:
    'Paste the digest that your own code computed for this delivery. Hookscope finds out which bytes it hashed, and with which key.',
  checkLeadRight:
    'The signature is valid. If your own code disagrees, paste the digest that it computed for this delivery. Hookscope finds out which bytes it hashed, and with which key.',
  checkField: 'Paste the digest that your code computed',
  checkHint: 'Hex or base64, as your code prints it.',
  checkIt: 'Find the cause',
  checkUnexplained: 'No cause found: none of the mistakes that were tried gives that digest for this delivery.',
  checkUnexplainedNext:
    'Check that the digest belongs to this delivery. If it does, your code uses another secret, or changes the bytes in an unknown way.',

  comparison: 'Received and expected',
  whatCame: 'Received',
  received: 'received',
  expected: 'expected',
  header: 'header',
  noDigest: 'no digest',
  cannotCompute: 'nothing to compute it with',
  continued: (which: string) => `${which}, continued`,
  theReceived: 'the received digest',
  theExpected: 'the expected digest',
  thisText: 'this text',
  inAll: (length: number) => `… ${countOf(length, 'character')} in all`,
  several: (count: number) => `The header has ${count} signatures; shown is the one closest to the expected.`,
  same: 'Both are the same.',
  underlined: 'Differences are underlined.',
  otherLength: (received: number, expected: number) =>
    `The received digest has ${countOf(received, 'character')}, the expected one ${expected}. It has another encoding or algorithm, or was cut.`,
  onlyCase: 'Only upper and lower case differ.',
  differs: (count: number, length: number) => `${count} of ${length} characters ${count === 1 ? 'differs' : 'differ'}`,
  fewDiffer: (words: string) =>
    `${words}: too few for other bytes or another secret, so the digest itself was changed in transit.`,
  manyDiffer: (words: string) => `${words}, as expected when the bytes or the secret differ.`,

  proof: 'Proof',
  proofNote: 'Recomputed: this gives exactly this digest.',
  observation: 'Observation',
  observationNote: 'Seen in the request. It proves nothing on its own.',
  ofEnvironment: (name: string) => `of ${name}`,
  fingerprintNote: "Fingerprint: the first 8 digits of the secret's SHA-256",
  steps: 'Step by step',

  /** Title of the counts of each ingredient; their product is not the number of digests. */
  ruledOut: 'What was tried',
  nothingToCompute: 'There was nothing to compute.',
  endedEarly: 'The search ended before anything was tried.',
  triedAll: (count: number) => `${tried(count)}. None matches.`,
  triedUntilProof: (count: number) => `${tried(count)}.`,
  /** Hashes that this runtime's crypto does not make, such as SHA3-256. */
  notTried: (hashes: readonly string[]) =>
    `Not tried, because this app's crypto does not have ${hashes.length === 1 ? 'it' : 'them'}: ${hashes.join(', ')}. The command hookscope verify, run with Node, tries them.`,
  triedSome: (count: number) => `${tried(count)}, then time ran out: not everything was tried.`,

  signed: 'Which bytes are signed',
  signedFields: 'Signed fields',
  unsignedFields: 'Unsigned fields',
  unsignedNote: 'Anyone in between can change these without breaking the signature.',
  message: 'Message',
  bytes: (count: number) => countOf(count, 'byte'),
  rawBody: 'The raw bytes of the body.',
  madeOf: (message: string) => `Made of ${message}.`,
  sha256: 'SHA-256',
  theSha256: 'the SHA-256 of the signed bytes',
  allBytes: 'All of it',
  firstBytes: 'First bytes',
  lastBytes: 'Last bytes',

  how: 'How it is checked',
  scheme: 'Scheme',
  headerName: 'Header',
  fieldName: 'Body field',
  secret: 'Secret',
  noSecret: 'None of the stored secrets',
  /** {label}: of the secret; {environment}: its name; {fingerprint}. */
  secretUsed: '"{label}" of the environment "{environment}", fingerprint {fingerprint}',
  secretOfDeleted: '"{label}" of a deleted environment, fingerprint {fingerprint}',
  /** For a delivery from a file: what it was checked with here, or by the sender of the file. */
  secretOfYours: 'your secret "{label}", fingerprint {fingerprint}',
  secretOfSender: '"{label}" of the sender of the file, fingerprint {fingerprint}',
  signedAt: 'Signed',
  tooOld: (age: string, tolerance: number) =>
    `Signed too long ago: ${age} when it arrived, and the sender allows ${tolerance} s. The signature is right, but the sender's own library would reject it.`,
  aged: (age: string) => `${age} when it arrived.`,
  agedWithin: (age: string, tolerance: number) => `${age} when it arrived; the sender allows ${tolerance} s.`,
  inFuture: (seconds: string) => `dated ${seconds} s in the future`,
  old: (seconds: string) => `${seconds} s old`,

  code: 'Ready code',
  codeLead: 'A program that verifies this delivery. Copy its verify function to your server.',
  /** For "Loading ...". */
  programs: 'the programs',
  language: 'Language',
  theCode: 'code',
  /** The file that the programs read. */
  bodyFile: 'body.bin',
  theRunLine: 'the line that runs it',
  codeOf: (language: string) => `${language} code`,
} as const

function tried(count: number): string {
  return `Tried ${countOf(count, 'combination')}`
}

/** Describes the age of a signature on arrival. `toleranceSeconds` is the scheme's. Pure. */
export function ageWords({ seconds, tooOld }: NonNullable<Signature['age']>, toleranceSeconds: number | null): string {
  const rounded = groupDigits(Math.abs(Math.round(seconds)))
  const age = seconds < -0.5 ? signatureWords.inFuture(rounded) : signatureWords.old(rounded)
  if (tooOld) {
    return signatureWords.tooOld(age, toleranceSeconds ?? 0)
  }
  return toleranceSeconds === null
    ? signatureWords.aged(capital(age))
    : signatureWords.agedWithin(capital(age), toleranceSeconds)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether there is a cause to search for: the signature is not verified, or it is too old. */
export function needsSearch({ verdict, age, explanation }: Signature): boolean {
  return explanation.state === 'not-searched' && (!isVerified(verdict) || age?.tooOld === true)
}

/** Describes how many combinations a search tried. */
export function triedWords({ tried: count, complete, findings }: Explanation): string {
  if (count === 0) return complete ? signatureWords.nothingToCompute : signatureWords.endedEarly
  if (findings.some(({ kind }) => kind === 'proof')) return signatureWords.triedUntilProof(count)
  return complete ? signatureWords.triedAll(count) : signatureWords.triedSome(count)
}

/** Describes a verdict in one or two sentences. */
export function verdictSentence(
  signature: Pick<
    Signature,
    'verdict' | 'header' | 'pointer' | 'bodyProven' | 'carriesSecret' | 'received' | 'cannotTell'
  >,
): string {
  const { verdict, header, pointer, bodyProven, cannotTell } = signature
  switch (verdict) {
    case 'valid':
      return bodyProven === true
        ? 'The signature is right: the sender has the key, and the body is exactly what it signed.'
        : provenSentence(signature)
    case 'valid-previous':
      return `${bodyProven === true ? 'The signature is right.' : provenSentence(signature)} It was made with an earlier secret of this environment, as is expected for a while after the secret was changed.`
    case 'invalid':
      return 'Invalid signature: the body is not what was signed, or it was signed with a secret that this environment does not know. Nothing was fetched.'
    case 'unsigned':
      return `No signature: ${pointer == null ? `the header ${header} is missing` : `the body has no ${pointer}`}. Anyone who knows the address could have sent this.`
    case 'malformed':
      return pointer == null
        ? `The header ${header} came, but its value cannot be a signature.`
        : `The value of ${pointer} in the body cannot be a signature.`
    case 'no-secret':
      return 'This environment has no shared secret yet, so the signature was not checked. Set one under Secrets.'
    case 'cannot-tell':
      return cannotTellSentence(cannotTell)
  }
}

function cannotTellSentence(reason: Signature['cannotTell']): string {
  switch (reason?.code) {
    case 'hash-missing':
      return `The signature cannot be checked here, because this app's crypto has no ${reason.hash}. Run hookscope verify with Node to check it.`
    case 'hash-was-missing':
      return `The signature was not checked on arrival, because the app that received it had no ${reason.hash}. Run “Check all signatures again” to get a verdict.`
    case 'body-incomplete':
    case undefined:
      return 'The body is not complete, so its signature cannot be checked.'
  }
}

/** Texts of the repairs next to a proof. */
export const repairWords = {
  add: 'Add this secret',
  addNote: (fingerprint: string, environment: string) =>
    `Makes ${fingerprint} the current secret of ${environment}; the others stay accepted.`,
  acceptAgain: 'Accept this secret again',
  acceptNote: (fingerprint: string) => `${fingerprint} is a retired secret of this environment.`,
  added: 'Secret added. Stored deliveries are checked again.',
  title: 'Add a secret',
  paste: 'Paste the secret',
  pasteHint: (environment: string) => `Saved to ${environment} only if it matches this delivery.`,
  checkAndAdd: 'Check and add',
  rotate: 'Rotate',
  rotateNote: 'Applies a new secret at the service. Stored deliveries stay as they are.',
  noUrl: 'If the secret is lost, apply a new one at the service:',
  rotated: (environment: string) =>
    `The service of ${environment} signs with a new secret now. Deliveries sent from now on are verified with it.`,
  openSecrets: 'Open Secrets',
  doesNotFit: "This secret doesn't match, so it was not saved.",
} as const
