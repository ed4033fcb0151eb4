import { checkSends } from '../../../shared/words/checks.ts'
import { countOf } from '../../../shared/words/counts.ts'
import type { CheckExchange, CheckOutcome, CheckReport, CheckSeverity } from '../../../shared/wireTypes.ts'

const expectedWords = { accepted: '2xx', refused: '4xx', handled: '2xx or 4xx' }

/** Words of the screen Check handler. */
export const checkWords = {
  title: 'Test',
  lead: 'Sends valid, forged, repeated and odd deliveries to your own handler on this machine, and says what to change.',
  handler: 'Handler',
  url: 'URL of your handler',
  urlHint: 'On this machine, such as http://127.0.0.1:3000/webhooks.',
  scheme: 'Sender',
  secret: 'Shared secret',
  otherSecret: 'Another secret',
  pasted: 'Secret',
  pastedHint: 'Signs this run and is not stored.',
  template: 'Delivery as template',
  templateHint: 'ID of a captured delivery; it is signed again. Empty: an example of the sender.',
  effects: 'Effects',
  effectsHint:
    'Automatic counts how often your handler fetches each object from the sandbox, unless the template is from another environment. The handler needs the sandbox’s base URL and password.',
  effectChoices: { usual: 'Automatic', 'follow-ups': 'Requests to the sandbox', none: 'Not counted' },
  start: 'Check handler',
  cancel: 'Cancel',
  warning: `${checkSends} Use a test database: some deliveries are valid, and a handler acts on them.`,
  urlMissing: 'Enter the URL of your handler.',
  secretMissing: 'Enter the secret that your handler has.',
  progress: (report: CheckReport) => `${report.done} of ${report.of} probes, ${countOf(report.sent, 'request')}`,
  result: 'Result',
  ended: (report: CheckReport) => `${countOf(report.sent, 'request')} in ${(report.took / 1000).toFixed(1)} s`,
  counts: (pass: number, findings: number, unknown: number) =>
    `${pass} passed · ${findings} to change · ${unknown} inconclusive`,
  overall: 'Overall',
  folded: (passed: number, notApplicable: number) =>
    [
      ...(passed === 0 ? [] : [`${passed} passed`]),
      ...(notApplicable === 0 ? [] : [`${notApplicable} not applicable`]),
    ].join(', '),
  requests: (count: number) => countOf(count, 'request'),
  graded: 'What is graded',
  groups: {
    valid: 'Genuine deliveries are accepted, in time and whatever the case of their headers.',
    forged: 'Missing, foreign and altered signatures are refused.',
    spelling: 'The signature is checked over the raw bytes, however the JSON is written.',
    time: 'Old, future and changed timestamps and ids, where the sender signs them.',
    repeats: 'A delivery that arrives twice, late or out of order does its work once.',
    content: 'New fields and types, missing fields and broken bodies.',
    transport: 'Large, slow, chunked and broken-off requests.',
    answers: 'No redirects, secrets or stack traces, and no status that makes the sender give up.',
  },
  follows: (count: number) => (count === 1 ? '1 result follows from it' : `${count} results follow from it`),
  grade: (group: string, grade: string) => `Grade of ${group}: ${grade}`,
  noGrade: 'no grade',
  gradeLine: (group: string, grade: string | null) => `${group}: ${grade ?? '–'}`,
  spokenGrade: (group: string, grade: string | null) => `${group} ${grade ?? 'no grade'}`,
  change: 'What to change',
  outcome: (status: number | null, problem: string | null, expected: CheckExchange['expected'], took: number) =>
    `${status ?? `no answer (${problem ?? 'closed'})`}, expected ${expectedWords[expected]}, ${took} ms`,
  sent: 'Sent',
  answered: 'Answered',
  curl: 'the cURL command',
  isNew: 'new',
  fixed: 'fixed',
  since: (fixed: number, fresh: number) =>
    fixed + fresh === 0 ? 'Same findings as the run before.' : `Since the run before: ${fixed} fixed, ${fresh} new.`,
  history: 'History',
  historyEmpty: 'No checks yet.',
  when: 'When',
  target: 'URL',
  grades: 'Grades',
  findings: 'To change',
  effectsCommand: 'hookscope check URL --effects CMD',
  show: 'Show',
  shown: 'Shown',
  showOf: (time: string, url: string) => `Show ${time}, ${url}`,
  shownOf: (time: string, url: string) => `Shown: ${time}, ${url}`,
  resultOf: (url: string) => `Result of ${url}`,
  list: 'Checks',
  forEffects:
    'The answers do not show whether repeated deliveries do their work twice. Let the handler fetch objects from the sandbox, or count its work with',
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
