import { parseExactly } from '../../../shared/json/exactJson.ts'
import { headerValues } from '../../../shared/headers.ts'
import { valueAt } from '../../../shared/json/jsonPointer.ts'
import type { CapturedRequest } from '../../../shared/model.ts'

/** Larger bodies are not read for a template, bytes: it is on the way to the answer. */
const largestBody = 256 * 1024

/** The values that templates take from one request; each part is read when the first place needs it. */
export interface AnswerFacts {
  method: string
  /** Below the receiver path, without the query: `/` or `/orders/7`. */
  path: string
  /** It is the n-th request that fits the rule. */
  nth: number
  /** Milliseconds since the epoch. */
  now: number
  header(name: string): string | undefined
  query(name: string): string | undefined
  bodyText(): string
  /** The value at a JSON pointer, as written; undefined where nothing is. */
  json(pointer: string): { json: unknown; written: string } | { unreadable: true } | undefined
}

export function answerFactsOf(request: CapturedRequest, nth: number, now: number): AnswerFacts {
  const text = lazily(() => new TextDecoder().decode(request.body.subarray(0, largestBody)))
  const root = lazily(() => jsonOf(request.body))
  return {
    method: request.method,
    path: subPathOf(request.target),
    nth,
    now,
    header: (name) => headerValues(request.headers, name)[0],
    query: (name) => queryValue(request.target, name),
    bodyText: text,
    json(pointer) {
      const value = root()
      if (value === null) return { unreadable: true }
      const found = valueAt(value.root, pointer)
      if (found === undefined) return undefined
      try {
        return { json: found, written: JSON.stringify(found) }
      } catch {
        return { unreadable: true }
      }
    },
  }
}

/** The path behind `/in/KEY` in a request target, without the query; `/` where there is none. */
export function subPathOf(target: string): string {
  const path = target.split(/[?#]/, 1)[0] ?? ''
  const [, below = ''] = /^(?:https?:\/\/[^/]*)?\/in\/[^/]*(\/.*)?$/i.exec(path) ?? []
  return below === '' ? '/' : below
}

function queryValue(target: string, name: string): string | undefined {
  const start = target.indexOf('?')
  if (start === -1) return undefined
  return new URLSearchParams(target.slice(start + 1)).get(name) ?? undefined
}

function jsonOf(body: Uint8Array): { root: unknown } | null {
  if (body.length > largestBody) return null
  try {
    return { root: parseExactly(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
  } catch {
    return null
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
