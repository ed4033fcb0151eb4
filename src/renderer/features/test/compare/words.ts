import { comparisonWarning } from '../../../../shared/words/sending/comparisons.ts'
import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import { durationWords } from '../../../../shared/words/durations.ts'

/** Texts of the screen that compares two builds. */
export const compareWords = {
  title: 'Compare builds',
  lead: 'Sends your stored deliveries to two builds of your app, freshly signed, and shows where their answers differ.',
  builds: 'Builds',
  old: 'Old build',
  oldHint: 'The build that is known to be good, such as http://127.0.0.1:3000/webhooks.',
  recent: 'New build',
  recentHint: 'The build under test. Each build needs its own test database.',
  filter: 'Deliveries',
  filterHint: 'A filter as in the inbox. Empty: all of this environment.',
  ignore: 'Ignore',
  ignoreHint: 'Places such as /meta/version or /items/*/price, or time, body, order. Separated by spaces.',
  apiPort: 'Port of the object API',
  apiPortHint: 'Both builds fetch objects there, as they were when each delivery came. Empty: any free port.',
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
  ],
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
