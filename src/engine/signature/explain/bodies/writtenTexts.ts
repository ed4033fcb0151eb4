import { hash } from 'node:crypto'
import { isAscii, isUtf8 } from 'node:buffer'
import { type Variant, variant } from '../causes/change.ts'
import { isHere } from '../../hashes.ts'

/** Values of a variable before the first chunk is added to it, in languages that convert it to text. */
const initialTexts = ['undefined', 'null', 'None', '[object Object]', 'false', 'NaN', 'nil']

/** The body with text added. */
export function addedTexts(body: Buffer): Variant[] {
  return [
    ...initialTexts.map((text) =>
      variant('body-text-added', 6, ` with the text ${text} before it`, () => Buffer.concat([Buffer.from(text), body])),
    ),
    ...['undefined', 'null'].map((text) =>
      variant('body-text-added', 7, ` with the text ${text} after it`, () => Buffer.concat([body, Buffer.from(text)])),
    ),
    variant('body-text-added', 7, ', twice in a row', () => Buffer.concat([body, body])),
  ]
}

const apostrophes: readonly [string, string][] = [
  ['&#39;', 'as most template engines do'],
  ['&#039;', "as PHP's htmlspecialchars does"],
  ['&#x27;', "as Python's html.escape does"],
  ['&apos;', 'as in XML'],
]

/** The body escaped for HTML, or unescaped. */
export function htmlTexts(body: Buffer): Variant[] {
  if (body.length > 1_000_000 || !/[&<>"']/.test(body.toString('latin1'))) return []
  const html = (how: string, make: (text: string) => string) =>
    variant('body-html-escapes', 7, how, () => Buffer.from(make(body.toString('latin1')), 'latin1'))
  const tags = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quotes = (text: string) => tags(text).replaceAll('"', '&quot;')
  return [
    ...apostrophes.map(([apostrophe, how]) =>
      html(` escaped for HTML, ${how}`, (text) => quotes(text).replaceAll("'", apostrophe)),
    ),
    html(' escaped for HTML, apostrophes kept', quotes),
    html(' escaped for HTML, quotes kept', tags),
    html(' with its HTML escapes read', (text) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll(/&(?:#0?39|#x27|apos);/g, "'")
        .replaceAll('&amp;', '&'),
    ),
  ]
}

const hashLabels = { sha256: 'SHA-256', md5: 'MD5', sha1: 'SHA-1', sha512: 'SHA-512' } as const

/** A hash in place of the bytes: the HMAC of a digest. */
export function hashedTexts(bytes: Buffer): Variant[] {
  return (['sha256', 'md5', 'sha1', 'sha512'] as const).filter(isHere).flatMap((name) => {
    const hashed = (cost: number, as: 'hex' | 'bytes' | 'base64', make: () => Buffer | string) =>
      variant('body-hashed', cost, `, hashed by ${hashLabels[name]} (${as})`, make)
    return [
      hashed(7, 'hex', () => hash(name, bytes, 'hex')),
      hashed(7, 'bytes', () => Buffer.from(hash(name, bytes, 'hex'), 'hex')),
      hashed(8, 'base64', () => hash(name, bytes, 'base64')),
    ]
  })
}

/** Characters beyond ASCII as references or escapes, as ASCII encoders write them. */
export function characterReferences(body: Buffer): Variant[] {
  if (isAscii(body) || !isUtf8(body)) return []
  const text = (as: string, rule: (code: number, character: string) => string) =>
    variant('body-charset', 8, ` with characters beyond ASCII as ${as}`, () =>
      body
        .toString('utf8')
        .replaceAll(/\P{ASCII}/gu, (character) => rule(character.codePointAt(0) as number, character)),
    )
  return [text('&#...;', (code) => `&#${code};`), text('\\x.. and \\u....', (code) => pythonEscape(code))]
}

function pythonEscape(code: number): string {
  const digits = code.toString(16)
  if (code < 0x100) return `\\x${digits.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`
}
