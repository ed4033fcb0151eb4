import { checkSends } from '../../../shared/words/sending/checks.ts'
import { comparisonWarning } from '../../../shared/words/sending/comparisons.ts'
import { orderWarning } from '../../../shared/words/sending/orders.ts'
import { groupTitles } from '../../../shared/checkGrades.ts'
import { countOf, groupDigits } from '../../../shared/words/counts.ts'
import { durationWords } from '../../../shared/words/durations.ts'
import type { CheckExchange, CheckGroup, CheckOutcome, CheckReport, CheckSeverity } from '../../../shared/wireTypes.ts'

const expectedWords = { accepted: '2xx', refused: '4xx', handled: '2xx or 4xx' }

const gradedGroups: Record<CheckGroup, string> = {
  valid: 'Genuine deliveries are accepted, in time, with headers in any case.',
  forged: 'Missing, foreign and altered signatures are rejected.',
  spelling: 'The signature is checked over the raw bytes, not over parsed JSON.',
  time: 'Old, future and altered timestamps and ids are rejected, where the sender signs them.',
  repeats: 'A delivery that arrives twice or out of order is processed once.',
  content: 'New types, missing fields and broken bodies do not crash it.',
  transport: 'Large, slow, chunked and aborted requests are handled.',
  answers: 'No redirects, secrets or stack traces, and no status that stops the sender.',
}

/** Texts of the Test screen. */
export const testWords = {
  title: 'Test',
  lead: 'Sends valid, forged, repeated and malformed deliveries to your handler on this machine, grades it, and says what to change.',
  form: 'Handler',
  before: 'What is graded',
  facts: (Object.keys(groupTitles) as CheckGroup[]).map((group) => [groupTitles[group], gradedGroups[group]] as const),
  url: 'URL of your handler',
  urlHint: 'On this machine, such as http://127.0.0.1:3000/webhooks.',
  scheme: 'Sender',
  secret: 'Shared secret',
  otherSecret: 'Another secret',
  pasted: 'Secret',
  pastedHint: 'Signs this run and is not stored.',
  valid: 'Valid delivery',
  validHint: 'All others are made from it. It is signed for this run.',
  ofSender: 'An example of the sender',
  captured: 'A captured delivery',
  ofContract: (message: string) => `Contract: ${message}`,
  delivery: 'ID of the delivery',
  deliveryHint: 'The number below its title in the inbox.',
  deliveryMissing: 'Enter the ID of a delivery, a number.',
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

/** Texts of the screen that compares two builds. */
export const compareWords = {
  title: 'Compare builds',
  lead: 'Sends your stored deliveries to two builds of your app, freshly signed, and shows where their answers differ.',
  form: 'Builds',
  old: 'Old build',
  oldHint: 'The build that is known to be good, such as http://127.0.0.1:3000/webhooks.',
  recent: 'New build',
  recentHint: 'The build under test. Each build needs its own test database.',
  filter: 'Deliveries',
  filterHint: 'A filter as in the inbox. Empty: all of this environment.',
  ignore: 'Ignore',
  ignoreHint: 'Places such as /meta/version or /items/*/price, or time, body, order. Separated by spaces.',
  apiPort: 'Port of the object API',
  apiPortHint: 'Both builds can fetch objects there, as they were when each delivery came. Empty: any free port.',
  start: 'Compare builds',
  cancel: 'Cancel',
  warning: comparisonWarning,
  urlMissing: 'Enter the URL of this build.',
  portWrong: 'A port is a number up to 65535.',
  before: 'What is compared',
  facts: [
    ['Answers', 'Status, JSON and headers that matter. Generated ids, timestamps and durations are masked.'],
    ['Time', 'Only answers that take at least five times as long, measured four times.'],
    [
      'Objects',
      'Requests of both builds are answered from the stored snapshots. Without one: 404, counted as unknown.',
    ],
  ] as const,
  result: 'Result',
  api: (baseUrl: string, tokenUrl: string) => `Objects at ${baseUrl}, tokens at ${tokenUrl}`,
  apiUser: 'with the user and password of the sandbox',
  cases: (same: number, differ: number, unknown: number) =>
    `${groupDigits(same)} alike, ${groupDigits(differ)} different, ${groupDigits(unknown)} unknown`,
  took: (ms: number) => durationWords(ms),
  masked: (places: string) => `Masked: ${places}`,
  ways: 'Differences',
  count: (count: number) => countOf(count, 'delivery', 'deliveries'),
  types: (types: readonly { type: string; count: number }[]) =>
    types.map(({ type, count }) => `${type === '' ? 'no type' : type} ${groupDigits(count)}`).join(', '),
  example: 'Example',
  delivery: (id: string) => `Delivery ${id}`,
  place: 'Place',
  oldAnswer: 'Old build',
  newAnswer: 'New build',
  missing: 'missing',
  wholeBody: 'the whole body',
  answer: (status: number | null, problem: string | null, took: number | null) =>
    `${status ?? `no answer (${problem ?? 'closed'})`}${took === null ? '' : `, ${durationWords(took)}`}`,
  empty: 'No body',
  cut: 'Only the beginning is shown.',
  save: 'Download result',
  none: 'Every answer is alike',
}

/** Texts of the screen that plays deliveries in other orders. */
export const orderWords = {
  title: 'Orders',
  lead: 'Plays the deliveries of one object to your app in other orders, twice, at the same time and with a lost answer, and finds the shortest that ends otherwise.',
  form: 'Object and app',
  object: 'Object',
  objectHint: 'Type and ID, such as Payment 4711. A part of either finds objects of this environment.',
  objectMissing: 'Enter a type and an ID, such as Payment 4711.',
  objects: 'Objects',
  url: 'URL of your handler',
  urlHint: 'On this machine, such as http://127.0.0.1:3000/webhooks.',
  reset: 'URL that resets the app',
  resetHint: 'Gets a POST before each schedule. The command line also takes commands.',
  state: 'URL of its state',
  stateHint: 'Answers JSON or text after each schedule. Empty: only answers are compared, the state stays unknown.',
  ignore: 'Ignore',
  ignoreHint: 'Places of the state such as /orders/*/version. Separated by spaces.',
  start: 'Play orders',
  cancel: 'Cancel',
  warning: orderWarning,
  missing: 'Fill this in.',
  before: 'What is played',
  facts: [
    ['In order', 'Each delivery once, twice over: two results that differ are flaky, and nothing is claimed.'],
    ['Other orders', 'Neighbours swapped, then every permutation of up to six deliveries, of more a sample.'],
    ['Twice', 'One delivery repeated at once, at the same time, and again at the end.'],
    ['At the same time', 'Two neighbours in parallel.'],
    ['Lost answers', 'The connection is closed before the answer, and the delivery is retried.'],
  ] as const,
  result: 'Result',
  faults: 'What ends otherwise',
  inOrder: 'In order',
  found: 'As found',
  compared: { state: 'State', answers: 'Answers' },
  laneHead: 'Delivery',
  lane: (number: number, label: string) => `#${number} ${label}`,
  played: 'sent',
  cut: 'answer lost',
  together: 'at the same time',
  step: (place: number) => `Step ${place}`,
  place: 'Place',
  missingValue: 'missing',
  whole: 'all of it',
  repeat: (schedule: string, times: number) => `Seen ${times} times. Play it once more: --schedule "${schedule}"`,
  scenario: 'Download scenario',
  noScenario: 'Scenarios have no step for this one.',
  of: (type: string, id: string) => `${type} ${id}`,
}
