import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import { type Variant, variant } from '../causes/change.ts'
import { jsonChanges } from './jsonChanges.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { jsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { type FormatName, layouts, writerOf } from './profiles.ts'

/** Beyond this depth JSON.stringify always fails, after it has taken long. */
export const deepestStringified = 10_000

/**
 * The most common rewrites of JSON, by JavaScript's own parser and writer: they are ten times as fast as a writer that goes
 * token by token, so that a large body is soon explained. Their proofs are named by what differs in the bytes.
 */
export function likelyJson(body: Buffer, document: () => JsonDocument | null): Variant[] {
  const text = once(() => body.toString('utf8'))
  const value = once((): { parsed: unknown } | null => {
    try {
      return isDeep(body) ? null : { parsed: JSON.parse(text()) as unknown }
    } catch {
      return null
    }
  })
  const written = (indent: string | number | undefined) =>
    once(() => {
      const known = value()
      try {
        return known === null ? null : JSON.stringify(known.parsed, null, indent)
      } catch {
        // Some thousand levels exhaust JSON.stringify.
        return null
      }
    })
  const again = (
    cause: CauseId,
    cost: number,
    [name, format]: readonly [string, FormatName],
    make: () => string | null,
  ): Variant => ({
    changes: [
      {
        cause,
        cost,
        how: ` as ${name} writes it`,
        writer: writerOf(name, format, () => differences(document(), make())),
      },
    ],
    make: () => bufferOrNull(make()),
  })
  const spaced = once(() => onOneLine(written(1)()))
  const compact = written(undefined)
  const sorted = once(() => {
    const known = value()
    return known === null ? null : attempt(() => JSON.stringify(sortedKeys(known.parsed)))
  })
  const indented = indents.map(([indent, format, shown]) => ({ format, shown, make: written(indent) }))
  return [
    again('body-reserialised', 8, ["JavaScript's JSON.stringify(JSON.parse(body))", 'compact'], compact),
    variant('body-escaped-slashes', 7, ' with its slashes escaped (/ as \\/)', () =>
      value() === null || !body.includes('/') || body.includes('\\/')
        ? null
        : Buffer.from(body.toString('latin1').replaceAll('/', '\\/'), 'latin1'),
    ),
    ...indented.flatMap(({ format, make }) =>
      [false, true].map((final) =>
        variant('body-newlines-stripped', 5, restored(format, 'lf', final), () => {
          if (!/^[[{][ \t]/.test(body.toString('latin1', 0, 2))) return null
          const lines = make()
          return lines !== null && lines.replaceAll('\n', '') === text() ? lines + (final ? '\n' : '') : null
        }),
      ),
    ),
    again('body-python-spacing', 9, ["Python's json.dumps(ensure_ascii=False)", 'spaced'], spaced),
    again('body-python-spacing', 9, ["Python's json.dumps", 'spaced'], () => escaped(spaced())),
    again('body-key-order', 9, ["JavaScript's JSON.stringify of sorted keys", 'compact'], sorted),
    again('body-key-order', 10, ["Go's json.Marshal of a map", 'compact'], () => forHtml(sorted())),
    again('body-key-order', 10, ["Python's json.dumps(sort_keys=True)", 'spaced'], () => {
      const text = sorted()
      return text === null ? null : escaped(onOneLine(attempt(() => JSON.stringify(JSON.parse(text), null, 1))))
    }),
    again('body-escaped-unicode', 9, ["Python's json.dumps(separators=(',', ':'))", 'compact'], () =>
      escaped(compact()),
    ),
    again(
      'body-escaped-slashes',
      9,
      ["PHP's json_encode", 'compact'],
      () => escaped(compact())?.replaceAll('/', '\\/') ?? null,
    ),
    again('body-html-escapes', 9, ["Go's json.Marshal of a struct", 'compact'], () => forHtml(compact())),
    ...indented.map(({ format, shown, make }) =>
      again('body-formatting', 10, [`JavaScript's JSON.stringify(value, null, ${shown})`, format], make),
    ),
  ]
}

const indents = [
  [2, 'indent2', '2'],
  [4, 'indent4', '4'],
  ['\t', 'tab', "'\\t'"],
] as const

/** The words of a body whose line breaks are gone; `final`: one more at the end. */
export function restored(format: FormatName, breaks: 'lf' | 'crlf', final: boolean): string {
  const end = breaks === 'lf' ? 'a line feed' : 'a CRLF'
  return ` with the line breaks of JSON ${layouts[format]}${breaks === 'crlf' ? ' (CRLF)' : ''}${final ? `, and ${end} at its end` : ''}`
}

function differences(document: JsonDocument | null, written: string | null) {
  const after = written === null ? null : jsonTokens(written)
  return document === null || after === null ? null : jsonChanges(document.tokens, after)
}

/** A line break in what JSON.stringify writes is never part of a text. */
function onOneLine(lines: string | null): string | null {
  return lines?.replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '') ?? null
}

function escaped(text: string | null): string | null {
  return text?.replaceAll(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`) ?? null
}

/** As Go escapes, so that JSON can be part of HTML. */
function forHtml(text: string | null): string | null {
  return text?.replaceAll(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`) ?? null
}

/** The same value with the keys of every object sorted. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  // Without a prototype, "__proto__" is a key like any other.
  const sorted: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const name of Object.keys(value).sort()) sorted[name] = sortedKeys((value as Record<string, unknown>)[name])
  return sorted
}

/** Some thousand levels exhaust the stack. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** More brackets are open than JSON.stringify can go down. Brackets in strings count as well, so some bodies are left out without need. */
function isDeep(body: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepestStringified) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

function bufferOrNull(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, 'utf8')
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
