import type { ContractRemark } from '../../shared/codes/contracts.ts'
import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { ContractResult } from '../../shared/wireTypes.ts'
import type { ContractMessage, LoadedContract } from './loadContract.ts'
import { partsOf } from './readDocument.ts'
import { isObject } from './references.ts'
import type { GraphNode } from './schemaGraph.ts'

/** The parts of a delivery that may name its message. */
export interface MatchInput {
  /** Names and values in turn. */
  headers: readonly string[]
  /** Its body as JSON, or undefined. */
  body: unknown
  /** It has no body at all. */
  isEmpty?: boolean
  /** The event type that the environment's preset found, or null. */
  eventType: string | null
}

export type Match =
  | { message: ContractMessage; matched: NonNullable<ContractResult['matched']> }
  | { message: null; why: ContractRemark }

/** Makes a function that finds the message of a delivery: by its fixed values, else by its name. */
export function createMatcher({
  messages,
  nodes,
}: Pick<LoadedContract, 'messages' | 'nodes'>): (input: MatchInput) => Match {
  const byValues = valueIndex(messages, nodes)
  const byName = nameIndex(messages)
  const [first] = messages
  const only = messages.length === 1 && first !== undefined && byValues === null ? first : null

  return (input) => {
    const fixed = byValues?.(input)
    if (fixed !== undefined && fixed !== null) return fixed
    const tried = namesIn(input)
    for (const { name, evidence } of tried) {
      const found = byName.get(normalized(name))
      const [message, second] = found ?? []
      if (found === undefined || message === undefined) continue
      const exact = second === undefined ? message : found.find((each) => each.name === name)
      if (exact !== undefined) return { message: exact, matched: { by: 'name', evidence } }
      const names = found.slice(0, 5).map((each) => each.name)
      return { message: null, why: { code: 'message-ambiguous', fields: { name, messages: names } } }
    }
    if (only !== null) return { message: only, matched: { by: 'only', evidence: [] } }
    if (tried.length === 0) return { message: null, why: { code: 'nothing-names-message', fields: {} } }
    const shown = tried
      .slice(0, 4)
      .map(({ evidence }) => evidence.map(({ place, value }) => `${place} ${value}`).join(' and '))
    return { message: null, why: { code: 'message-unknown', fields: { tried: [...new Set(shown)] } } }
  }
}

interface Named {
  name: string
  evidence: { place: string; value: string }[]
}

const eventHeaders = /(?:^|-)(?:event|event-?(?:type|name|key)|topic|webhook-type|ce-type)$|^ce-type$/
const eventFields = [
  'type',
  'event',
  'event_type',
  'eventType',
  'event_name',
  'eventName',
  'topic',
  'name',
  'kind',
  'resourceType',
]
const actionFields = ['action', 'operation']

/** Names that a delivery gives itself, the most specific first: an event together with its action, then alone. */
function namesIn({ headers, body, eventType }: MatchInput): Named[] {
  const events: Named[] = []
  const add = (place: string, value: string | null | undefined): void => {
    const text = value?.trim()
    if (text !== undefined && text !== '' && text.length <= 200)
      events.push({ name: text, evidence: [{ place, value: text }] })
  }
  for (const [at, name] of headers.entries()) {
    if (at % 2 === 0 && eventHeaders.test(name.toLowerCase())) add(`header.${name.toLowerCase()}`, headers[at + 1])
  }
  for (const field of eventFields) add(`body.${field}`, textAt(body, `/${field}`))
  add('event type', eventType)
  const actions = actionFields.flatMap((field) => {
    const value = textAt(body, `/${field}`)
    return value === null ? [] : [{ place: `body.${field}`, value }]
  })
  const together = events.flatMap(({ name, evidence }) =>
    actions.map((action) => ({ name: `${name} ${action.value}`, evidence: [...evidence, action] })),
  )
  return [...together, ...events]
}

function textAt(body: unknown, pointer: string): string | null {
  const value = valueAt(body, pointer)
  return typeof value === 'string' ? value : null
}

