import type { CauseId } from '../../shared/codes/signature/causes.ts'
import { signaturesIn } from '../../shared/signature/signaturesIn.ts'
import { type FindingReason, findingReasonSchema } from '../../shared/codes/signature/findings.ts'
import { receivedApart } from '../../shared/input/receivedText.ts'
import { causes } from '../../shared/words/signature/causes/causes.ts'
import { adviceOf } from '../../shared/words/signature/findingPhrases.ts'
import { findingInWords } from '../../shared/words/signature/findings.ts'
import { refusedSentences, unansweredSentences } from '../../shared/words/sending/checks.ts'
import { explain } from '../signature/explain/explain.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import { fitOf } from './judge.ts'
import { type Mistake, mistakesFor, unsignedDelivery } from './mistakes.ts'
import { sending } from './probes/parts.ts'
import type { Prober } from './prober.ts'
import type { Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

/** The cause of a refused baseline, as sentences, with the exchanges that show it. */
export interface Refusal {
  sentence: string
  change: string
  stopped: string
  /** Received texts that the sentences quote. */
  quotes: readonly string[]
  /** The delivery that was accepted instead of the valid one; null if none was. */
  taken: Sent | null
}

/** Timeouts of a search: for the digest of an accepted delivery, and for each text that may be a digest. */
const takenBudgetMs = 3000
const printedBudgetMs = 400
const budgetBytes = 256 * 1024 ** 2
/** Lengths of digests in hex and base64, from SHA-1 to SHA-512. */
const digestLengths: ReadonlySet<number> = new Set([27, 28, 40, 43, 44, 64, 86, 88, 96, 128])

/**
 * Finds out why valid deliveries are refused. Names a cause only if the handler accepted a delivery signed with that
 * mistake, refused a forgery of the same form, and still refuses the valid one; or if its answer has the digest that it
 * computed.
 * @param refused a valid delivery that was not answered 2xx
 * @param anyTaken whether another valid delivery was answered 2xx
 */
export async function explainRefusal(
  subject: Subject,
  prober: Pick<Prober, 'one'>,
  refused: Sent,
  anyTaken: boolean,
): Promise<Refusal> {
  const { status, headers, problem } = refused.answer
  if (status === null) {
    // Sent once more: a process that ended refuses the connection.
    const [again] = sending(subject, 'accepted', 'valid delivery')
    const now = again === undefined || problem === 'TIMEOUT' ? null : (await prober.one(again)).answer.problem
    return { ...unansweredSentences(problem ?? 'CLOSED', anyTaken, now), quotes: [], taken: null }
  }
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null
  const quotes = location === null ? [] : [location]
  const said = { ...refusedSentences(status, location, anyTaken), quotes }
  if (!said.isWorthASearch) return { ...said, taken: null }
  const printed = causeInAnswer(subject, refused)
  if (printed !== null) return { ...said, ...inWords(said, printed), taken: null }
  let last: Sent = refused
  const isTaken = async (each: Sent['sending'] | undefined) => {
    if (each === undefined) return false
    last = await prober.one(each)
    return fitOf(last) === 'fits'
  }
  for (const mistake of mistakesFor(subject)) {
    if (!(await isTaken(mistake.sending))) {
      // The handler is gone.
      if (last.answer.status === null) break
      continue
    }
    const taken = last
    if (await isTaken(sending(subject, 'accepted', 'valid delivery')[0]))
      return { ...refusedSentences(status, location, true), quotes, taken: null }
    const forgery = { ...mistake.difference, otherSecret: true } as const
    const [forged] = sending(subject, 'accepted', 'a forgery of the same form', forgery)
    if ((await isTaken(forged)) || !(await isTaken(mistake.sending))) continue
    return { ...said, ...inWords(said, causeOf(subject, mistake), mistake.sending.what), taken }
  }
  if (await isTaken(unsignedDelivery(subject))) {
    const taken = last
    return { ...said, stopped: `${said.stopped} It takes a delivery without a signature.`, taken }
  }
  return {
    ...said,
    stopped: `${said.stopped} None of the usual mistakes matched what the handler computes.`,
    taken: null,
  }
}

interface Cause {
  id: CauseId
  recipe: string | null
  advice: string
  /** Received texts in them. */
  quotes: readonly string[]
}

/** @param what how the accepted delivery was signed */
function inWords(
  { stopped, change, quotes }: Pick<Refusal, 'stopped' | 'change' | 'quotes'>,
  cause: Cause | null,
  what?: string,
): Pick<Refusal, 'stopped' | 'sentence' | 'change' | 'quotes'> {
  const seen = what === undefined ? stopped : `${stopped} It accepts a delivery with another signature: ${what}.`
  if (cause === null) return { stopped: seen, sentence: seen, change, quotes }
  const named = `${seen} ${causes[cause.id].title}.`
  const sentence = cause.recipe === null ? named : `${named} ${cause.recipe}`
  return { stopped: named, sentence, change: cause.advice, quotes: [...quotes, ...cause.quotes] }
}

/** Searches for the cause with the digest of the delivery that the handler accepted. */
function causeOf(subject: Subject, { sending: { request }, cause }: Mistake): Cause | null {
  if (cause !== null) return { id: cause, recipe: null, advice: adviceOf(cause, 'receiver'), quotes: [] }
  const { scheme } = subject
  const value = request.headers.find(([name]) => name.toLowerCase() === scheme.header.toLowerCase())?.[1] ?? ''
  return searched(subject, request, signaturesIn(value, scheme.form)[0] ?? value, takenBudgetMs)
}

/** Error messages of frameworks that were given a parsed body instead of its bytes. */
const parsedBody =
  /Received an instance of Object|must be provided as a string or a Buffer|Expected payload to be of type string or Buffer/

/** Finds the cause in the handler's answer: a digest that it computed, or a known error message. */
function causeInAnswer(subject: Subject, { sending: { request }, answer }: Sent): Cause | null {
  const text = answer.body.toString('utf8').slice(0, 20_000)
  const received = request.headers.map(([, value]) => value).join('\n')
  const digests = (text.match(/[A-Za-z0-9+/_-]{26,128}={0,2}/g) ?? []).filter(
    (each) => digestLengths.has(each.length) && !received.includes(each),
  )
  for (const digest of new Set(digests.slice(0, 3))) {
    const found = searched(subject, request, digest, printedBudgetMs)
    if (found !== null) return found
  }
  const seen = parsedBody.exec(text)?.[0]
  if (seen === undefined) return null
  const advice = adviceOf('body-consumed', 'receiver')
  return { id: 'body-consumed', recipe: `Its answer says "${seen}".`, advice, quotes: [] }
}

function searched(
  subject: Subject,
  request: Sent['sending']['request'],
  digest: string,
  budgetMs: number,
): Cause | null {
  const { scheme, secret } = subject
  const bytes = Buffer.from(secret, 'utf8')
  const end = performance.now() + budgetMs
  const { findings } = explain(
    {
      request: {
        headers: request.headers.flat(),
        body: request.body,
        truncated: false,
        method: request.method,
        urls: [request.url],
        receivedAt: null,
        contentLength: request.body.length,
      },
      scheme,
      secrets: [
        { bytes, label: 'shared secret', fingerprint: fingerprintOf(bytes), environment: null, standing: 'current' },
      ],
      target: { direction: 'receiver', digest },
      others: [],
    },
    { isSpent: () => performance.now() > end, bytes: budgetBytes },
    { untilProof: true },
  )
  const proof = findings.find(({ kind }) => kind === 'proof')
  if (proof === undefined) return null
  const { recipe, advice } = findingInWords<{ cause: CauseId; why: FindingReason }>(proof)
  return { id: proof.cause, recipe, advice, quotes: receivedApart(findingReasonSchema, proof.why).received }
}
