import type { CauseId } from '../../shared/codes/causes.ts'
import { signaturesIn } from '../../shared/signature/signaturesIn.ts'
import type { FindingWhy } from '../../shared/codes/findings.ts'
import { causes } from '../../shared/words/causes/causes.ts'
import { adviceOf } from '../../shared/words/findingPhrases.ts'
import { findingInWords } from '../../shared/words/findings.ts'
import { refusedSentences, unansweredSentences } from '../../shared/words/checks.ts'
import { explain } from '../signature/explain/explain.ts'
import { fingerprintOf } from '../signature/verificationSecret.ts'
import { fitOf } from './judge.ts'
import { type Mistake, mistakesFor, unsignedDelivery } from './mistakes.ts'
import { sending } from './probes/parts.ts'
import type { Prober } from './prober.ts'
import type { Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

/** Why the baseline was refused, in words, with the exchanges that show it. */
export interface Refusal {
  sentence: string
  change: string
  stopped: string

  /** The delivery that was taken in place of the valid one; null where none was. */
  taken: Sent | null
}

/** A search near a known mistake takes milliseconds. */
const budget = { ms: 1000, bytes: 256 * 1024 ** 2 }

/**
 * Finds out why valid deliveries are refused. A cause is named only where the handler took a delivery that was signed with
 * that mistake, refused a forgery of the same form, and still refuses the valid one; or where its answer has the digest
 * that it computed.
 * @param refused a valid delivery that was not answered 2xx
 * @param anyTaken another valid delivery was
 */
export async function explainRefusal(
  subject: Subject,
  prober: Pick<Prober, 'one'>,
  refused: Sent,
  anyTaken: boolean,
): Promise<Refusal> {
  const { status, headers, problem } = refused.answer
  if (status === null) {
    // Asked once more: a process that ended at the delivery takes no connection now.
    const [again] = sending(subject, 'accepted', 'valid delivery')
    const now = again === undefined || problem === 'TIMEOUT' ? null : (await prober.one(again)).answer.problem
    return { ...unansweredSentences(problem ?? 'CLOSED', anyTaken, now), taken: null }
  }
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? null
  const said = refusedSentences(status, location, anyTaken)
  if (!said.isWorthASearch) return { ...said, taken: null }
  const printed = causeInAnswer(subject, refused)
  if (printed !== null) return { ...said, ...inWords(said.stopped, printed), taken: null }
  let last: Sent = refused
  const isTaken = async (each: Sent['sending'] | undefined) => {
    if (each === undefined) return false
    last = await prober.one(each)
    return fitOf(last) === 'fits'
  }
  for (const mistake of mistakesFor(subject)) {
    if (!(await isTaken(mistake.sending))) {
      // Nothing can be learnt from a handler that is gone.
      if (last.answer.status === null) break
      continue
    }
    const taken = last
    if (await isTaken(sending(subject, 'accepted', 'valid delivery')[0]))
      return { ...refusedSentences(status, location, true), taken: null }
    const forgery = { ...mistake.difference, otherSecret: true } as const
    const [forged] = sending(subject, 'accepted', 'a forgery of the same form', forgery)
    if ((await isTaken(forged)) || !(await isTaken(mistake.sending))) continue
    return { ...said, ...inWords(said.stopped, causeOf(subject, mistake), mistake.sending.what), taken }
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
}

function inWords(stopped: string, { id, recipe, advice }: Cause, what?: string) {
  const { title } = causes[id]
  const takes = what === undefined ? '' : ` It takes this in its place: ${what}.`
  const sentence = [`${title}.`, recipe].filter((text) => text !== null).join(' ')
  return { stopped: `${stopped}${takes} ${title}.`, sentence: `${stopped}${takes} ${sentence}`, change: advice }
}

/** The cause by the search over what the handler computed: the digest of the delivery that it took. */
function causeOf(subject: Subject, { sending: { request }, cause }: Mistake): Cause {
  const { scheme } = subject
  const value = request.headers.find(([name]) => name.toLowerCase() === scheme.header.toLowerCase())?.[1] ?? ''
  const digest = signaturesIn(value, scheme.form)[0] ?? value
  const found = cause === null ? searched(subject, request, digest) : null
  return (
    found ?? {
      id: cause ?? 'message-template',
      recipe: null,
      advice: adviceOf(cause ?? 'message-template', 'receiver'),
    }
  )
}

/** Texts by which frameworks say that they were given a parsed body in place of its bytes. */
const parsedBody =
  /Received an instance of Object|must be provided as a string or a Buffer|Expected payload to be of type string or Buffer|\[object Object\]/

/** The digest that the handler computed, or the error that names the mistake, where its answer says it. */
function causeInAnswer(subject: Subject, { sending: { request }, answer }: Sent): Cause | null {
  const text = answer.body.toString('utf8').slice(0, 20_000)
  const received = request.headers.map(([, value]) => value).join('\n')
  const digests = (text.match(/[A-Za-z0-9+/_-]{27,128}={0,2}/g) ?? []).filter((each) => !received.includes(each))
  for (const digest of new Set(digests.slice(0, 4))) {
    const found = searched(subject, request, digest)
    if (found !== null) return found
  }
  const seen = parsedBody.exec(text)?.[0]
  if (seen === undefined) return null
  return { id: 'body-consumed', recipe: `Its answer says "${seen}".`, advice: adviceOf('body-consumed', 'receiver') }
}

function searched(subject: Subject, request: Sent['sending']['request'], digest: string): Cause | null {
  const { scheme, secret } = subject
  const bytes = Buffer.from(secret, 'utf8')
  const end = performance.now() + budget.ms
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
    { isSpent: () => performance.now() > end, bytes: budget.bytes },
    { untilProof: true },
  )
  const proof = findings.find(({ kind }) => kind === 'proof')
  if (proof === undefined) return null
  const { recipe, advice } = findingInWords<{ cause: CauseId; why: FindingWhy }>(proof)
  return { id: proof.cause, recipe, advice }
}
