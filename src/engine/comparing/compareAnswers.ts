import { headerLinesValue } from '../../shared/headers.ts'
import { type Difference, differenceWithin } from '../../shared/json/difference.ts'
import { parseComparable } from '../../shared/json/exactJson.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { DifferencePart } from '../../shared/wireTypes.ts'
import { type Ignored, withoutIgnored } from './ignoreRules.ts'
import { type MaskedPlace, type MaskRule, maskText, maskValue } from './maskValues.ts'

/** The answer of a build, or why there is none. */
export interface BuildAnswer {
  status: number | null
  headers: readonly HeaderLine[]
  body: Uint8Array
  /** The code of the failure where no answer came. */
  problem: string | null
  /** ms; null without an answer. */
  took: number | null
}

/** How two answers differ. */
export interface AnswerComparison {
  /** The shape of the difference: equal for deliveries that differ in the same way. Empty: no difference. */
  parts: DifferencePart[]
  /** The places of the body that differ, generated values masked. */
  differences: Difference[]
  /** Places that differ only in a generated value, with the rule that masked it; list positions are `[*]`. */
  masked: { place: string; rule: MaskRule }[]
}

/** Values of an answer that are compared; a larger answer is compared as text. */
const maxPlaces = 20_000
/** Places that name the shape of a difference; more are counted together. */
const maxParts = 12
const maxMessage = 120

/**
 * Compares the answers of two builds to one delivery. A status that differs is the whole difference: their bodies are not
 * comparable. Pure.
 * @param request the body that was answered
 */
export function compareAnswers(
  old: BuildAnswer,
  recent: BuildAnswer,
  { request, ignored }: { request: string; ignored: Ignored },
): AnswerComparison {
  const nothing = { differences: [], masked: [] }
  if (old.status === null || recent.status === null) {
    if (old.status === recent.status) return { parts: [], ...nothing }
    const isOld = old.status === null
    const code = (isOld ? old.problem : recent.problem) ?? 'closed'
    return { parts: [{ kind: 'no-answer', build: isOld ? 'old' : 'new', code }], ...nothing }
  }
  if (old.status !== recent.status) {
    const failed = [recent, old].find(({ status }) => (status ?? 0) >= 400)
    const message = failed === undefined || ignored.body ? null : messageOf(failed, request)
    return { parts: [{ kind: 'status', before: old.status, after: recent.status, message }], ...nothing }
  }
  if (ignored.body) return { parts: [], ...nothing }
  const headers = ['content-type', 'location'].flatMap((name): DifferencePart[] => {
    const [before, after] = [old, recent].map((answer) => headerOf(answer, name, request))
    return before === after ? [] : [{ kind: 'header', name, before: before ?? '', after: after ?? '' }]
  })
  const bodies = compareBodies(old.body, recent.body, request, ignored)
  return { ...bodies, parts: [...headers, ...bodies.parts] }
}

function headerOf({ headers }: BuildAnswer, name: string, request: string): string {
  const value = headerLinesValue(headers, name)
  return name === 'content-type' ? (value.split(';')[0] ?? '').trim().toLowerCase() : maskText(value, request)
}

function compareBodies(old: Uint8Array, recent: Uint8Array, request: string, ignored: Ignored): AnswerComparison {
  const texts = [old, recent].map((body) => Buffer.from(body).toString('utf8').trim()) as [string, string]
  if (texts[0] === texts[1]) return { parts: [], differences: [], masked: [] }
  const values = texts.map(parsed)
  const [before, after] = values
  if (before === undefined || after === undefined) return compareTexts(texts, values, request)
  const noted = [new Map<string, MaskedPlace>(), new Map<string, MaskedPlace>()] as const
  const trees = [before, after].map((value, side) =>
    withoutIgnored(maskValue(value.value, request, noted[side] ?? new Map()), ignored),
  )
  const differences = differenceWithin(trees[0], trees[1], { left: maxPlaces })
  if (differences === null) return compareTexts(texts, [undefined, undefined], request)
  return { parts: partsOf(differences), differences, masked: maskedOnly(...noted) }
}

function compareTexts(
  texts: readonly [string, string],
  values: readonly ({ value: unknown } | undefined)[],
  request: string,
): AnswerComparison {
  const [before, after] = texts.map((text) => maskText(text, request)) as [string, string]
  if (before === after) return { parts: [], differences: [], masked: [] }
  const kinds = texts.map((text, side) => (text === '' ? 'empty' : values[side] === undefined ? 'text' : 'JSON'))
  const differences = [{ path: '', before: JSON.stringify(before), after: JSON.stringify(after) }]
  return { parts: [{ kind: 'text', before: kinds[0] ?? '', after: kinds[1] ?? '' }], differences, masked: [] }
}

/** The shape of a difference: each place once, without positions and values. */
function partsOf(differences: readonly Difference[]): DifferencePart[] {
  const parts = new Map<string, DifferencePart>()
  for (const { path, before, after, movedFrom } of differences) {
    const part: DifferencePart =
      movedFrom === undefined
        ? { kind: 'json', place: placeOf(path), before: kindOf(before), after: kindOf(after) }
        : { kind: 'moved', place: placeOf(path) }
    parts.set(JSON.stringify(part), part)
  }
  const sorted = [...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  const rest = sorted.length - maxParts
  return rest > 0 ? [...sorted.slice(0, maxParts), { kind: 'more', count: rest }] : sorted
}

/** A path without the positions in lists, and without members that are named by an id. */
function placeOf(path: string): string {
  return maskText(path.replaceAll(/\[\d+\]/g, '[*]'), '')
}

/** The kind of a JSON value; the value itself where there are only two of a kind; null where it was missing. */
function kindOf(text: string | null): string | null {
  if (text === null) return null
  if (text === 'null' || text === 'true' || text === 'false') return text
  if (text.startsWith('"')) return text === '""' ? 'empty text' : 'text'
  return text.startsWith('{') ? 'object' : text.startsWith('[') ? 'list' : 'number'
}

function maskedOnly(
  old: ReadonlyMap<string, MaskedPlace>,
  recent: ReadonlyMap<string, MaskedPlace>,
): AnswerComparison['masked'] {
  const places = new Map<string, MaskRule>()
  for (const [path, { rule, value }] of old) {
    const other = recent.get(path)
    if (other !== undefined && other.value !== value && other.rule === rule) places.set(placeOf(path), rule)
  }
  return [...places].map(([place, rule]) => ({ place, rule }))
}

/** The message of an error answer, without ids, times and numbers; null if it has none. */
function messageOf({ body }: BuildAnswer, request: string): string | null {
  const text = Buffer.from(body).toString('utf8').trim()
  const value = parsed(text)?.value
  const said = value === undefined ? text.replaceAll(/<[^<>]*>/g, ' ') : saidIn(value, 0)
  const line = maskText(said ?? '', request)
    .replaceAll(/\d+/g, '#')
    .split('\n')
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .find((each) => each !== '')
  return line === undefined ? null : line.slice(0, maxMessage)
}

const messageNames = ['message', 'error', 'detail', 'title', 'error_description', 'code']

function saidIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (depth > 3 || typeof value !== 'object' || value === null) return null
  const members = value as Record<string, unknown>
  for (const name of messageNames) {
    const said = Object.hasOwn(members, name) ? saidIn(members[name], depth + 1) : null
    if (said !== null) return said
  }
  return null
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseComparable(text) }
  } catch {
    return undefined
  }
}
