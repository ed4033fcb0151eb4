import { scalarText } from '../json/jsonPointer.ts'
import { nearestName } from '../nearestName.ts'
import { readMoment } from '../signature/signingMoment.ts'

/** Numbers and ids that a seed repeats. */
export interface SeededRandom {
  /** From 0 to 1. */
  next(): number
  uuid(): string
  /** 8 hex digits. */
  uuid8(): string
}

/** The same numbers for the same seed (mulberry32). Pure but for its own state. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('')
  return {
    next,
    uuid8: () => hex(8),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + Math.floor(next() * 4)).toString(16)}${hex(3)}-${hex(12)}`,
  }
}

/** The meaning of a `${...}`. */
export type ValueName =
  | { kind: 'var'; name: string }
  | { kind: 'env'; name: string }
  | { kind: 'step'; id: string; path: string[] }
  | { kind: 'uuid' | 'uuid8' }
  | { kind: 'now'; distance: string; unix?: boolean }
  | { kind: 'unknown'; text: string }

/** Reads what is between the braces. Pure. */
export function readValueName(inside: string): ValueName {
  const text = inside.trim()
  const [first = '', second, ...more] = text.split('.')
  if (text === 'uuid' || text === 'uuid8') return { kind: text }
  const [isNow, unix, distance = 'now'] = /^now(\.unix)?([+-]\d{1,7}[smhd])?$/.exec(text) ?? []
  if (isNow !== undefined) return { kind: 'now', distance, ...(unix === undefined ? {} : { unix: true }) }
  if (second === undefined) return { kind: 'var', name: first }
  if (first === 'vars' && more.length === 0) return { kind: 'var', name: second }
  if (first === 'env' && more.length === 0) return { kind: 'env', name: second }
  if (first === 'steps') return { kind: 'step', id: second, path: more }
  return { kind: 'unknown', text }
}

/** The `${...}` of a text; `$${` stands for itself. */
const template = /\$\$\{|\$\{([^{}]*)\}/g

/** All names that a text uses. Pure. */
export function valueNamesIn(text: string): ValueName[] {
  return [...text.matchAll(template)].flatMap(([, inside]) => (inside === undefined ? [] : [readValueName(inside)]))
}

/** A value of a name; undefined leaves it as it is, for later. */
export type LookUp = (name: ValueName) => unknown

/**
 * Puts values in the place of `${...}`. A text that is nothing else takes the value itself, with its type. Pure as far as
 * `lookUp` is. @param isLast turns `$${` into `${`
 */
export function withValues(value: unknown, lookUp: LookUp, isLast: boolean): unknown {
  if (typeof value === 'string') return inText(value, lookUp, isLast)
  if (Array.isArray(value)) return value.map((item) => withValues(item, lookUp, isLast))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [
    String(inText(key, lookUp, isLast)),
    withValues(item, lookUp, isLast),
  ])
  return Object.fromEntries(entries)
}

function inText(text: string, lookUp: LookUp, isLast: boolean): unknown {
  const [, whole] = /^\$\{([^{}]*)\}$/.exec(text) ?? []
  if (whole !== undefined) {
    const value = lookUp(readValueName(whole))
    return value === undefined ? text : value
  }
  return text.replace(template, (found: string, inside?: string) => {
    if (inside === undefined) return isLast ? '${' : found
    const value = lookUp(readValueName(inside))
    return value === undefined ? found : (scalarText(value) ?? JSON.stringify(value))
  })
}

/** A moment as texts have it, or in whole seconds since 1970. */
export function momentValue({ distance, unix }: { distance: string; unix?: boolean }, now: number): string | number {
  const at = readMoment(distance, now) ?? now
  return unix === true ? Math.floor(at / 1000) : new Date(at).toISOString()
}

/** Says that nothing has this name, and which may be meant. Pure. */
export function unknownValue(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  if (nearest !== null) return `Nothing is named \${${name}}. Did you mean \${${nearest}}?`
  const some = ['uuid', 'uuid8', 'now', ...known].map((each) => `\${${each}}`).join(', ')
  return `Nothing is named \${${name}}. Known: ${some}, \${steps.ID.FIELD}, \${env.NAME}.`
}
