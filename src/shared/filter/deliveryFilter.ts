/**
 * The filter language for deliveries: `verdict:valid type:Payment is:late after:10m "several words" -action:delete`.
 * The page, the API and the command line all use it. Pure.
 */
import type { FilterReason } from '../codes/filters.ts'
import { readMoment } from './filterMoments.ts'
import { type FieldTest, isFieldTerm, readFieldTerm } from './fieldTerm.ts'
import { contractStates } from '../codes/contractStates.ts'
import { followUpStates, verdicts } from '../codes/signature/verdicts.ts'
import { cameLateAfterMs, type DeliverySummary } from '../model.ts'
import { nearestName } from '../nearestName.ts'

export const filterKeys = [
  'verdict',
  'type',
  'action',
  'id',
  'status',
  'forward',
  'is',
  'change',
  'contract',
  'method',
  'after',
  'before',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** Values of `forward:`. */
export const forwardStates = ['none', 'waiting', 'done', 'failed'] as const

/** Values of `is:`. */
export const filterMarks = ['late', 'duplicate', 'retried', 'pinned', 'noted', 'drift'] as const

export interface FilterTerm {
  /** `text` is a word without a key, `field` asks for a field of the content, see `field`. */
  key: FilterKey | 'text' | 'field'
  /** As typed; one of them must match. */
  values: string[]
  /** In quotes: adjacent words, or a value with spaces or bars in it. */
  quoted: boolean
  /** It must not match. */
  negated: boolean
  /** Time for `after:` and `before:`, ms since the epoch; null for other keys. */
  at: number | null
  /** The field of a `field` term. */
  field?: FieldTest
}

/** All terms must match. Without terms, every delivery matches. */
export interface DeliveryFilter {
  terms: FilterTerm[]
}

export const noFilter: DeliveryFilter = { terms: [] }

export interface ParsedDeliveryFilter {
  filter: DeliveryFilter
  /** The part that could not be read, or null. `filterSentence` words it. */
  problem: FilterReason | null
  /**
   * Keys that do not exist. Each was read as a word together with its value; the caller decides how to report it (see
   * unknownFilterKey.ts). Quoted text and addresses (`http://...`, `urn:...`, `host:port`) have no key.
   */
  unknownKeys: string[]
}

/**
 * Reads the typed form. `verdict:`, `type:`, `action:`, `id:` (of the delivery, the notification or the object), `method:`
 * `status:` (of the follow-up), `change:` (the number of a change of its shape that is not accepted), `forward:` (what forwarding rules have come to) and `contract:` (what its contract says) compare whole values without the case of A to Z, and `a|b` is one or the other. `is:`
 * takes a mark. `body.customer.name:"Jane"` and the like ask for a field (see fieldTerm.ts). `after:` (that moment counts) and `before:` (it does not) take a moment, or how long ago that was.
 * Other words must occur somewhere. `-` or `!` negates a term; quotes keep spaces, colons and bars together.
 * The last of two values for one key counts, unless they are negated; marks must all hold.
 * @param now ms since the epoch: what `after:10m` counts from
 */
export function parseDeliveryFilter(text: string, now: number): ParsedDeliveryFilter {
  const terms: FilterTerm[] = []
  const problems: FilterReason[] = []
  const unknownKeys: string[] = []
  /** Index of the term that a later term with the same key replaces. */
  const places = new Map<FilterTerm['key'], number>()
  for (const token of text.match(tokens) ?? []) {
    const read = isFieldTerm(withoutSign(token)) ? readField(token) : readTerm(token, now)
    if ('problem' in read) {
      problems.push(read.problem)
      continue
    }
    const { term, unknownKey } = read
    if (unknownKey !== null) unknownKeys.push(unknownKey)
    const problem = problemOf(term, token)
    if (problem !== null) {
      problems.push(problem)
      continue
    }
    const place = isReplaced(term) ? (places.get(term.key) ?? terms.length) : terms.length
    if (isReplaced(term)) places.set(term.key, place)
    terms[place] = term
  }
  return { filter: { terms }, problem: problems[0] ?? null, unknownKeys }
}

/**
 * A word, a "quoted text", key:value, key:"quoted value" or body.field>="quoted value", optionally after a sign. The closing
 * quote may be missing.
 */
const tokens = /[-!]?(?:[A-Za-z][^\s"=<>!:]*(?::|!?=|[<>]=?))?"[^"]*(?:"|$)|\S+/g
const parts = /^([-!]?)(?:([A-Za-z][\w.-]*):)?(?:"([^"]*)"?|(.*))$/s

const withoutSign = (token: string): string => token.replace(/^[-!]/, '')

function readField(token: string): { term: FilterTerm; unknownKey: null } | { problem: FilterReason } {
  const word = withoutSign(token)
  const read = readFieldTerm(word)
  if (typeof read === 'string') return { problem: { code: 'filter-field-unreadable', fields: { word, problem: read } } }
  const { test, values, quoted } = read
  return { term: { key: 'field', values, quoted, negated: word !== token, at: null, field: test }, unknownKey: null }
}

function readTerm(token: string, now: number): { term: FilterTerm; unknownKey: string | null } {
  const [, sign = '', name, quotedText, bare = ''] = parts.exec(token) ?? []
  const negated = sign !== ''
  const quoted = quotedText !== undefined
  const value = quotedText ?? bare
  const key = filterKeys.find((known) => known === name?.toLowerCase())
  if (key === undefined) {
    const values = [name === undefined ? value : `${name}:${value}`]
    const hasKey = name !== undefined && (quoted || !isAddress(name, value))
    return { term: { key: 'text', values, quoted, negated, at: null }, unknownKey: hasKey ? name : null }
  }
  const values = quoted || isMoment(key) ? [value] : value.split('|')
  return { term: { key, values, quoted, negated, at: isMoment(key) ? readMoment(value, now) : null }, unknownKey: null }
}

/** `http://...`, `urn:...` and the like, `host:port` with or without a path, `C:\...`. */
function isAddress(scheme: string, rest: string): boolean {
  return (
    /^(?:https?|wss?|ftp|file|urn|did|mailto|tel|data|about)$/i.test(scheme) ||
    /^(?:\/\/|\\|\d{1,5}(?:[/?#]|$))/.test(rest)
  )
}

function isMoment(key: FilterTerm['key']): key is 'after' | 'before' {
  return key === 'after' || key === 'before'
}

/** Whether a later term with the same key replaces this one. */
function isReplaced({ key, negated }: FilterTerm): boolean {
  return key !== 'text' && key !== 'field' && key !== 'is' && !negated
}

const closed: Partial<Record<FilterTerm['key'], readonly string[]>> = {
  verdict: verdicts,
  status: followUpStates,
  forward: forwardStates,
  is: filterMarks,
  contract: contractStates,
}

function problemOf({ key, values, at }: FilterTerm, token: string): FilterReason | null {
  if (key === 'field') return null
  if (values.includes('')) {
    return key === 'text'
      ? { code: 'filter-word-empty', fields: { word: token } }
      : { code: 'filter-value-missing', fields: { key } }
  }
  if (isMoment(key)) return at === null ? { code: 'filter-moment-unreadable', fields: { key, word: token } } : null
  const known = closed[key]
  const unknown = known === undefined ? undefined : values.find((value) => !known.includes(foldCase(value)))
  return known === undefined || unknown === undefined
    ? null
    : {
        code: 'filter-value-unknown',
        fields: { key, value: unknown, nearest: nearestName(unknown, known), known: [...known] },
      }
}

/** Lowers the letters A to Z only, which is how SQLite's NOCASE compares. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Whether a term needs the content of a delivery, which only the store has: words, and fields of body, object or headers. */
export function needsContent({ key }: FilterTerm): boolean {
  return key === 'text' || key === 'field'
}

/**
 * Whether all terms match but those that need the content. A `-status:` term matches only
 * once the follow-up has ended: before that its outcome is unknown.
 */
export function matchesFields({ terms }: DeliveryFilter, delivery: DeliverySummary): boolean {
  return terms.every((term) => needsContent(term) || holds(term, delivery))
}

function holds(term: FilterTerm, delivery: DeliverySummary): boolean {
  if (term.key === 'status' && term.negated && !hasEnded(delivery)) return false
  return fits(term, delivery) !== term.negated
}

/** Whether the follow-up of a delivery has ended. The user can still run it again. */
export function hasEnded({ followUp }: DeliverySummary): boolean {
  return followUp.state !== 'waiting' && followUp.state !== 'running'
}

function fits({ key, values, at }: FilterTerm, delivery: DeliverySummary): boolean {
  const isOneOf = (...fields: (string | null)[]) =>
    fields.some((field) => field !== null && values.some((value) => foldCase(value) === foldCase(field)))
  switch (key) {
    case 'verdict':
      return isOneOf(delivery.verdict)
    case 'type':
      return isOneOf(delivery.resourceType)
    case 'action':
      return isOneOf(delivery.action)
    case 'id':
      return isOneOf(delivery.id, delivery.notificationId, delivery.resourceId)
    case 'status':
      return isOneOf(delivery.followUp.state)
    case 'forward':
      return isOneOf(delivery.forward?.state ?? 'none')
    case 'contract':
      return isOneOf(delivery.contract ?? null)
    case 'is':
      return isOneOf(...marksOf(delivery))
    case 'change':
      return isOneOf(...(delivery.drift ?? []).map(String))
    case 'method':
      return isOneOf(delivery.method)
    case 'after':
      return at !== null && Date.parse(delivery.receivedAt) >= at
    case 'before':
      return at !== null && Date.parse(delivery.receivedAt) < at
    case 'text':
    case 'field':
      return true
  }
}

export function marksOf(delivery: DeliverySummary): (typeof filterMarks)[number][] {
  const { cameLate, duplicate, retried, pinned, note, drift = [] } = delivery
  const has = { late: cameLate, duplicate, retried, pinned, noted: note !== null, drift: drift.length > 0 }
  return filterMarks.filter((mark) => has[mark])
}

/** Whether a delivery is late. The time from sending to arrival (ms) compares the clocks of two machines. */
export function isLate(sentToReceivedMs: number | null): boolean {
  return sentToReceivedMs !== null && sentToReceivedMs > cameLateAfterMs
}
