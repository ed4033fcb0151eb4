import { withoutCredentials } from '../../shared/credentials.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { formsOf } from '../../shared/redaction/handedOut.ts'
import { hideIn } from '../../shared/redaction/redactBytes.ts'
import { curlCommand } from '../../shared/requestText/curlCommand.ts'
import type { OutgoingBody } from '../../shared/requestText/outgoingRequest.ts'
import type { CheckExchange, CheckResult } from '../../shared/wireTypes.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import type { Judged } from './foldFindings.ts'
import { fitOf, type Judgement } from './judge.ts'
import type { Probe, Sent } from './subject/probe.ts'
import { isBearer } from './probes/parts.ts'
import type { Subject } from './subject/subject.ts'
import { requestBytes } from './wire/exchange.ts'

/** Longer texts are clipped, characters. */
const maxShownLength = 2000
/** Exchanges kept for one probe. */
const maxExchanges = 6
/** Larger bodies are not written into a command line, bytes. */
const maxInlineBytes = 20_000

/** Describes a probe's outcome: sentences, the requests that show it, and one of them as a command. Contains no secret. */
export function resultOf(
  { probe, judgement, sent }: Judged,
  subject: Subject,
  follows: string | undefined,
): CheckResult {
  const { outcome, severity, unfit } = judgement
  const needsChange = follows === undefined && (outcome === 'fail' || outcome === 'warning')
  const shown = unfit.length > 0 ? unfit : sent.slice(0, 1)
  const [culprit] = unfit
  const sentence = sentenceOf(probe, judgement)
  return {
    probe: probe.name,
    group: probe.group,
    title: probe.title,
    outcome: follows === undefined ? outcome : 'inconclusive',
    severity,
    sentence: withoutSecret(
      subject,
      follows === undefined ? sentence : `${judgement.detail ?? sentence} This follows from "${follows}".`,
    ),
    follows: follows ?? null,
    change: needsChange ? withoutSecret(subject, changeFor(probe, judgement)) : null,
    curl: culprit === undefined || !needsChange ? null : curlOf(subject, culprit.sending.request),
    exchanges: shown.slice(0, maxExchanges).map((each) => exchangeOf(subject, each)),
  }
}

/** Returns the advice. For a forgery that is refused, only how to refuse it. */
function changeFor(probe: Probe, { kind, outcome, change }: Judgement): string {
  if (change !== undefined) return change
  if (kind === 'without-effect')
    return 'Verify the signature before you answer, and answer 401. A 2xx tells a sender with a wrong secret that its delivery was handled.'
  if (kind === 'acted') return 'Verify the signature before any work is done.'
  if (kind === 'died') return 'Catch the error, answer 4xx and keep running: one request must not end the process.'
  if (outcome !== 'warning') return probe.change
  if (kind === 'crashed') return 'Answer 401 instead of throwing: senders treat a 5xx as an outage and retry.'
  if (kind === 'redirected') return 'Answer 401 instead of a redirect: senders do not follow it.'
  if (kind === 'silent') return 'Answer 401 at once: without an answer the sender waits and retries.'
  return probe.change
}

function faultOf(probe: Probe, { kind, outcome, fault }: Judgement): string {
  if (fault !== undefined) return fault
  if (kind === 'without-effect') return 'A forgery is answered 2xx, and no effect was counted.'
  if (kind === 'acted') return 'A delivery that must be refused had an effect.'
  if (kind === 'lost') return 'The delivery is answered 2xx, but its work is not done.'
  const isRefusal = outcome === 'warning' && (kind === 'crashed' || kind === 'redirected' || kind === 'silent')
  return isRefusal ? 'Refused, but not with a clean 4xx.' : probe.fault
}

function sentenceOf(probe: Probe, judgement: Judgement): string {
  const { outcome, detail } = judgement
  switch (outcome) {
    case 'pass':
      return detail === null ? probe.good : `${probe.good} ${detail}`
    case 'fail':
    case 'warning':
      return `${faultOf(probe, judgement)} ${detail ?? ''}`.trim()
    case 'inconclusive':
    case 'not-applicable':
      return detail ?? 'Not known.'
  }
}

function exchangeOf(subject: Subject, sent: Sent): CheckExchange {
  const { sending, answer } = sent
  const { head, body } = requestBytes(masked(subject, sending.request), sending.wire)
  const answerHead = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
  const answered =
    answer.status === null ? '' : `${answer.status}\r\n${answerHead}\r\n\r\n${answer.body.toString('utf8')}`
  return {
    what: sending.what,
    expected: sending.expect,
    status: answer.status,
    problem: answer.status === null ? answer.problem : null,
    took: Math.round(answer.took),
    fits: fitOf(sent) === 'fits',
    sent: clipped(withoutSecret(subject, head.toString('latin1') + body.toString('utf8'))),
    answered: clipped(withoutSecret(subject, answered)),
  }
}

function clipped(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`
}

/** The request with credentials of a captured delivery, and a secret that is sent itself, redacted. */
function masked(subject: Subject, request: UnsignedRequest): UnsignedRequest {
  const isProof = (name: string) => name.toLowerCase() === subject.scheme.header.toLowerCase()
  const headers = request.headers.flatMap(([name, value]): HeaderLine[] => {
    if (!isProof(name)) return withoutCredentials([[name, value]]).lines
    return [[name, isBearer(subject) ? secretMark : value]]
  })
  return { ...request, headers }
}

const secretMark = 'YOUR-SECRET'

/** Text that may quote the handler, with the secret replaced. */
export function withoutSecret({ secret }: Subject, text: string): string {
  return hideIn(
    text,
    formsOf([secret], 4).map((form) => ({ ...form, mark: secretMark })),
  )
}

function curlOf(subject: Subject, request: UnsignedRequest): string {
  const { method, url, headers, body } = masked(subject, request)
  const timed = subject.scheme.timestamp !== null
  const notes = [
    ...(timed ? ['The signature has a timestamp: run the check again for a fresh one.'] : []),
    ...(isBearer(subject) ? [`Put your secret in the place of ${secretMark}.`] : []),
    ...(body.length > maxInlineBytes
      ? ['body.json is the template with a long field; it is too long for a command line.']
      : []),
  ]
  const parts = { id: '', method, url, headers, body: bodyOf(body), bodySize: body.length, left: [], notes }
  return withoutSecret(subject, curlCommand(parts))
}

function bodyOf(body: Uint8Array): OutgoingBody {
  if (body.length === 0) return { kind: 'none' }
  if (body.length > maxInlineBytes) return { kind: 'file', name: 'body.json' }
  const bytes = Buffer.from(body)
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) && !text.includes('\0')
    ? { kind: 'text', text }
    : { kind: 'base64', base64: bytes.toString('base64') }
}
