import { type Mistake, ofBody } from './mistake.ts'
import { formMistakes, textMistakes } from './textMistakes.ts'
import {
  beyondAscii,
  dotnetText,
  escaped,
  goText,
  json,
  type Json,
  parsed,
  phpHexText,
  phpText,
  sorted,
} from './writers.ts'

/** Python's json.dumps of numbers that are floats. */
const pythonFloats = (text: string) => text.replace('"rate": 1,', '"rate": 1.0,')

const rewritten: readonly Mistake[] = [
  ofBody(
    ['body-reserialised', 'body-number-rewritten', 'body-formatting'],
    'pretty',
    'JSON.stringify(req.body)',
    (text) => JSON.stringify(parsed(text)),
  ),
  ofBody(['body-number-rewritten', 'body-formatting'], 'pretty', 'JSON.stringify(req.body, null, 2)', (text) =>
    JSON.stringify(parsed(text), null, 2),
  ),
  ofBody('body-formatting', 'plain', 'JSON.stringify(req.body, null, 2)', (text) =>
    JSON.stringify(parsed(text), null, 2),
  ),
  ofBody('body-formatting', 'plain', 'JSON.stringify(req.body, null, 4)', (text) =>
    JSON.stringify(parsed(text), null, 4),
  ),
  ofBody('body-formatting', 'plain', 'JSON.stringify(req.body, null, "\\t")', (text) =>
    JSON.stringify(parsed(text), null, '\t'),
  ),
  ofBody('body-python-spacing', 'plain', 'json.dumps(request.json)', (text) =>
    json(parsed(text), { item: ', ', colon: ': ' }),
  ),
  ofBody(['body-python-spacing', 'body-escaped-unicode'], 'wide', 'json.dumps with its escapes', (text) =>
    json(parsed(text), { item: ', ', colon: ': ', text: (one) => escaped(JSON.stringify(one), beyondAscii) }),
  ),
  ofBody('body-python-spacing', 'wide', 'json.dumps(ensure_ascii=False)', (text) =>
    json(parsed(text), { item: ', ', colon: ': ' }),
  ),
  ofBody(
    ['body-escaped-unicode', 'body-reserialised', 'body-python-spacing'],
    'wide',
    'json.dumps(separators=(",", ":"))',
    (text) => escaped(text, beyondAscii),
  ),
  ofBody(['body-key-order', 'body-python-spacing'], 'plain', 'json.dumps(sort_keys=True)', (text) =>
    json(sorted(parsed(text)), { item: ', ', colon: ': ' }),
  ),
  ofBody(['body-python-spacing', 'body-number-rewritten'], 'pretty', 'json.dumps over several lines', (text) =>
    pythonFloats(json(parsed(text), { item: ', ', colon: ': ' })),
  ),
  ofBody(['body-formatting', 'body-number-rewritten'], 'pretty', 'json.dumps(indent=4)', (text) =>
    pythonFloats(JSON.stringify(parsed(text), null, 4)),
  ),
  ofBody(['body-escaped-slashes'], 'wide', "PHP's json_encode", (text) => json(parsed(text), { text: phpText })),
  ofBody(['body-escaped-slashes'], 'wide', 'escaped slashes only', (text) => text.replaceAll('/', '\\/')),
  ofBody(['body-html-escapes', 'body-escaped-slashes'], 'wide', "PHP's JSON_HEX_TAG | AMP | APOS | QUOT", (text) =>
    json(parsed(text), { text: phpHexText }),
  ),
  ofBody('body-html-escapes', 'wide', "PHP's JSON_HEX_TAG with plain slashes and characters", (text) =>
    escaped(text, /[<>]/g, true),
  ),
  ofBody('body-html-escapes', 'wide', "System.Text.Json's encoder", (text) => json(parsed(text), { text: dotnetText })),
  ofBody('body-html-escapes', 'wide', "Go's json.Marshal of a struct", (text) => json(parsed(text), { text: goText })),
  ofBody(['body-key-order', 'body-html-escapes'], 'wide', "Go's json.Marshal of a map", (text) =>
    json(sorted(parsed(text)), { text: goText }),
  ),
  ofBody('body-escaped-unicode', 'wide', 'escaped in upper case', (text) => escaped(text, beyondAscii, true)),
  ofBody('body-key-order', 'plain', 'sorted keys', (text) => JSON.stringify(sorted(parsed(text)))),
  ofBody('body-key-order', 'plain', 'shorter keys first, as in jsonb', (text) => {
    const order = (value: Json): Json =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
              .map(([name, inner]) => [name, order(inner)]),
          )
    return json(order(parsed(text)), { item: ', ', colon: ': ' })
  }),
  ofBody('body-nulls-dropped', 'plain', 'nulls dropped', (text) => text.replace('"note":null,', '')),
  ofBody('body-names', 'plain', 'PascalCase', (text) =>
    text.replaceAll(/"(\w+)":/g, (_all, name: string) => `"${name[0]?.toUpperCase()}${name.slice(1)}":`),
  ),
  ofBody('body-names', 'plain', 'snake_case', (text) =>
    text.replaceAll(
      /"(\w+)":/g,
      (_all, name: string) => `"${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()}":`,
    ),
  ),
  ofBody('body-dates', 'plain', 'a date without trailing zeros', (text) => text.replace('.3704800+', '.37048+')),
  ofBody('body-dates', 'plain', 'a date with three digits and Z', (text) => text.replace('.3704800+00:00', '.370Z')),
]

