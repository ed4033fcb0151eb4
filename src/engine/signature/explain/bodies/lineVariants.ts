import { type Variant, variant } from '../causes/change.ts'

const lf = 0x0a
const cr = 0x0d

/** Changes of line breaks, white space and byte order marks; they work on bytes, so that any body has them. */
export function lineVariants(body: Buffer): Variant[] {
  const final = (how: string, make: () => Buffer | null) => variant('body-final-newline', 3, how, make)
  return [
    final(' without its final line feed', () => (body.at(-1) === lf ? body.subarray(0, -1) : null)),
    final(' without its final CRLF', () => (body.at(-1) === lf && body.at(-2) === cr ? body.subarray(0, -2) : null)),
    final(' with a line feed at its end', () => Buffer.concat([body, Buffer.of(lf)])),
    final(' with a CRLF at its end', () => Buffer.concat([body, Buffer.of(cr, lf)])),
    variant('body-whitespace', 4, ' without the white space at its ends', () => trimmed(body)),
    variant('body-whitespace', 5, ' with a space at its end', () => Buffer.concat([body, Buffer.from(' ')])),
    variant('body-whitespace', 5, ' with two line feeds at its end', () => Buffer.concat([body, Buffer.of(lf, lf)])),
    variant('body-whitespace', 5, ' with two CRLFs at its end', () => Buffer.concat([body, Buffer.of(cr, lf, cr, lf)])),
    variant('body-whitespace', 5, ' with a line feed before it', () => Buffer.concat([Buffer.of(lf), body])),
    variant('body-whitespace', 5, ' with a space before it', () => Buffer.concat([Buffer.from(' '), body])),
    variant('body-whitespace', 6, ' with a space before and after it', () =>
      Buffer.concat([Buffer.from(' '), body, Buffer.from(' ')]),
    ),
    variant('body-whitespace', 6, ' with a NUL at its end', () => Buffer.concat([body, Buffer.of(0)])),
    variant('body-bom', 4, ' without its byte order mark', () => (hasBom(body) ? body.subarray(3) : null)),
    variant('body-bom', 4, ' with a byte order mark (EF BB BF) before it', () => Buffer.concat([bom, body])),
    variant('body-line-endings', 5, ' with LF in place of CRLF', () => replaced(body, '\r\n', '\n')),
    variant('body-line-endings', 5, ' with CRLF in place of LF', () =>
      replaced(replaced(body, '\r\n', '\n'), '\n', '\r\n'),
    ),
    variant('body-newlines-stripped', 5, ' without its line feeds and carriage returns', () =>
      replaced(body, /[\r\n]+/g, ''),
    ),
    variant('body-newlines-stripped', 6, ' with spaces in place of its line breaks', () =>
      replaced(replaced(body, '\r\n', '\n'), '\n', ' '),
    ),
    variant(
      'body-whitespace',
      7,
      ' with one space for each run of white space, as a shell makes of a variable without quotes',
      () => replaced(trimmed(body), /[ \t-\r]+/g, ' '),
    ),
    variant('body-newlines-stripped', 7, ' with the white space around its line breaks removed', () =>
      Buffer.concat(
        body
          .toString('latin1')
          .split(/[\r\n]+/)
          .map((line) => trimmed(Buffer.from(line, 'latin1'))),
      ),
    ),
    variant('body-whitespace', 10, ' without any white space', () => replaced(body, /[ \t-\r]+/g, '')),
  ]
}

const bom = Buffer.of(0xef, 0xbb, 0xbf)

/** Whether the bytes begin with a byte order mark of UTF-8. */
export function hasBom(bytes: Buffer): boolean {
  return bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Without ASCII white space at its ends. */
export function trimmed(bytes: Buffer): Buffer {
  let start = 0
  let end = bytes.length
  while (start < end && isSpace(bytes[start] as number)) start++
  while (end > start && isSpace(bytes[end - 1] as number)) end--
  return bytes.subarray(start, end)
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 9 && byte <= 13)
}

/** Latin-1 maps bytes to characters one to one, so that nothing else changes. */
function replaced(bytes: Buffer, from: string | RegExp, to: string): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
