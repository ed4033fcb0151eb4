import type { CauseId } from '../../../../shared/codes/causes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'
import { jsonChanges } from './jsonChanges.ts'
import type { JsonDocument } from './jsonDocument.ts'
import { jsonTokens } from './jsonTokens.ts'
import type { JsonLayout } from '../../../../shared/codes/changes.ts'

/** Beyond this depth JSON.stringify always fails, after it has taken long. */
export const deepestStringified = 10_000

/**
 * What most often happens to JSON, by JavaScript's own parser and writer: they are ten times as fast as a writer that goes
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
    [name, layout]: readonly [string, JsonLayout],
    make: () => string | null,
  ): Variant => ({
    changes: [
      {
        cause,
        cost,
        how: changed('json-written-again', { writers: [name], changed: [], layout: null }),
        writer: { name, layout, changed: () => differences(document(), make()) },
      },
    ],
    make: () => bufferOrNull(make()),
  })
  const spaced = once(() => onOneLine(written(1)()))
  const indented = indents.map(([indent, layout, shown]) => ({ layout, shown, make: written(indent) }))
  return [
    again('body-reserialised', 8, ["JavaScript's JSON.stringify(JSON.parse(body))", 'compact'], written(undefined)),
    variant('body-escaped-slashes', 7, changed('slashes-escaped'), () =>
      value() === null || !body.includes('/') || body.includes('\\/')
        ? null
        : Buffer.from(body.toString('latin1').replaceAll('/', '\\/'), 'latin1'),
    ),
    ...indented.flatMap(({ layout, make }) =>
      [false, true].map((final) =>
        variant('body-newlines-stripped', 5, changed('lines-restored', { layout, breaks: 'lf', final }), () => {
          if (!/^[[{][ \t]/.test(body.toString('latin1', 0, 2))) return null
          const lines = make()
          return lines !== null && lines.replaceAll('\n', '') === text() ? lines + (final ? '\n' : '') : null
        }),
      ),
    ),
    again('body-python-spacing', 9, ["Python's json.dumps(ensure_ascii=False)", 'spaced'], spaced),
    again('body-python-spacing', 9, ["Python's json.dumps", 'spaced'], () => escaped(spaced())),
    ...indented.map(({ layout, shown, make }) =>
      again('body-formatting', 10, [`JavaScript's JSON.stringify(value, null, ${shown})`, layout], make),
    ),
  ]
}

const indents = [
  [2, 'indent-2', '2'],
  [4, 'indent-4', '4'],
  ['\t', 'tab', "'\\t'"],
] as const

function differences(document: JsonDocument | null, written: string | null) {
  const after = written === null ? null : jsonTokens(written, { isSpent: () => false, most: Infinity })
  return document === null || after === null ? null : jsonChanges(document.tokens, after)
}

/** A line break in what JSON.stringify writes is never part of a text. */
function onOneLine(lines: string | null): string | null {
  return lines?.replaceAll(/,\n */g, ', ').replaceAll(/\n */g, '') ?? null
}

function escaped(text: string | null): string | null {
  return text?.replaceAll(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`) ?? null
}

/** More brackets are open than JSON.stringify can go down. Those in texts count, too: then it is only not tried. */
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