const parts: readonly Mistake[] = [
  ofBody('body-part', 'pretty', 'JSON.stringify(req.body.data)', (text) => JSON.stringify(parsed(text).data)),
  ofBody('body-part', 'plain', 'JSON.stringify(req.body.object)', (text) => JSON.stringify(parsed(text).object)),
  ofBody('body-part', 'pretty', 'json.dumps(body["data"])', (text) =>
    json(parsed(text).data ?? null, { item: ', ', colon: ': ' }),
  ),
  ofBody('body-part', 'pretty', 'the field amount as it is written', () => '12.50'),
  ofBody('body-part', 'pretty', 'String(req.body.amount)', () => '12.5'),
  ofBody('body-part', 'plain', 'one text', (text) => JSON.parse(text).eventType as string),
  ofBody('body-part', 'plain', 'one text as JSON', (text) => JSON.stringify(parsed(text).id)),
  ofBody('body-part', 'plain', 'without one field', (text) => {
    const { id: _id, ...rest } = parsed(text)
    return JSON.stringify(rest)
  }),
  ofBody(['body-part', 'body-key-order'], 'plain', 'JSON.stringify(body, Object.keys(body).sort())', (text) => {
    const value = parsed(text)
    return JSON.stringify(value, Object.keys(value).sort())
  }),
  ofBody('body-part', 'plain', 'JSON.stringify(body, Object.keys(body))', (text) => {
    const value = parsed(text)
    return JSON.stringify(value, Object.keys(value))
  }),
  ofBody('body-part', 'plain', 'JSON.stringify(body, ["id", "eventType"])', (text) =>
    JSON.stringify(parsed(text), ['id', 'eventType']),
  ),
  ofBody('body-part', 'long', 'only the first 16 KiB', (text) => text.slice(0, 16_384)),
  ofBody('body-part', 'long', 'only the first 64 KiB', (text) => text.slice(0, 65_536)),
  ofBody('body-part', 'long', 'only the last chunk of 64 KiB', (text) =>
    text.slice(Math.floor(text.length / 65_536) * 65_536),
  ),
  ofBody('body-part', 'long', 'only the last chunk of 16 KiB', (text) =>
    text.slice(Math.floor(text.length / 16_384) * 16_384),
  ),
]

