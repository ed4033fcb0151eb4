import type { Comparison, DifferenceCluster } from '../../../shared/wireTypes.ts'
import {
  comparisonRemarks,
  comparisonSentence,
  differenceTitle,
  stoppedSentence,
  valueBefore,
} from '../../../shared/words/sending/comparisons.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { durationWords } from '../../../shared/words/durations.ts'
import type { Part } from '../../output/terminal.ts'
import { xml } from '../check/checkReports.ts'

/** Places of an example that are printed. */
const maxPlaces = 5
const maxText = 120

/** The progress of a run, on a terminal. */
export function showComparison(view: Comparison): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001B[K${view.state === 'running' ? comparisonSentence(view) : ''}`)
}

/** A comparison as lines for a terminal. Pure. */
export function comparisonLines(view: Comparison): Part[][] {
  const stopped = stoppedSentence(view)
  const isFine = view.state === 'done' && view.differ === 0
  const width = Math.max(...view.clusters.map(({ count }) => groupDigits(count).length), 1)
  return [
    ...view.clusters.flatMap((cluster) => clusterLines(cluster, width)),
    ...(view.clusters.length === 0 ? [] : [[]]),
    [
      { text: comparisonSentence(view), colour: isFine ? 'green' : 'red' },
      { text: `  ${durationWords(view.took)}`, colour: 'grey' },
    ],
    ...(stopped === null ? [] : [[{ text: stopped, colour: 'red' } as const]]),
    ...comparisonRemarks(view).map((text): Part[] => [{ text, colour: 'yellow' }]),
    ...(view.masked.length === 0
      ? []
      : [[{ text: `Masked: ${view.masked.map(({ place }) => place).join(', ')}`, colour: 'grey' } as const]]),
  ]
}

function clusterLines({ count, parts, types, example }: DifferenceCluster, width: number): Part[][] {
  const indent = ' '.repeat(width + 2)
  const of = types.map(({ type, count: many }) => `${type === '' ? 'no type' : type} ${groupDigits(many)}`).join(', ')
  const { old, new: recent, deliveryId, differences } = example
  const isSlower = parts.some(({ kind }) => kind === 'slower')
  const shown = isSlower
    ? [`${durationWords(old.took ?? 0)} → ${durationWords(recent.took ?? 0)}`]
    : differences
        .slice(0, maxPlaces)
        .map(
          (place) =>
            `${placeName(place.path)}: ${cut(valueBefore(place) ?? 'missing')} → ${cut(place.after ?? 'missing')}`,
        )
  return [
    [{ text: `${groupDigits(count).padStart(width)}  `, colour: 'red' }, { text: differenceTitle(parts) }],
    [{ text: `${indent}${of}; such as delivery ${deliveryId}`, colour: 'grey' }],
    ...shown.map((text): Part[] => [{ text: `${indent}${text}`, colour: 'grey' }]),
  ]
}

/** A difference of texts has no place. */
function placeName(path: string): string {
  return path === '' ? 'the whole body' : path
}

function cut(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText)}…`
}

/** A case for all that is the same, and one for each way to differ. Pure. */
export function comparisonJunit(view: Comparison): string {
  const stopped = stoppedSentence(view)
  const { clusters, same, unknown, took } = view
  const cases = [
    `    <testcase classname="compare-builds" name="${xml(`${groupDigits(same)} deliveries answered alike`)}"/>`,
    ...clusters.map(({ parts, count, deliveryIds, example }) => {
      const detail = [
        `Deliveries: ${deliveryIds.join(', ')}${deliveryIds.length < count ? ', ...' : ''}`,
        ...example.differences.map(
          (place) => `${placeName(place.path)}: ${valueBefore(place) ?? 'missing'} -> ${place.after ?? 'missing'}`,
        ),
      ].join('\n')
      return `    <testcase classname="compare-builds" name="${xml(differenceTitle(parts))}"><failure message="${xml(`${groupDigits(count)} deliveries, such as ${example.deliveryId}`)}">${xml(detail)}</failure></testcase>`
    }),
    ...(unknown === 0
      ? []
      : [
          `    <testcase classname="compare-builds" name="unknown"><skipped message="${xml(`${groupDigits(unknown)} deliveries: an object had no stored snapshot`)}"/></testcase>`,
        ]),
    ...(stopped === null
      ? []
      : [`    <testcase classname="compare-builds" name="run"><error message="${xml(stopped)}"/></testcase>`]),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookscope compare-builds">\n  <testsuite name="${xml(`${view.old} and ${view.new}`)}" tests="${cases.length}" failures="${clusters.length}" errors="${stopped === null ? 0 : 1}" skipped="${unknown === 0 ? 0 : 1}" timestamp="${view.startedAt.slice(0, 19)}" time="${(took / 1000).toFixed(3)}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`
}
