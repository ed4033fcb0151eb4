import { at, type JsonIndex, none } from './jsonIndex.ts'
import { textOfKey } from './textOf.ts'

/** The way to a value: keys and positions from the outside in. */
export function stepsTo(index: JsonIndex, bytes: Uint8Array, node: number): (string | number)[] {
  const steps: (string | number)[] = []
  for (let inner = node; at(index.parent, inner) !== none; inner = at(index.parent, inner)) {
    steps.push(at(index.key, inner) === none ? at(index.position, inner) : textOfKey(bytes, at(index.key, inner)))
  }
  return steps.toReversed()
}

/** JSONPath (RFC 9535): `$.a[0]['odd key']`. */
export function jsonPath(steps: readonly (string | number)[]): string {
  return `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : nameStep(step))).join('')}`
}

function nameStep(name: string): string {
  // Beyond ASCII, every character but half of a surrogate pair may be in a short name.
  if (/^[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*$/u.test(name)) return `.${name}`
  const escapes: Record<string, string> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
  const escaped = name.replace(/['\\\p{Cc}\ud800-\udfff]/gu, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`
    return escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return `['${escaped}']`
}

/** JSON Pointer (RFC 6901): `/a/0/odd key`; empty for the whole. */
export function jsonPointer(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
