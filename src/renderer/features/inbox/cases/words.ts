import type { ExportInput, ExportPreview } from '../../../../shared/wireTypes.ts'
import { cutOffSentence, recheckedWords } from '../../../../shared/words/caseFiles.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { countOf, deliveryCount, groupDigits } from '../../../../shared/words/counts.ts'

type Form = NonNullable<ExportInput['as']>
type Kind = ExportPreview['counts'][number]['kind']

export const caseWords = {
  title: 'Case files',
  lead: 'Hand deliveries to somebody else in one file, and open files that others handed to you, read only and beside your own deliveries.',

  exportTitle: 'Export',
  exportLead: 'Credentials, receiver keys and tunnel hosts are always left out.',
  filter: 'Filter',
  filterHint: 'In the language of the inbox. Empty: every delivery.',
  filterOf: (environment: string) => `Deliveries of ${environment}`,
  selected: (count: number) => countOf(count, 'selected delivery', 'selected deliveries'),
  story: (type: string) => `All deliveries of the ${type}`,
  byFilter: 'Use a filter instead',
  form: 'Format',
  forms: {
    case: 'Case file (.hookscope)',
    json: 'JSON',
    ndjson: 'NDJSON, a delivery a line',
    har: 'HAR',
    curl: 'cURL commands',
    http: '.http requests',
  } satisfies Record<Form, string>,
  personal: 'Personal data to leave out',
  detectors: {
    iban: 'IBANs (with checksum)',
    card: 'Card numbers (with checksum)',
    email: 'E-mail addresses',
    phone: 'Phone numbers with a country code',
    field: 'Names and addresses',
  },
  pointers: 'JSON pointers to leave out',
  pointersHint: 'Separated by spaces, such as /user/iban. * is any name or index.',
  fingerprints: 'Leave out fingerprints of secrets',
  fingerprintsHint: 'For outsiders. With the secret, the deliveries can still be checked.',
  exactBodies: 'Keep bodies exact',
  exactBodiesHint: 'Fields of bodies that are named for a credential stay, so that signatures can still be checked.',

  preview: 'Preview',
  export: 'Export',
  cancel: 'Cancel',
  progress: (done: number, total: number, size: number) =>
    `${groupDigits(done)} of ${groupDigits(total)} deliveries, ${formatBytes(size)}`,
  saved: (name: string, size: number) => `${name} was saved, ${formatBytes(size)}.`,
  cancelled: 'The export was cancelled. Nothing was saved.',
  stopPreview: 'Stop counting',
  looked: ({ deliveries, looked }: ExportPreview, running: boolean) => {
    const all = deliveryCount(deliveries)
    if (running) return `${groupDigits(looked)} of ${all} counted, the newest first.`
    return looked < deliveries
      ? `Only the newest ${groupDigits(looked)} of ${all} were counted. The same is left out of all of them.`
      : `${all}.`
  },
  failed: ({ failed, explainingSeconds }: ExportPreview) =>
    `${groupDigits(failed)} of them ${failed === 1 ? 'has' : 'have'} a failed signature. Causes are searched for while the file is written, for ${explainingSeconds} s in all; the file says how many are not explained.`,
  nothing: 'Nothing is left out of these.',
  counts: 'What is left out',
  examples: 'Before and after',
  columns: {
    kind: 'Kind',
    count: 'Values',
    deliveries: 'Deliveries',
    delivery: 'Delivery',
    at: 'Place',
    before: 'Before',
    after: 'After',
  },
  kinds: {
    iban: 'IBAN',
    card: 'Card number',
    email: 'E-mail address',
    phone: 'Phone number',
    field: 'Field named for a person',
    credential: 'Credential',
    pointer: 'JSON pointer',
    value: 'The same value elsewhere',
  } satisfies Record<Kind, string>,
  unchecked: ({ body, token, address }: ExportPreview['unchecked']) =>
    [
      body > 0
        ? `${groupDigits(body)} ${body === 1 ? 'loses' : 'lose'} hash and signature, because the body changes`
        : '',
      token > 0 ? `${groupDigits(token)} ${token === 1 ? 'is' : 'are'} proven by a token, which is left out` : '',
      address > 0
        ? `${groupDigits(address)} ${address === 1 ? 'signs' : 'sign'} the public address, which is left out`
        : '',
    ]
      .filter((part) => part !== '')
      .join('; '),
  uncheckedTitle: (reasons: string) => `The receiver of the file can't check some of them again: ${reasons}.`,
  unread: (reason: ExportPreview['unread'][number]['reason'], count: number, leftOut: number) =>
    `${groupDigits(count)} ${count === 1 ? 'body' : 'bodies'} could not be searched (${unreadWords[reason]})${leftOut > 0 ? ` and ${count === 1 ? 'is' : 'are'} left out` : ''}.`,

  openTitle: 'Open',
  openLead:
    'A case file, a JSON or NDJSON export, or a HAR. Choose it, or drop it on this page. Nothing in it is executed or fetched.',
  choose: 'Choose a file',
  reading: (name: string, done: number, size: number) => `${name}: ${formatBytes(done)} of ${formatBytes(size)}`,
  opened: (name: string, deliveries: number) => `${name}: ${deliveryCount(deliveries)}`,
  showOpened: 'Show its deliveries',
  cutOff: cutOffSentence,
  refused: (count: number) => `${countOf(count, 'piece was', 'pieces were')} not taken`,
  line: (line: number, sentence: string) => `Line ${groupDigits(line)}: ${sentence}`,

  listTitle: 'Opened files',
  none: 'No file is open.',
  name: 'File',
  openedAt: 'Opened',
  recheck: 'Checked again',
  rechecked: recheckedWords,
  recheckedOf: (counts: Parameters<typeof recheckedWords>[0]) => `Checked again: ${recheckedWords(counts)}`,
  close: 'Close',
  closeQuestion: (name: string) => `Close ${name}?`,
  closeText: 'Its deliveries are removed from here. The file itself stays where you have it.',
  keep: 'Keep',
  loading: 'case files',
  tryAgain: 'Try again',

  back: 'All case files',
  foreign: 'Case file, read-only',
  list: 'Deliveries of the file',
  search: 'Search',
  ofObject: 'Deliveries of this object',
  ofAll: 'All deliveries',
  noMatch: 'No delivery of this file matches.',
}

const unreadWords = {
  encoded: 'compressed',
  binary: 'no UTF-8',
  'too-deep': 'nested too deeply',
} as const
