import { checkSends } from '../../../shared/words/sending/checks.ts'
import { countOf } from '../../../shared/words/counts.ts'
import type { CheckExchange, CheckOutcome, CheckReport, CheckSeverity } from '../../../shared/wireTypes.ts'

const expectedWords = { accepted: '2xx', refused: '4xx', handled: '2xx or 4xx' }

/** Texts of the Test screen. */
export const testWords = {
  title: 'Test',
  lead: 'Sends valid, forged, repeated and malformed deliveries to your handler on this machine, grades it, and says what to change.',
  handler: 'Handler',
  url: 'URL of your handler',
  urlHint: 'On this machine, such as http://127.0.0.1:3000/webhooks.',
  scheme: 'Sender',
  secret: 'Shared secret',
  otherSecret: 'Another secret',
  pasted: 'Secret',
  pastedHint: 'Signs this run and is not stored.',
  template: 'Delivery as template',
  templateHint: 'ID of a delivery, which is signed again. Empty: an example of the sender.',
  effects: 'Effects',
  effectsHint:
    'Counts the requests your handler makes to the sandbox, to find work done twice. It needs the sandbox’s base URL and password.',
  effectChoices: { usual: 'Automatic', 'follow-ups': 'Requests to the sandbox', none: 'Not counted' },
  start: 'Test handler',
  cancel: 'Cancel',
  warning: `${checkSends} Use a test database: your handler acts on the valid ones.`,
  urlMissing: 'Enter the URL of your handler.',
  secretMissing: 'Enter the secret your handler uses.',
  progress: (report: CheckReport) => `${report.done} of ${report.of} probes, ${countOf(report.sent, 'request')}`,
  result: 'Result',
  ended: (report: CheckReport) => `${countOf(report.sent, 'request')} in ${(report.took / 1000).toFixed(1)} s`,
  noFindings: 'Nothing to change',
  findingsOf: (count: number, severity: CheckSeverity) => countOf(count, `${severity} finding`),
  worstDecides: 'The worst finding sets the grade.',
  counts: (pass: number, unknown: number) => `${countOf(pass, 'test')} passed, ${unknown} inconclusive.`,
  overall: 'Overall',
  folded: (passed: number, notApplicable: number) =>
    [
      ...(passed === 0 ? [] : [`${passed} passed`]),
      ...(notApplicable === 0 ? [] : [`${notApplicable} not applicable`]),
    ].join(', '),
  requests: (count: number) => countOf(count, 'request'),
  graded: 'What is graded',
  groups: {
    valid: 'Genuine deliveries are accepted, in time, with headers in any case.',
    forged: 'Missing, foreign and altered signatures are rejected.',
    spelling: 'The signature is checked over the raw bytes, not over parsed JSON.',
    time: 'Old, future and altered timestamps and ids are rejected, where the sender signs them.',
    repeats: 'A delivery that arrives twice or out of order is processed once.',
    content: 'New types, missing fields and broken bodies do not crash it.',
    transport: 'Large, slow, chunked and aborted requests are handled.',
    answers: 'No redirects, secrets or stack traces, and no status that stops the sender.',
  },
  follows: (count: number) => `${countOf(count, 'more result')} with this cause`,
  grade: (group: string, grade: string) => `Grade of ${group}: ${grade}`,
  noGrade: 'no grade',
  change: 'What to change',
  outcome: (status: number | null, problem: string | null, expected: CheckExchange['expected'], took: number) =>
    `${status ?? `no answer (${problem ?? 'closed'})`}, expected ${expectedWords[expected]}, ${took} ms`,
  sent: 'Sent',
  answered: 'Answered',
  curl: 'the cURL command',
  isNew: 'new',
  fixed: 'fixed',
  since: (fixed: number, fresh: number) =>
    fixed + fresh === 0 ? 'Same findings as the last run.' : `Since the last run: ${fixed} fixed, ${fresh} new.`,
  history: 'History',
  historyEmpty: 'No runs yet.',
  when: 'When',
  target: 'URL',
  grades: 'Grade',
  findings: 'Findings',
  effectsCommand: 'hookscope check URL --effects CMD',
  show: 'Show',
  shown: 'Shown',
  showOf: (time: string, url: string) => `Show ${time}, ${url}`,
  shownOf: (time: string, url: string) => `Shown: ${time}, ${url}`,
  resultOf: (url: string) => `Result of ${url}`,
  list: 'Runs',
  forEffects:
    'The answers do not show whether repeated deliveries are processed twice. Let the handler fetch objects from the sandbox, or count its work with',
}

export const outcomeWords: Record<CheckOutcome, string> = {
  pass: 'Pass',
  fail: 'Fail',
  warning: 'Warning',
  inconclusive: 'Inconclusive',
  'not-applicable': 'Not applicable',
}

/** How a run is that has not ended well. */
export const stateWords: Record<Exclude<CheckReport['state'], 'done'>, string> = {
  running: 'Running',
  refused: 'Valid deliveries refused',
  died: 'Handler stopped answering',
  cancelled: 'Cancelled',
}

export const severityWords: Record<CheckSeverity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}
