import { withoutCredentials } from '../../shared/credentials.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { formsOf } from '../../shared/redaction/handedOut.ts'
import { hideIn } from '../../shared/redaction/redactBytes.ts'
import { curlCommand } from '../../shared/requestText/curlCommand.ts'
import type { OutgoingBody } from '../../shared/requestText/outgoingRequest.ts'
import type { CheckExchange, CheckResult } from '../../shared/wireTypes.ts'
import type { UnsignedRequest } from '../signature/signRequest.ts'
import { fitOf, type Judgement } from './judge.ts'
import type { Probe, Sent } from './subject/probe.ts'
import { isBearer } from './probes/parts.ts'
import type { Subject } from './subject/subject.ts'
import { requestBytes } from './wire/requestBytes.ts'

/** Longer texts are clipped, characters. */
const longestShown = 2000
/** Of a probe that sends more, only these are kept. */
const mostExchanges = 6
/** A longer body is not written into a command line, bytes. */
const longestInline = 20_000

/** A probe's outcome for people: sentences, the requests that show it, and one as a command. No secret is in it. */
export function resultOf(probe: Probe, subject: Subject, judgement: Judgement, sent: readonly Sent[]): CheckResult {
  const { outcome, severity, unfit } = judgement
  const needsChange = outcome === 'fail' || outcome === 'warning'
  const shown = unfit.length > 0 ? unfit : sent.slice(0, 1)
  const [culprit] = unfit
  return {
    probe: probe.name,
    group: probe.group,
    title: probe.title,
    outcome,
    severity,
    sentence: withoutSecret(subject, sentenceOf(probe, judgement)),
    change: needsChange ? changeFor(probe, judgement) : null,
    curl: culprit === undefined ? null : curlOf(subject, culprit.sending.request),
    exchanges: shown.slice(0, mostExchanges).map((each) => exchangeOf(subject, each)),
  }
}

/** A probe that was not sent, and why. */
export function unsentResult(probe: Probe, outcome: 'not-applicable' | 'inconclusive', why: string): CheckResult {
  const { name, group, title, severity } = probe
  return { probe: name, group, title, outcome, severity, sentence: why, change: null, curl: null, exchanges: [] }
}

/** What to change. Of a forgery that is refused it is only how that is done. */
function changeFor(probe: Probe, { outcome, unfit }: Judgement): string {
  const isForgery = probe.group === 'forged' || probe.group === 'time'
  if (outcome !== 'warning' || unfit.length === 0 || !isForgery) return probe.change
  const fits = new Set(unfit.map(fitOf))
  if (fits.has('crashed')) return 'Answer 401 instead of throwing: senders take a 5xx for an outage and send again.'
  return fits.has('redirected')
    ? 'Answer 401 instead of a redirect: senders do not follow it.'
    : 'Answer 401 at once: without an answer the sender waits, and sends again.'
}

function sentenceOf(probe: Probe, { outcome, detail, unfit }: Judgement): string {
  switch (outcome) {
    case 'pass':
      return detail === null ? probe.good : `${probe.good} ${detail}`
    case 'fail':
      return detail === null ? probe.fault : `${probe.fault} ${detail}`
    case 'warning':
      return `${unfit.length > 0 ? 'Refused, but not with a clean 4xx.' : probe.fault} ${detail ?? ''}`.trim()
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
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`
}

/** The request without what must not be shown: credentials of a captured delivery, and the secret where it is sent itself. */
function masked(subject: Subject, request: UnsignedRequest): UnsignedRequest {
  const isProof = (name: string) => name.toLowerCase() === subject.scheme.header.toLowerCase()
  const headers = request.headers.flatMap(([name, value]): HeaderLine[] => {
    if (!isProof(name)) return withoutCredentials([[name, value]]).lines
    return [[name, isBearer(subject) ? secretMark : value]]
  })
  return { ...request, headers }
}

const secretMark = 'YOUR-SECRET'

function withoutSecret({ secret }: Subject, text: string): string {
  return hideIn(
    text,
    formsOf([secret], 4).map((form) => ({ ...form, mark: secretMark })),
  )
}

function curlOf(subject: Subject, request: UnsignedRequest): string {
  const { method, url, headers, body } = masked(subject, request)
  const timed = subject.scheme.timestamp !== null
  const notes = [
    ...(timed ? ['The signature has a time in it: run the check again for a fresh one.'] : []),
    ...(isBearer(subject) ? [`Put your secret in the place of ${secretMark}.`] : []),
    ...(body.length > longestInline
      ? ['body.json is the template with a long field; it is too long for a command line.']
      : []),
  ]
  const parts = { id: '', method, url, headers, body: bodyOf(body), bodySize: body.length, left: [], notes }
  return withoutSecret(subject, curlCommand(parts))
}

function bodyOf(body: Uint8Array): OutgoingBody {
  if (body.length === 0) return { kind: 'none' }
  if (body.length > longestInline) return { kind: 'file', name: 'body.json' }
  const bytes = Buffer.from(body)
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) && !text.includes('\0')
    ? { kind: 'text', text }
    : { kind: 'base64', base64: bytes.toString('base64') }
}
