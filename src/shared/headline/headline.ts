import { differenceWithin, type Difference } from '../json/difference.ts'
import { isExactNumber, parseExactly } from '../json/exactJson.ts'
import { amountText } from './eventHeadline.ts'
import { lastOf, type Topic, topicOf } from './headlineText.ts'
import type { Headline, HeadlineItem } from '../model.ts'

/** Maximum length of a text that is read for a row. */
const maxText = 64 * 1024
/** Number of places of two objects that are compared for a headline; a list has many headlines. */
const maxPlaces = 5000
const max = { changes: 2, items: 3, value: 60, field: 60 }

/** Fields about the delivery and its object, which say nothing about what happened. */
const envelope = new Set(['id', 'organizationId', 'createdAtUtc', 'resourceType', 'resourceId', 'action', 'changes'])

/** Fields that change with every update, whatever it was about; no service claims them. */
const bookkeeping =
  /^(?:(?:last_?)?(?:updated|modified|changed)(?:_?(?:at|on|by|utc|date|time|timestamp))*|(?:row_?)?version|revision|etag)$/i

/** Whether a field is written with every change, so that it says nothing about what happened. @param path as in `difference` */
export function isBookkeeping(path: string): boolean {
  return bookkeeping.test(lastOf(path))
}

/** Members in which senders put the object that an event is about. */
const wrappers = ['data', 'object', 'payload', 'resource', 'attributes', 'entity', 'detail', 'event']

/**
 * The headline of an object: how it differs from its snapshot before, then what it is. Pure.
 * @param before JSON text, or null for the first snapshot
 * @returns null where it is no JSON object, or has nothing that fits into a line
 */
export function objectHeadline(before: string | null, after: string): Headline | null {
  const object = objectOf(after)
  if (object === null) return null
  const earlier = before === null ? null : objectOf(before)
  const changes = earlier === null ? [] : changesBetween(earlier, object)
  const shown = new Set(changes.slice(0, max.changes).map(({ field }) => field))
  const facts = factsOf(object).filter(({ field }) => !shown.has(field))
  return headlineOf('object', changes, facts)
}

/**
 * The headline of a delivery's body: its `changes`, else the fields that say most. Pure, and never throws.
 * @param changesText `changes` as JSON text, or null, see parseNotification
 * @param event its type, where that is known: what it says is no news
 */
export function bodyHeadline(
  body: Uint8Array,
  changesText: string | null,
  event: string | null = null,
): Headline | null {
  if (body.length === 0 || body.length > maxText) return null
  const claims = changesText === null ? [] : claimsOf(changesText)
  if (claims.length > 0) return headlineOf('changes', claims, [])
  const object = objectOf(new TextDecoder().decode(body))
  if (object === null) return null
  const fields = Object.fromEntries(Object.entries(object).filter(([field]) => !envelope.has(field)))
  const facts = factsOf(fields, maxWrappers)
  return headlineOf('body', [], event === null ? facts : facts.filter((fact) => !isSaidBy(event, fact)))
}

function isSaidBy(event: string, { field, after }: HeadlineItem): boolean {
  return (
    topicOf(field) === 'event' || (after !== null && event.toLowerCase().split(/[._/]/).includes(after.toLowerCase()))
  )
}

function headlineOf(source: Headline['source'], changes: HeadlineItem[], facts: HeadlineItem[]): Headline | null {
  const shown = changes.slice(0, max.changes)
  const items = [...shown, ...facts].slice(0, max.items)
  return items.length === 0 ? null : { source, items, more: changes.length - shown.length }
}

function changesBetween(before: Record<string, unknown>, after: Record<string, unknown>): HeadlineItem[] {
  const differences = differenceWithin(before, after, { left: maxPlaces }) ?? []
  const said = differences.filter(({ path }) => !isBookkeeping(path))
  const useful = said.filter(({ path }) => topicOf(path) !== 'detail')
  return byTopic(useful.length > 0 ? useful : said, ({ path }) => path).map((difference) => changeOf(difference, after))
}

function changeOf({ path, before, after }: Difference, object: Record<string, unknown>): HeadlineItem {
  const unit = topicOf(path) === 'money' && !path.includes('.') ? unitIn(object) : ''
  return {
    field: clip(path, max.field),
    kind: 'changed',
    before: before === null ? null : clip(valueOfJson(before), max.value),
    after: after === null ? null : clip(valueOfJson(after) + unit, max.value),
  }
}

