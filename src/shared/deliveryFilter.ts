/**
 * The words that narrow deliveries down: `verdict:valid type:Payment "several words" -action:delete`. Pure; for the page
 * as well as for the command line.
 */
import { type DeliverySummary, followUpStates, verdicts } from './model.ts'

const filterKeys = ['verdict', 'type', 'action', 'id', 'status'] as const
type FilterKey = (typeof filterKeys)[number]

interface FilterTerm {
  /** `text` is a word without a key. */
  key: FilterKey | 'text'
  /** In lower case; one of them must fit. */
  values: string[]
  /** It must not fit. */
  negated: boolean
}

/** All terms must hold. Without any, every delivery fits. */
export interface DeliveryFilter {
  terms: FilterTerm[]
}

export interface ParsedDeliveryFilter {
  filter: DeliveryFilter
  /** What could not be understood, as a sentence; null when all was. */
  problem: string | null
  /** Keys that are none of ours. They were taken as words, with what stands behind them. */
  unknownKeys: string[]
}

/**
 * Reads the typed form. `verdict:`, `type:`, `action:`, `id:` (of the delivery, the notification or the object) and
 * `status:` (of the follow-up) compare whole values without case, and `a|b` is one or the other; other words must occur
 * somewhere. `-` or `!` before a term turns it round; quotes keep spaces, colons and bars together. Of two values for one
 * key the last counts, unless they are negated.
 */
export function parseDeliveryFilter(text: string): ParsedDeliveryFilter {
  const terms: FilterTerm[] = []
  const problems: string[] = []
  const unknownKeys: string[] = []
  for (const token of text.match(tokens) ?? []) {
    const [, sign = '', name, quoted, bare = ''] = parts.exec(token) ?? []
    const negated = sign !== ''
    const key = filterKeys.find((known) => known === name?.toLowerCase())
    if (name !== undefined && key === undefined) unknownKeys.push(name)
    const term: FilterTerm =
      key === undefined
        ? { key: 'text', values: [wordOf(name, quoted, bare)], negated }
        : { key, values: quoted === undefined ? bare.toLowerCase().split('|') : [quoted.toLowerCase()], negated }
    const problem = problemOf(term, token)
    if (problem !== null) problems.push(problem)
    else if (isRepeated(terms, term))
      terms.splice(
        terms.findIndex((other) => isSameKey(other, term)),
        1,
        term,
      )
    else terms.push(term)
  }
  return { filter: { terms }, problem: problems[0] ?? null, unknownKeys }
}

/** A word, a "quoted text", or key:value and key:"quoted value", each with a sign or none. A quote may stay open. */
const tokens = /[-!]?(?:[A-Za-z]+:)?"[^"]*(?:"|$)|\S+/g
const parts = /^([-!]?)(?:([A-Za-z]+):)?(?:"([^"]*)"?|(.*))$/s

function wordOf(name: string | undefined, quoted: string | undefined, bare: string): string {
  const word = quoted ?? bare
  return (name === undefined ? word : `${name}:${word}`).toLowerCase()
}

function isSameKey(one: FilterTerm, other: FilterTerm): boolean {
  return one.key === other.key && !one.negated && !other.negated
}

function isRepeated(terms: readonly FilterTerm[], term: FilterTerm): boolean {
  return term.key !== 'text' && terms.some((other) => isSameKey(other, term))
}

const closed: Partial<Record<FilterTerm['key'], readonly string[]>> = { verdict: verdicts, status: followUpStates }

function problemOf({ key, values }: FilterTerm, token: string): string | null {
  if (values.includes('')) return key === 'text' ? `"${token}" stands for nothing.` : `${key}: needs a value.`
  const known = closed[key]
  const unknown = known === undefined ? undefined : values.find((value) => !known.includes(value))
  if (unknown === undefined) return null
  return `There is no ${key} "${unknown}". A ${key} is one of: ${known?.join(', ')}.`
}

/**
 * Whether a delivery fits, as far as its summary tells. A term with `-status:` fits only once the follow-up has ended: before that
 * nobody knows how it will.
 */
export function matchesDelivery({ terms }: DeliveryFilter, delivery: DeliverySummary): boolean {
  return terms.every((term) => {
    if (term.key === 'status' && term.negated && !hasEnded(delivery)) return false
    return fits(term, delivery) !== term.negated
  })
}

/** Whether nothing more is going to happen to the follow-up of a delivery by itself. */
export function hasEnded({ followUp }: DeliverySummary): boolean {
  return followUp.state !== 'waiting' && followUp.state !== 'running'
}

function fits({ key, values }: FilterTerm, delivery: DeliverySummary): boolean {
  const { id, verdict, notificationId, resourceType, resourceId, action, method, followUp } = delivery
  const isOneOf = (...fields: (string | null)[]) =>
    fields.some((field) => field !== null && values.includes(field.toLowerCase()))
  switch (key) {
    case 'verdict':
      return isOneOf(verdict)
    case 'type':
      return isOneOf(resourceType)
    case 'action':
      return isOneOf(action)
    case 'id':
      return isOneOf(id, notificationId, resourceId)
    case 'status':
      return isOneOf(followUp.state)
    case 'text':
      // Not in the verdict: "valid" occurs in "invalid" too.
      return [notificationId, resourceType, resourceId, action, method].some((field) =>
        values.some((value) => field?.toLowerCase().includes(value) === true),
      )
  }
}
