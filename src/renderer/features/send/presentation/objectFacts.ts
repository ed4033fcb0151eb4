import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { formatClock } from '../../../text/format.ts'
import { exhibitWords } from './stageWords.ts'

interface ObjectFact {
  name: string
  value: string
}

/** The fields of a snapshot that a room understands, in their order. Pure. */
export function objectFacts(snapshot: string): ObjectFact[] {
  const object = parsed(snapshot)
  return Object.entries(exhibitWords.fields).flatMap(([path, name]) => {
    const value = path.split('.').reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), object)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = visibleText(String(value))
    return [{ name, value: path === 'amount' ? amountText(text) : text }]
  })
}

/** "31984.27" as a room reads it: "31,984.27". Other texts stay unchanged. */
function amountText(text: string): string {
  const [, digits, rest = ''] = /^(\d+)(\.\d+)?$/.exec(text) ?? []
  return digits === undefined ? text : `${groupDigits(Number(digits))}${rest}`
}

/** One place that changed, readable: the JSON text of a word without its quotes. Null where there was nothing. */
export interface Change {
  path: string
  before: string | null
  after: string | null
}

/** The changes in a snapshot, without the times that change with every update. Pure. */
export function changesOf({ difference }: Pick<ObjectItem, 'difference'>): Change[] {
  return (difference ?? [])
    .filter(({ path }) => !/updatedAt(?:Utc)?$/i.test(path))
    .map(({ path, before, after }) => ({
      path: nameOf(path),
      before: plain(before),
      after: plain(after),
    }))
}

/** The name of a place, in words for the audience where there is one. */
function nameOf(path: string): string {
  const bare = path.replace(/^[/.]/, '')
  return exhibitWords.fields[bare.replaceAll('/', '.')] ?? visibleText(bare)
}

/** A value for the eye: words without quotes, points in time as the clock showed them. */
function plain(json: string | null): string | null {
  if (json === null) return null
  if (json === 'null') return exhibitWords.empty
  const value = parsed(json)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)) return formatClock(value)
  return visibleText(typeof value === 'string' ? value : json)
}

/** The snapshots of a story, oldest first. */
export function snapshotsIn(items: readonly ObjectItem[]): ObjectItem[] {
  return items.filter(({ kind }) => kind === 'snapshot').toReversed()
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
