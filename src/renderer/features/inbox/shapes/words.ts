import type { ShapeType } from '../../../../shared/wireTypes.ts'
import { deliveryCount, groupDigits } from '../../../../shared/words/counts.ts'

const changeCount = (count: number): string => (count === 1 ? '1 change' : `${groupDigits(count)} changes`)

export const shapeWords = {
  title: 'Shapes',
  lead: 'The fields that each type of delivery really has, learned from deliveries with a valid signature, and how later ones depart.',
  loading: 'shapes',
  tryAgain: 'Try again',
  none: 'No shapes yet',
  noneWhy:
    'After the first delivery with a valid signature, the fields of its type are listed here, with types, presence and examples. From 20 deliveries of a type on, each one that departs from those before is marked, and the change waits here until you accept it.',

  type: 'Type',
  typeOption: ({ source, type, samples }: ShapeType, open: number) =>
    `${source === 'object' ? `${type} (fetched object)` : type} · ${source === 'object' ? groupDigits(samples) : deliveryCount(samples)}${open === 0 ? '' : ` · ${changeCount(open)}`}`,

  changes: 'Changes',
  changesLead: (count: number) =>
    count === 1
      ? '1 change waits: each delivery that shows it is marked until you accept it.'
      : `${changeCount(count)} wait: each delivery that shows one is marked until you accept it.`,
  noChanges: 'No change waits.',
  quiet: (samples: number, min: number) =>
    `${deliveryCount(samples)} so far: from ${min} of a type on, deliveries that depart are marked.`,
  pending: (count: number) => `${deliveryCount(count)} not compared yet.`,
  change: 'Change',
  before: 'Before',
  now: 'Now',
  since: 'Since',
  seen: 'Seen in',
  showDeliveries: deliveryCount,
  showDeliveriesOf: (sentence: string) => `Deliveries: ${sentence}`,
  accept: 'Accept',
  acceptOf: (sentence: string) => `Accept: ${sentence}`,
  acceptAll: 'Accept all',
  accepted: (count: number) => `Accepted: ${changeCount(count)}`,
  acceptedAt: 'Accepted',

  fields: 'Fields',
  cut: 'Some fields are left out: this type has more than 2,000.',
  path: 'Field',
  types: 'Type',
  textAs: (format: string) => `string (${format})`,
  presence: 'Present',
  values: 'Values or examples',
  share: (count: number, of: number) => {
    const percent = of === 0 ? 0 : (count / of) * 100
    return `${percent > 99 && percent < 100 ? '99' : Math.round(percent)} %`
  },
  shareOf: (count: number, of: number) => `${groupDigits(count)} of ${groupDigits(of)}`,
  anyOf: (values: readonly string[]) => values.join(' | '),

  code: 'Code',
  codeLead: 'Types with a reader, written from what was seen. Dates and ids stay texts, as they are in the JSON.',
  language: 'Language',
  languageOption: (name: string, tested: boolean) => (tested ? name : `${name} (untested)`),
  theCode: 'code',
  codeOf: (language: string) => `Code in ${language}`,
  writing: 'code',

  drift: 'Departs from the deliveries of its type before',
  inShapes: 'Show in Shapes',
} as const
