import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import { type Variant, variant } from '../causes/change.ts'
import { jsonChanges } from './jsonChanges.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { jsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { type FormatName, layouts, writerOf } from './profiles.ts'
import { lazy } from '../../../../shared/basics/lazy.ts'

/** JSON.stringify fails beyond this depth, and takes long to do so. */
export const maxStringifiedDepth = 10_000

/**
 * The most common rewrites of JSON with JSON.parse and JSON.stringify, which are ten times as fast as `writeJson`. Used for
 * large bodies; a proof is described by the actual differences of the bytes.
 */
export function likelyJson(body: Buffer, document: () => JsonDocument | null): Variant[] {
  const text = lazy(() => body.toString('utf8'))
  const value = lazy((): { parsed: unknown } | null => {
    try {
      return isDeep(body) ? null : { parsed: JSON.parse(text()) as unknown }
    } catch {
      return null
    }
  })
  const written = (indent: string | number | undefined) =>
    lazy(() => {
      const known = value()
      try {
        return known === null ? null : JSON.stringify(known.parsed, null, indent)
      } catch {
        // Deep nesting exhausts the stack.
        return null
      }
    })
  const rewrite = (
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
  const spaced = lazy(() => onOneLine(written(1)()))
  const compact = written(undefined)
  const sorted = lazy(() => {
    const known = value()
    return known === null ? null : attempt(() => JSON.stringify(sortedKeys(known.parsed)))
  })
  const indented = indents.map(([indent, format, shown]) => ({ format, shown, make: written(indent) }))
  return [
    rewrite('body-reserialised', 8, ["JavaScript's JSON.stringify(JSON.parse(body))", 'compact'], compact),
    variant('body-escaped-slashes', 7, ' with its slashes escaped (/ as \\/)', () =>
      value() === null || !body.includes('/') || body.includes('\\/')
        ? null
        : Buffer.from(body.toString('latin1').replaceAll('/', '\\/'), 'latin1'),
    ),
    ...indented.flatMap(({ format, make }) =>
      [false, true].map((final) =>
        variant('body-newlines-stripped', 5, restoredLineWords(format, 'lf', final), () => {
          if (!/^[[{][ \t]/.test(body.toString('latin1', 0, 2))) return null
          const lines = make()
          return lines !== null && lines.replaceAll('\n', '') === text() ? lines + (final ? '\n' : '') : null
        }),
      ),
    ),
    rewrite('body-python-spacing', 9, ["Python's json.dumps(ensure_ascii=False)", 'spaced'], spaced),
    rewrite('body-python-spacing', 9, ["Python's json.dumps", 'spaced'], () => asciiEscaped(spaced())),
    rewrite('body-key-order', 9, ["JavaScript's JSON.stringify of sorted keys", 'compact'], sorted),
    rewrite('body-key-order', 10, ["Go's json.Marshal of a map", 'compact'], () => htmlEscaped(sorted())),
    rewrite('body-key-order', 10, ["Python's json.dumps(sort_keys=True)", 'spaced'], () => {
      const text = sorted()
      return text === null ? null : asciiEscaped(onOneLine(attempt(() => JSON.stringify(JSON.parse(text), null, 1))))
    }),
    rewrite('body-escaped-unicode', 9, ["Python's json.dumps(separators=(',', ':'))", 'compact'], () =>
      asciiEscaped(compact()),
    ),
    rewrite(
      'body-escaped-slashes',
      9,
      ["PHP's json_encode", 'compact'],
      () => asciiEscaped(compact())?.replaceAll('/', '\\/') ?? null,
    ),
    rewrite('body-html-escapes', 9, ["Go's json.Marshal of a struct", 'compact'], () => htmlEscaped(compact())),
    ...indented.map(({ format, shown, make }) =>
      rewrite('body-formatting', 10, [`JavaScript's JSON.stringify(value, null, ${shown})`, format], make),
    ),
  ]
}

const indents = [
  [2, 'indent2', '2'],
  [4, 'indent4', '4'],
  ['\t', 'tab', "'\\t'"],
] as const

/** Words for a body whose line breaks were removed; `final`: with one at the end. */
export function restoredLineWords(format: FormatName, breaks: 'lf' | 'crlf', final: boolean): string {
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

function asciiEscaped(text: string | null): string | null {
  return text?.replaceAll(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`) ?? null
}

/** As Go escapes, so that JSON can be part of HTML. */
function htmlEscaped(text: string | null): string | null {
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

/** Returns null for deep nesting, which exhausts the stack. */
function attempt(make: () => string): string | null {
  try {
    return make()
  } catch {
    return null
  }
}

/** Whether more brackets are open than JSON.stringify can handle. Brackets in strings count too, which only skips some bodies. */
function isDeep(body: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxStringifiedDepth) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

function bufferOrNull(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text, 'utf8')
}
