/**
 * The words that narrow deliveries down: `verdict:valid type:Payment is:late after:10m "several words" -action:delete`.
 * Pure; the one language of the page, the API and the command line.
 */
import type { FilterWhy } from './codes/filters.ts'
import { readMoment } from './filterMoments.ts'
import { followUpStates, verdicts } from './codes/verdicts.ts'
import { cameLateAfterMs, type DeliverySummary } from './model.ts'

export const filterKeys = [
  'verdict',
  'type',
  'action',
  'id',
  'status',
  'forward',
  'is',
  'method',
  'after',
  'before',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** Values of `forward:`. */
export const forwardStates = ['none', 'waiting', 'done', 'failed'] as const

/** Values of `is:`. */
export const filterMarks = ['late', 'duplicate', 'retried', 'pinned', 'noted'] as const

export interface FilterTerm {
  /** `text` is a word without a key. */
  key: FilterKey | 'text'
  /** As typed; one of them must fit. */
  values: string[]
  /** In quotes:  words that must be next to each other, and a value with spaces or bars in it. */
  quoted: boolean
  /** It must not fit. */
  negated: boolean
  /** The moment that `after:` and `before:` mean, ms since the epoch; else null. */
  at: number | null
}

/** All terms must hold. Without any, every delivery fits. */
export interface DeliveryFilter {
  terms: FilterTerm[]
}

export const noFilter: DeliveryFilter = { terms: [] }

export interface ParsedDeliveryFilter {
  filter: DeliveryFilter
  /** The part that could not be read, or null. `filterSentence` words it. */
  problem: FilterWhy | null
  /**
   * Keys that do not exist. Each was read as a word together with its value; what that means is for the caller to say (see
   * unknownFilterKey.ts). Quoted text and addresses (`http://...`, `urn:...`, `host:port`) have no key.
   */
  unknownKeys: string[]
}

/**
 * Reads the typed form. `verdict:`, `type:`, `action:`, `id:` (of the delivery, the notification or the object), `method:`
 * `status:` (of the follow-up) and `forward:` (what forwarding rules have come to) compare whole values without the case of A to Z, and `a|b` is one or the other. `is:`
 * takes a mark. `after:` (that moment counts) and `before:` (it does not) take a moment, or how long ago that was.
 * Other words must occur somewhere. `-` or `!` negates a term; quotes keep spaces, colons and bars together.
 * The last of two values for one key counts, unless they are negated; marks must all hold.
 * @param now ms since the epoch: what `after:10m` counts from
 */
export function parseDeliveryFilter(text: string, now: number): ParsedDeliveryFilter {
  const terms: FilterTerm[] = []
  const problems: FilterWhy[] = []
  const unknownKeys: string[] = []
  /** Where the term of a key is that a later one replaces. */
  const places = new Map<FilterTerm['key'], number>()
  for (const token of text.match(tokens) ?? []) {
    const { term, unknownKey } = readTerm(token, now)
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

/** A word, a "quoted text", or key:value and key:"quoted value", each with a sign or none. A quote may stay open. */
const tokens = /[-!]?(?:[A-Za-z][\w.-]*:)?"[^"]*(?:"|$)|\S+/g
const parts = /^([-!]?)(?:([A-Za-z][\w.-]*):)?(?:"([^"]*)"?|(.*))$/s

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

/** Of several such terms with one key the last counts. */
function isReplaced({ key, negated }: FilterTerm): boolean {
  return key !== 'text' && key !== 'is' && !negated
}

const closed: Partial<Record<FilterTerm['key'], readonly string[]>> = {
  verdict: verdicts,
  status: followUpStates,
  forward: forwardStates,
  is: filterMarks,
}

function problemOf({ key, values, at }: FilterTerm, token: string): FilterWhy | null {
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
    : { code: 'filter-value-unknown', fields: { key, value: unknown, known: [...known] } }
}

/** Text without the case of the letters A to Z: what an index without case (NOCASE) compares. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Whether everything but the words fits: those need the body, which only the store has. A term with `-status:` fits only
 * once the follow-up has ended: before that its outcome is unknown.
 */
export function matchesFields({ terms }: DeliveryFilter, delivery: DeliverySummary): boolean {
  return terms.every((term) => term.key === 'text' || holds(term, delivery))
}

function holds(term: FilterTerm, delivery: DeliverySummary): boolean {
  if (term.key === 'status' && term.negated && !hasEnded(delivery)) return false
  return fits(term, delivery) !== term.negated
}

/** Whether the follow-up of a delivery has ended, unless the user runs it again. */
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
    case 'is':
      return isOneOf(...marksOf(delivery))
    case 'method':
      return isOneOf(delivery.method)
    case 'after':
      return at !== null && Date.parse(delivery.receivedAt) >= at
    case 'before':
      return at !== null && Date.parse(delivery.receivedAt) < at
    case 'text':
      return true
  }
}

/** The marks of a delivery. */
export function marksOf(delivery: DeliverySummary): (typeof filterMarks)[number][] {
  const { cameLate, duplicate, retried, pinned, note } = delivery
  const has = { late: cameLate, duplicate, retried, pinned, noted: note !== null }
  return filterMarks.filter((mark) => has[mark])
}

/** Whether a delivery came late, by the time from its sending to its arrival (ms, by two clocks). */
export function isLate(sentToReceivedMs: number | null): boolean {
  return sentToReceivedMs !== null && sentToReceivedMs > cameLateAfterMs
}
