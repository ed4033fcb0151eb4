import { countOf } from '../../text/format.ts'

/** What the Signature tab of a delivery says. */
export const signatureWords = {
  why: 'Why it fails',
  whatElse: 'What else is seen',
  searchAgain: 'Search again',
  searching: 'Searching for the cause: recomputing the digest in every way that is known to go wrong …',
  unexplained: 'Unexplained: nothing that was tried gives this digest.',
  /** {add}: link to the shared secrets, named `addSecret`. */
  unexplainedNext:
    'The sender may have a secret that is not stored here, or something changed the body in a way that is not known. {add}; deliveries are then checked again.',
  addSecret: 'Add another secret',

  shortWhy: 'Why?',
  shortBut: 'But:',
  shortSearching: 'Searching for the cause …',
  shortUnexplained: 'Unexplained so far.',
  seeTab: 'See the Signature tab',
  /** What was found, in one line. */
  found: (title: string, advice: string) => `${title}. ${advice}`,

  check: 'Check my code',
  checkLead:
    'Paste a digest that your own code computed for this delivery, and Hookscope finds out which bytes it hashed, and with which key.',
  checkLeadRight:
    'The signature is right, but your own code says no? Paste the digest that it computed for this delivery, and Hookscope finds out which bytes it hashed, and with which key.',
  checkField: 'Paste the digest that your code computed',
  checkHint: 'In hex or base64, just as your code prints it.',
  checkIt: 'Find the cause',
  checkUnexplained: 'Unexplained: nothing that was tried with this delivery gives that digest.',
  checkUnexplainedNext:
    'Is it the digest of this very delivery? If so, your code uses another secret, or bytes that were changed in a way that is not known.',

  comparison: 'Received and expected',
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
  underlined: 'Places that differ are underlined.',
  otherLength: (received: number, expected: number) =>
    `The received one has ${countOf(received, 'character')}, the expected one ${expected}: it is written in another way, made with another algorithm, or cut.`,
  onlyCase: 'Only upper and lower case differ.',
  differs: (count: number, length: number) => `${count} of ${length} characters ${count === 1 ? 'differs' : 'differ'}`,
  fewDiffer: (words: string) =>
    `${words}: too few for other bytes or another secret, so the digest itself was changed on its way.`,
  manyDiffer: (words: string) => `${words}, as always when the bytes or the secret differ.`,

  proof: 'Proof',
  proofNote: 'Recomputed to the last bit: exactly this gives exactly this digest.',
  observation: 'Observation',
  observationNote: 'Seen in the request. It proves nothing by itself.',
  ofEnvironment: (name: string) => `of ${name}`,
  fingerprintNote: "Fingerprint: the first 8 digits of the secret's SHA-256",
  steps: 'Step by step',

  /** Above what was combined: how many there were of each is not how many digests they gave. */
  ruledOut: 'Ruled out: combinations of these',
  nothingToCompute: 'There was nothing to compute.',
  endedEarly: 'The search ended before anything was tried.',
  triedAll: (count: number) => `${computed(count)}: everything that Hookscope knows to try.`,
  triedHere: (count: number) => `${computed(count)}: everything that can be tried here.`,
  /** Hashes that this runtime's crypto does not make, such as SHA3-256. */
  notTried: (hashes: readonly string[]) =>
    `Not tried, because this app's crypto does not have ${hashes.length === 1 ? 'it' : 'them'}: ${hashes.join(', ')}. The command hookscope verify, run with Node, tries them.`,
  triedSome: (count: number) => `${computed(count)}, then its time ran out: not everything was tried.`,

  signed: 'Which bytes are signed',
  message: 'Message',
  bytes: (count: number) => countOf(count, 'byte'),
  rawBody: "The body's raw bytes, as they came.",
  madeOf: (message: string) => `Made of ${message}.`,
  sha256: 'SHA-256',
  theSha256: 'the SHA-256 of the signed bytes',
  allBytes: 'All of it',
  firstBytes: 'First bytes',
  lastBytes: 'Last bytes',

  how: 'How it is checked',
  scheme: 'Scheme',
  headerName: 'Header',
  secret: 'Secret',
  noSecret: 'none that is stored',
  /** {label}: of the secret; {environment}: its name; {fingerprint}. */
  secretUsed: '"{label}" of the environment "{environment}", fingerprint {fingerprint}',
  secretOfDeleted: '"{label}" of a deleted environment, fingerprint {fingerprint}',
  signedAt: 'Signed',
  tooOld: (age: string, tolerance: number) =>
    `The signature is right, but ${age} when it came; the sender's tolerance is ${tolerance} s. Code that checks the age refuses it.`,
  aged: (age: string) => `${age} when it came.`,
  agedWithin: (age: string, tolerance: number) => `${age} when it came; the sender's tolerance is ${tolerance} s.`,
  inFuture: (seconds: string) => `dated ${seconds} s in the future`,
  old: (seconds: string) => `${seconds} s old`,

  code: 'Ready code',
  codeLead: 'A program that checks this very delivery. Its verify function is what your server needs.',
  /** For "Loading ...". */
  programs: 'the programs',
  language: 'Language',
  theCode: 'code',
  /** The file that the programs read. */
  bodyFile: 'body.bin',
  theRunLine: 'the line that runs it',
  codeOf: (language: string) => `${language} code`,
} as const

function computed(count: number): string {
  return `${countOf(count, 'digest was', 'digests were')} computed and compared`
}
