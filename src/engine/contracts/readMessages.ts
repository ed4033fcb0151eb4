import type { ContractProblemReason } from '../../shared/codes/contracts.ts'
import { pointerTo } from './readDocument.ts'
import { isObject, type References, type Target } from './references.ts'

/** Version of JSON Schema that a payload is written in. */
export type Dialect = '2020-12' | 'draft-07'

export type ContractFormat = 'OpenAPI' | 'AsyncAPI' | 'JSON Schema'

/** A message of a contract as its document defines it. */
export interface FoundMessage {
  name: string
  /** Further names that a delivery may use. */
  aliases: string[]
  summary: string | null
  file: string
  pointer: string
  payload: Target
  dialect: Dialect
  /** Schemas of its headers by their names in lower case. */
  headers: ReadonlyMap<string, unknown>
  examples: unknown[]
}

export interface FoundProblem {
  file: string
  pointer: string
  why: ContractProblemReason
}

/** Collects messages and problems of one document. */
export interface Finder {
  references: References
  messages: FoundMessage[]
  problems: FoundProblem[]
}

/** Follows a reference, or reports why that is impossible. */
export function followed({ references, problems }: Finder, target: Target): Target | null {
  const found = references.follow(target)
  if (!('code' in found)) return found
  problems.push({ file: target.resource.file, pointer: target.pointer, why: found })
  return null
}

/** The member of an object, or undefined. */
export function member(target: Target, ...names: string[]): Target | undefined {
  let { value } = target
  for (const name of names) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value === undefined ? undefined : { ...target, pointer: pointerTo(target.pointer, ...names), value }
}

export function members(target: Target | undefined): [name: string, target: Target][] {
  if (target === undefined || !isObject(target.value)) return []
  return Object.entries(target.value).map(([name, value]) => [
    name,
    { ...target, pointer: pointerTo(target.pointer, name), value },
  ])
}

export function textIn(value: unknown, name: string): string | null {
  const text = isObject(value) ? value[name] : undefined
  return typeof text === 'string' && text !== '' ? text : null
}

/** Examples of a schema or media type: `example`, and `examples` as a list or as a map of `{value}`. */
export function examplesOf(value: unknown): unknown[] {
  if (!isObject(value)) return []
  const { example, examples } = value
  const listed = Array.isArray(examples)
    ? (examples as unknown[])
    : isObject(examples)
      ? Object.values(examples).flatMap((each) => (isObject(each) && 'value' in each ? [each['value']] : []))
      : []
  return example === undefined ? listed : [example, ...listed]
}

/** The dialect that an address names, or null for one that is not supported. */
export function dialectOf(address: unknown): Dialect | null {
  if (address === undefined) return '2020-12'
  const text = typeof address === 'string' ? address : JSON.stringify(address)
  if (/draft-0[67]\b/.test(text)) return 'draft-07'
  if (/draft-0\d/.test(text)) return null
  return '2020-12'
}
