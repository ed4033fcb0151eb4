import { isAscii, isUtf8 } from 'node:buffer'
import { type Variant, variant } from '../causes/change.ts'

/** Ways to turn text into bytes, or bytes into other bytes, that are not "UTF-8 as it is". Null where they fail. */
export const charsets: readonly { name: string; encode: (bytes: Buffer) => Buffer | null }[] = [
  { name: 'Latin-1', encode: (bytes) => latin1(bytes) },
  {
    name: 'Latin-1 read as UTF-8 once more',
    encode: (bytes) => (isAscii(bytes) ? null : Buffer.from(bytes.toString('latin1'), 'utf8')),
  },
  {
    name: 'Windows-1252 read as UTF-8 once more',
    encode: (bytes) => (isAscii(bytes) ? null : Buffer.from(new TextDecoder('windows-1252').decode(bytes), 'utf8')),
  },
  {
    name: 'ASCII with ? for every other character',
    encode: (bytes) => text(bytes, (all) => all.replaceAll(/\P{ASCII}/gu, '?')),
  },
  {
    name: 'ASCII with ? for every other UTF-16 unit',
    encode: (bytes) => text(bytes, (all) => all.replaceAll(/[\u0080-\uffff]/g, '?')),
  },
  {
    name: 'ASCII with ? for every other byte',
    encode: (bytes) => mapped(bytes, (byte) => (byte > 0x7f ? 0x3f : byte)),
  },
  { name: 'ASCII with the highest bit cut', encode: (bytes) => mapped(bytes, (byte) => byte & 0x7f) },
  {
    name: 'ASCII without any other character',
    encode: (bytes) => (isAscii(bytes) ? null : (bytes.filter((byte) => byte < 0x80) as Buffer)),
  },
  {
    name: 'ASCII with U+FFFD for every other byte',
    encode: (bytes) =>
      isAscii(bytes) ? null : Buffer.from(bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, '\ufffd'), 'utf8'),
  },
  { name: 'UTF-16 (little-endian)', encode: (bytes) => utf16(bytes, false, false) },
  { name: 'UTF-16 (big-endian)', encode: (bytes) => utf16(bytes, true, false) },
  { name: 'UTF-16 (little-endian) with a byte order mark', encode: (bytes) => utf16(bytes, false, true) },
  { name: 'UTF-16 (big-endian) with a byte order mark', encode: (bytes) => utf16(bytes, true, true) },
]

/** The body in other character sets, and what decoding leaves of bytes that are not UTF-8. */
export function charsetVariants(body: Buffer): Variant[] {
  return [
    ...charsets.map(({ name, encode }) => variant('body-charset', 7, ` in ${name}`, () => encode(body))),
    variant('body-charset', 7, ' in UTF-8, read from UTF-16 (little-endian)', () => fromUtf16(body, false)),
    variant('body-charset', 7, ' in UTF-8, read from UTF-16 (big-endian)', () => fromUtf16(body, true)),
    variant('body-replacement-characters', 6, ' with U+FFFD for what is not UTF-8', () =>
      isUtf8(body) ? null : Buffer.from(body.toString('utf8'), 'utf8'),
    ),
    variant('body-replacement-characters', 7, ' with ? for what is not UTF-8', () =>
      isUtf8(body) ? null : Buffer.from(body.toString('utf8').replaceAll('\ufffd', '?'), 'utf8'),
    ),
    variant('body-replacement-characters', 7, ' without what is not UTF-8', () =>
      isUtf8(body) ? null : Buffer.from(body.toString('utf8').replaceAll('\ufffd', ''), 'utf8'),
    ),
    variant('body-normalised', 7, ' in Unicode normal form NFC', () => text(body, (all) => all.normalize('NFC'))),
    variant('body-normalised', 7, ' in Unicode normal form NFD', () => text(body, (all) => all.normalize('NFD'))),
  ]
}

/** Only for bytes beyond ASCII that are UTF-8; otherwise nothing would change. */
function text(bytes: Buffer, change: (all: string) => string): Buffer | null {
  return isAscii(bytes) || !isUtf8(bytes) ? null : Buffer.from(change(bytes.toString('utf8')), 'utf8')
}

function latin1(bytes: Buffer): Buffer | null {
  if (isAscii(bytes) || !isUtf8(bytes)) return null
  return Buffer.from(bytes.toString('utf8').replaceAll(/[\u0100-\u{10ffff}]/gu, '?'), 'latin1')
}

function utf16(bytes: Buffer, big: boolean, mark: boolean): Buffer | null {
  if (!isUtf8(bytes)) return null
  const units = Buffer.from((mark ? '\ufeff' : '') + bytes.toString('utf8'), 'utf16le')
  return big ? units.swap16() : units
}

function fromUtf16(bytes: Buffer, big: boolean): Buffer | null {
  if (bytes.length === 0 || bytes.length % 2 === 1 || !bytes.includes(0)) return null
  return Buffer.from((big ? Buffer.from(bytes).swap16() : bytes).toString('utf16le').replace(/^\ufeff/, ''), 'utf8')
}

function mapped(bytes: Buffer, change: (byte: number) => number): Buffer | null {
  return isAscii(bytes) ? null : (bytes.map(change) as Buffer)
}
