import { valueOf, type ReadDelivery } from './recordSteps.ts'
import type { RecordedIds } from './recordedValues.ts'

/** Whether a delivery is an earlier one that was sent once more. Pure. */
export function repeats(read: ReadDelivery, earlier: ReadDelivery): boolean {
  const [own, other] = [read.file, earlier.file]
  return (
    own.delivery.verdict === 'valid' &&
    other.delivery.verdict === 'valid' &&
    own.delivery.notificationId !== null &&
    own.delivery.notificationId === other.delivery.notificationId &&
    own.body.base64 === other.body.base64 &&
    read.method === earlier.method &&
    read.path === earlier.path &&
    JSON.stringify(read.headers) === JSON.stringify(earlier.headers)
  )
}

interface Known {
  id: string
  read: ReadDelivery
}

/**
 * The delivery whose signature was put on another body, where that is proven, with the values that were changed. Null where
 * a step cannot say it: bodies of different fields. Pure.
 */
export function forgedFrom<Source extends Known>(
  read: ReadDelivery,
  known: ReadonlyMap<string, Source>,
  ids: RecordedIds,
): { source: Source; with: Record<string, never> } | null {
  if (read.file.delivery.verdict !== 'invalid') return null
  for (const { why } of read.signature.explanation.findings) {
    if (why.code !== 'header-of-other-delivery') continue
    const source = known.get(why.fields.deliveryId)
    if (source === undefined || source.read.json === undefined || read.json === undefined) continue
    const changed = changedValues(source.read.json, read.json, '')
    if (changed === null || changed.length === 0) continue
    const values = changed.map(([pointer, value]) => [pointer, valueOf(value, read, ids)])
    return { source, with: Object.fromEntries(values) as Record<string, never> }
  }
  return null
}

/** JSON pointers with the values that differ; null where one of them has fields that the other has not. */
function changedValues(before: unknown, after: unknown, pointer: string): [string, unknown][] | null {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return before === after ? [] : [[pointer, after]]
  const [names, others] = [Object.keys(before), Object.keys(after)]
  if (Array.isArray(before) !== Array.isArray(after) || names.join('\n') !== others.join('\n')) return null
  const found: [string, unknown][] = []
  for (const name of names) {
    const part = name.replaceAll('~', '~0').replaceAll('/', '~1')
    const inner = changedValues(
      (before as Record<string, unknown>)[name],
      (after as Record<string, unknown>)[name],
      `${pointer}/${part}`,
    )
    if (inner === null) return null
    found.push(...inner)
  }
  return found
}