const ends: readonly Mistake[] = [
  ...['\n', '\r\n'].map((end) =>
    ofBody('body-final-newline', 'plain', `${JSON.stringify(end)} added`, (text) => text + end),
  ),
  ...[' ', '\n\n', '\r\n\r\n', '\0'].map((end) =>
    ofBody(['body-whitespace', 'body-final-newline'], 'plain', `${JSON.stringify(end)} added`, (text) => text + end),
  ),
  ofBody(['body-whitespace'], 'plain', 'a line feed before it', (text) => `\n${text}`),
  ofBody('body-bom', 'plain', 'a byte order mark added', (text) => `\ufeff${text}`),
  ofBody('body-line-endings', 'pretty', 'CRLF', (text) => text.replaceAll('\n', '\r\n')),
  ofBody('body-newlines-stripped', 'pretty', 'lines joined', (text) => text.replaceAll('\n', '')),
  ofBody('body-newlines-stripped', 'pretty', 'lines joined by spaces', (text) => text.replaceAll('\n', ' ')),
  ofBody(['body-text-added'], 'plain', 'undefined before it (let body; body += chunk)', (text) => `undefined${text}`),
  ofBody(['body-text-added'], 'plain', 'null before it', (text) => `null${text}`),
  ofBody(['body-text-added'], 'plain', 'None before it', (text) => `None${text}`),
  ofBody(['body-text-added'], 'plain', '[object Object] before it', (text) => `[object Object]${text}`),
  ofBody(['body-text-added'], 'plain', 'undefined after it', (text) => `${text}undefined`),
  ofBody(['body-text-added'], 'plain', 'the body twice', (text) => text + text),
]

/** Windows-1252 for the characters that the tests have. */
const windows: Readonly<Record<string, number>> = { '\u20ac': 0x80, '\u2013': 0x96, '\u201c': 0x93, '\u201d': 0x94 }

function windows1252(text: string, pair: string): Buffer {
  return Buffer.concat(
    Array.from(text, (one) => {
      const code = one.codePointAt(0) as number
      if (code < 0x80 || (code >= 0xa0 && code < 0x100)) return Buffer.of(code)
      const known = windows[one]
      return known === undefined ? Buffer.from(code > 0xffff ? pair : '?') : Buffer.of(known)
    }),
  )
}

const charsets: readonly Mistake[] = [
  ofBody('body-charset', 'wide', "Node's latin1 beyond U+00FF", (text) => Buffer.from(text, 'latin1')),
  ofBody('body-charset', 'wide', "Java's ISO_8859_1", (text) =>
    Buffer.from(text.replaceAll(/[\u0100-\u{10ffff}]/gu, '?'), 'latin1'),
  ),
  ofBody('body-charset', 'wide', ".NET's Latin1", (text) =>
    Buffer.from(text.replaceAll(/[\u0100-\uffff]/g, '?'), 'latin1'),
  ),
  ofBody('body-charset', 'wide', "Python's latin-1 with ignore", (text) =>
    Buffer.from(text.replaceAll(/[\u0100-\u{10ffff}]/gu, ''), 'latin1'),
  ),
  ofBody('body-charset', 'european', 'Windows-1252', (text) => windows1252(text, '?')),
  ofBody('body-charset', 'wide', "Windows-1252, one ? for what it hasn't", (text) => windows1252(text, '?')),
  ofBody('body-charset', 'wide', 'Windows-1252, ? for each UTF-16 unit', (text) => windows1252(text, '??')),
  ofBody('body-charset', 'wide', 'ASCII with ?', (text) => text.replaceAll(/[\u0080-\uffff]/g, '?')),
  ofBody('body-charset', 'wide', 'UTF-16 of .NET', (text) => Buffer.from(text, 'utf16le')),
  ofBody('body-charset', 'wide', 'UTF-8 read as Latin-1', (text) =>
    Buffer.from(Buffer.from(text).toString('latin1'), 'utf8'),
  ),
  ofBody('body-charset', 'european', 'UTF-8 read as Windows-1252', (text) =>
    Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)), 'utf8'),
  ),
  ofBody('body-normalised', 'wide', 'NFD', (text) => text.normalize('NFD')),
]

export const bodyMistakes: readonly Mistake[] = [
  ...rewritten,
  ...parts,
  ...ends,
  ...charsets,
  ...textMistakes,
  ...formMistakes,
]
