import type { Finding, Probe, Sent } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { sending, isBearer, withSignature, asSending } from './parts.ts'
import { flipped } from './validProbes.ts'

/** Probes that look at all answers of a run: secrets in them, and codes that stop the sender. */
export const answerProbes: readonly Probe[] = [
  {
    name: 'plain-answer',
    group: 'answers',
    severity: 'high',
    source: 'Standard Webhooks; Svix',
    title: 'No redirect, login page or CSRF error',
    good: 'Answers come from the handler itself.',
    fault: 'A redirect, login page or CSRF check is in the way. Senders do not follow redirects.',
    change: 'Exempt the route from login and CSRF checks, and configure the final URL with its slash.',
    plan: (subject) => ({ sendings: sending(subject, 'accepted', 'valid delivery') }),
    judge: (_sent, _subject, all) => {
      const found = all.find(({ answer }) => answer.status !== null && answer.status >= 300 && answer.status < 400)
      return found === undefined ? null : seen(found, `redirect, status ${found.answer.status}`)
    },
  },
  {
    name: 'talkative',
    group: 'answers',
    severity: 'critical',
    source: 'measured; judgement',
    title: 'The right signature, the secret or a stack trace in an answer',
    good: 'Answers give nothing away.',
    fault: 'An answer gives something away that forgers can use.',
    change: 'Answer a refusal with its status and no detail; log the details on your side.',
    plan: (subject) => ({
      sendings: asSending('refused', 'wrong signature', withSignature(subject, subject.delivery(), flipped)),
    }),
    // How it was refused is not asked here.
    judgeAll: (_sent, _counted, subject, all) =>
      worst(all.map((each) => givenAway(each, subject))) ?? { outcome: 'pass', detail: null },
  },
  {
    name: 'unsubscribes',
    group: 'answers',
    severity: 'medium',
    source: 'Standard Webhooks',
    title: 'No 404, 410 or 429 for deliveries that should be taken',
    good: 'No answer tells the sender to stop.',
    fault: 'Many senders take 410 for "unsubscribe" and switch a webhook off after many 404.',
    change: 'Answer unknown types and objects with 2xx.',
    plan: (subject) => ({ sendings: sending(subject, 'accepted', 'valid delivery') }),
    judge: (_sent, _subject, all) => {
      const found = all.find(
        ({ sending: { expect }, answer }) => expect === 'accepted' && [404, 410, 429].includes(answer.status ?? 0),
      )
      return found === undefined ? null : seen(found, `status ${found.answer.status}`)
    },
  },
]

function seen(sent: Sent, detail: string): Finding {
  const { what } = sent.sending
  return { outcome: 'fail', detail: `${what}: ${detail}.`, at: sent }
}

function worst(findings: readonly (Finding | null)[]): Finding | null {
  const found = findings.filter((each) => each !== null)
  return found.find(({ outcome }) => outcome === 'fail') ?? found[0] ?? null
}

const traces =
  /\bat (?:(?:async|new|get|set) )?[\w.<>$]+ \((?:file:\/\/|\/|[A-Z]:\\)|Traceback \(most recent call last\)|goroutine \d+ \[|\.(?:java|cs):\d+\)/

function givenAway({ sending: sent, answer }: Sent, subject: Subject): Finding | null {
  if (answer.status === null) return null
  const text = answer.body.toString('utf8')
  const { what } = sent
  if (subject.secret.length > 5 && text.includes(subject.secret))
    return { outcome: 'fail', detail: `${what}: the answer has the secret in it.` }
  if (!isBearer(subject) && sent.expect === 'refused') {
    const right = subject.rightSignature(sent.request)
    if (right !== null && right.length > 15 && text.includes(right) && !sentText(sent).includes(right))
      return {
        outcome: 'fail',
        detail: `${what}: the answer has the right signature in it, so anyone may ask you to sign.`,
      }
  }
  return traces.test(text) ? { outcome: 'warning', detail: `${what}: the answer has a stack trace in it.` } : null
}

function sentText({ request }: Sent['sending']): string {
  return request.headers.map(([, value]) => value).join('\n')
}