/** `branch_protection_rule created`, `branch-protection-rule-created` and `branchProtectionRule.created` are the same. */
function normalized(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

function nameIndex(messages: readonly ContractMessage[]): Map<string, ContractMessage[]> {
  const index = new Map<string, ContractMessage[]>()
  for (const message of messages) {
    for (const key of new Set([message.name, ...message.aliases].map(normalized))) {
      index.set(key, [...(index.get(key) ?? []), message])
    }
  }
  return index
}

/** Values that the schema of a message fixes, by their place: `header.NAME` or `body.PATH`. */
type FixedValues = ReadonlyMap<string, readonly string[]>

/** Names of fields that say what a message is. A fixed status, for one, is what a message can violate. */
const telling = /(?:type|event|name|kind|topic|action|operation)$/i
/** More values than this are no discriminator. */
const maxValues = 20
const maxCombinations = 100

/**
 * Finds messages by values that their schemas fix. Only where every message that fixes any fixes the same fields, and no
 * two messages fix the same values: else a delivery could be matched to the wrong message.
 */
function valueIndex(
  messages: readonly ContractMessage[],
  nodes: readonly GraphNode[],
): ((input: MatchInput) => Match | null) | null {
  const fixed = messages.map((message) => ({ message, values: fixedValues(message, nodes) }))
  const having = fixed.filter(({ values }) => values.size > 0)
  const [first] = having
  const places = [...(first?.values.keys() ?? [])].filter((place) => having.every(({ values }) => values.has(place)))
  if (places.length === 0) return null
  const byValues = new Map<string, ContractMessage>()
  for (const { message, values } of having) {
    for (const combination of combinations(places.map((place) => values.get(place) ?? []))) {
      const key = JSON.stringify(combination)
      if (byValues.has(key)) return null
      byValues.set(key, message)
    }
  }
  return ({ headers, body }) => {
    const evidence = places.map((place) => ({ place, value: valueOf(place, headers, body) }))
    const message = byValues.get(JSON.stringify(evidence.map(({ value }) => value)))
    if (message === undefined) return null
    const by = places.every((place) => place.startsWith('header.')) ? 'header' : 'field'
    return { message, matched: { by, evidence: evidence.map(({ place, value }) => ({ place, value: value ?? '' })) } }
  }
}

function valueOf(place: string, headers: readonly string[], body: unknown): string | null {
  const [source = '', ...rest] = place.split(/[./]/)
  if (source === 'header') return headerValues(headers, rest.join('.'))[0] ?? null
  return scalarText(valueAt(body, place.startsWith('body/') ? place.slice(4) : `/${rest.join('/')}`))
}

function combinations(lists: readonly (readonly string[])[]): string[][] {
  let all: string[][] = [[]]
  for (const list of lists)
    all = all.flatMap((each) => list.map((value) => [...each, value])).slice(0, maxCombinations + 1)
  return all
}

function fixedValues({ headers, node }: ContractMessage, nodes: readonly GraphNode[]): FixedValues {
  const found = new Map<string, readonly string[]>()
  for (const [name, schema] of headers) {
    const values = valuesOf(schema)
    if (values !== null) found.set(`header.${name}`, values)
  }
  const walk = (schema: unknown, path: readonly string[], depth: number): void => {
    if (!isObject(schema) || depth > 6) return
    const target = typeof schema['$ref'] === 'string' ? nodes[Number(partsOf(schema['$ref'].slice(1))[1])] : undefined
    if (target !== undefined) walk(target.schema, path, depth + 1)
    for (const part of Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : []) walk(part, path, depth + 1)
    const values = telling.test(path.at(-1) ?? '') ? valuesOf(schema) : null
    if (values !== null)
      found.set(path.some((name) => /[./]/.test(name)) ? `body/${path.join('/')}` : `body.${path.join('.')}`, values)
    const properties = schema['properties']
    if (!isObject(properties) || path.length >= 2) return
    for (const [name, part] of Object.entries(properties)) walk(part, [...path, name], depth + 1)
  }
  walk(nodes[node]?.schema, [], 0)
  return found
}

/** The few texts that a schema allows, or null. */
function valuesOf(schema: unknown): string[] | null {
  if (!isObject(schema)) return null
  const { const: single, enum: several } = schema
  const all: unknown[] = single !== undefined ? [single] : Array.isArray(several) ? several : []
  const isFixed = all.length > 0 && all.length <= maxValues && all.every((value) => typeof value === 'string')
  return isFixed ? all.map(String) : null
}
