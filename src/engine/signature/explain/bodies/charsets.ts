import { isAscii, isUtf8 } from 'node:buffer'
import { type Variant, variant } from '../causes/change.ts'

/** Encodings other than UTF-8 that a body can be converted to. Null where they do not apply. */
export const charsets: readonly { name: string; encode: (bytes: Buffer) => Buffer | null }[] = [
  { name: 'Latin-1', encode: (bytes) => singleBytes(bytes, noCodes, '?') },
  {
    name: "Latin-1 by Node's Buffer.from(text, 'latin1'), which keeps the lower byte of every character",
    encode: (bytes) => (isAscii(bytes) || !isUtf8(bytes) ? null : Buffer.from(bytes.toString('utf8'), 'latin1')),
  },
  { name: 'Latin-1 with ?? for characters such as emoji', encode: (bytes) => singleBytes(bytes, noCodes, '??') },
  { name: 'Latin-1 without any other character', encode: (bytes) => singleBytes(bytes, noCodes, '') },
  { name: 'Windows-1252', encode: (bytes) => singleBytes(bytes, windowsCodes, '?') },
  {
    name: 'Windows-1252 with ?? for characters such as emoji',
    encode: (bytes) => singleBytes(bytes, windowsCodes, '??'),
  },
  { name: 'Windows-1252 without any other character', encode: (bytes) => singleBytes(bytes, windowsCodes, '') },
  { name: 'UTF-8, encoded once instead of twice (by way of Latin-1)', encode: (bytes) => encodedOnce(bytes, noCodes) },
  {
    name: 'UTF-8, encoded once instead of twice (by way of Windows-1252)',
    encode: (bytes) => encodedOnce(bytes, windowsCodes),
  },
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
    encode: (bytes) => byteMapped(bytes, (all) => all.replaceAll(/[\u0080-\u00ff]/g, '?')),
  },
  // Buffer's toString('ascii') does this.
  {
    name: 'ASCII with the highest bit cut',
    encode: (bytes) => (isAscii(bytes) ? null : Buffer.from(bytes.toString('ascii'), 'latin1')),
  },
  {
    name: 'ASCII without any other character',
    encode: (bytes) => byteMapped(bytes, (all) => all.replaceAll(/[\u0080-\u00ff]+/g, '')),
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

/** Changes text beyond ASCII; null for other bytes, which would not change. */
function text(bytes: Buffer, change: (all: string) => string): Buffer | null {
  return isAscii(bytes) || !isUtf8(bytes) ? null : Buffer.from(change(bytes.toString('utf8')), 'utf8')
}

/** The characters of Windows-1252 that are not in Latin-1, by code point. */
const windowsCodes: ReadonlyMap<number, number> = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_none, index) => 0x80 + index)),
    (character, index) => [character.codePointAt(0) as number, 0x80 + index],
  ),
)
const noCodes: ReadonlyMap<number, number> = new Map()

/** Writes one byte for each character. @param pair replaces a character beyond U+FFFF; its first letter, or nothing, replaces others */
function singleBytes(bytes: Buffer, codes: ReadonlyMap<number, number>, pair: '?' | '??' | ''): Buffer | null {
  if (isAscii(bytes) || !isUtf8(bytes)) return null
  const text = bytes.toString('utf8')
  const out = Buffer.alloc(text.length)
  let length = 0
  let lost = false
  for (const character of text) {
    const code = character.codePointAt(0) as number
    const known = codes.get(code) ?? (code < 0x80 || (code >= 0xa0 && code < 0x100) ? code : undefined)
    if (known !== undefined) out[length++] = known
    else if (codes.size === 0 && code < 0x100) out[length++] = code
    else {
      lost ||= pair !== '??' || code > 0xffff
      length += out.write(code > 0xffff ? pair : pair.slice(0, 1), length, 'latin1')
    }
  }
  // Where nothing is lost, all three ways are the same.
  return lost || pair === '?' ? out.subarray(0, length) : null
}

/** Undoes a double encoding: UTF-8 that was read as single bytes and written as UTF-8. Null where there was none. */
function encodedOnce(bytes: Buffer, codes: ReadonlyMap<number, number>): Buffer | null {
  const single = singleBytes(bytes, codes, '')
  return single !== null && !isAscii(single) && isUtf8(single) && !single.equals(bytes) ? single : null
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

/** Changes bytes as Latin-1 text, which is many times as fast as a loop over a Buffer. */
function byteMapped(bytes: Buffer, change: (all: string) => string): Buffer | null {
  return isAscii(bytes) ? null : Buffer.from(change(bytes.toString('latin1')), 'latin1')
}