/** `changes` as services write them: new values, pairs of old and new ones, or names of fields. */
function claimsOf(changesText: string): HeadlineItem[] {
  const changes = parsed(changesText)
  if (Array.isArray(changes)) {
    const names = changes.filter((name) => typeof name === 'string')
    return byTopic(names, String).map((field) => ({
      field: clip(field, max.field),
      kind: 'named',
      before: null,
      after: null,
    }))
  }
  if (!isObject(changes)) return []
  const hasMoney = Object.keys(changes).some((field) => topicOf(field) === 'money')
  const said = Object.entries(changes).filter(
    ([field]) => !isBookkeeping(field) && !(hasMoney && unitFields.includes(field)),
  )
  return byTopic(said, ([field]) => field).map(([field, value]) => claimOf(clip(field, max.field), value, changes))
}

function claimOf(field: string, value: unknown, changes: Record<string, unknown>): HeadlineItem {
  const pair = pairOf(value)
  if (pair !== null) {
    return {
      field,
      kind: 'changed',
      before: clip(textOf(pair[0]), max.value),
      after: clip(textOf(pair[1]), max.value),
    }
  }
  const unit = topicOf(field) === 'money' ? unitIn(changes) : ''
  return { field, kind: 'value', before: null, after: clip(textOf(value) + unit, max.value) }
}

const pairs = [
  ['old', 'new'],
  ['from', 'to'],
  ['before', 'after'],
  ['oldValue', 'newValue'],
  ['old_value', 'new_value'],
  ['previous', 'current'],
] as const

/** The old and the new value, where a claim names both. */
function pairOf(value: unknown): [unknown, unknown] | null {
  if (!isObject(value)) return null
  for (const [one, other] of pairs) {
    if (Object.hasOwn(value, one) && Object.hasOwn(value, other)) return [value[one], value[other]]
  }
  return null
}

/** Depth of nested wrappers that are looked into. */
const maxWrappers = 8

/** Describes an object by its own fields, or by those of the wrapped object where the top level has none. */
function factsOf(object: Record<string, unknown>, wrappersLeft = 0): HeadlineItem[] {
  const named = Object.entries(object).filter(
    ([field, value]) => isScalar(value) && value !== null && value !== '' && topicOf(field) !== 'detail',
  )
  const facts = byTopic(named, ([field]) => field)
    .filter(([field]) => topicOf(field) !== 'other')
    .map(([field, value]): HeadlineItem => {
      const unit = topicOf(field) === 'money' ? unitIn(object) : ''
      const text = unit === '' ? textOf(value) : amountText(textOf(value), unit.trim())
      return { field: clip(field, max.field), kind: 'value', before: null, after: clip(text, max.value) }
    })
  if (wrappersLeft === 0) return facts
  const inner = wrappers.map((name) => object[name]).find(isObject)
  const wrapped = inner === undefined ? [] : factsOf(inner, wrappersLeft - 1)
  // An event says what happened; the object in it says how it is now.
  const own = facts.filter(({ field }) => topicOf(field) === 'event' || wrapped.length === 0)
  return [...own.slice(0, 1), ...wrapped, ...(wrapped.length === 0 ? own.slice(1) : [])]
}

const unitFields = ['currency', 'currencyCode', 'currency_code', 'asset', 'unit']

function unitIn(object: Record<string, unknown>): string {
  for (const field of unitFields) {
    const unit = object[field]
    if (typeof unit === 'string' && unit.length > 0 && unit.length <= 8) return ` ${unit}`
  }
  return ''
}

function byTopic<T>(all: readonly T[], pathOf: (each: T) => string): T[] {
  const order: Topic[] = ['state', 'money', 'event', 'name', 'other', 'detail']
  return all.toSorted((a, b) => order.indexOf(topicOf(pathOf(a))) - order.indexOf(topicOf(pathOf(b))))
}

function valueOfJson(json: string): string {
  return textOf(parsed(json))
}

/** A value as readable text in a line: no quotes, no inner structure. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length}]`
  if (isObject(value)) return '{…}'
  return JSON.stringify(value) ?? ''
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || isExactNumber(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
}

function objectOf(text: string): Record<string, unknown> | null {
  if (text.length > maxText) return null
  const value = parsed(text)
  return isObject(value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text)
  } catch {
    return null
  }
}

/** One line, up to a number of characters. */
function clip(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`
}
