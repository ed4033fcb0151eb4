import type { ChangeHow } from '../../../../shared/codes/changes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'

const lf = 0x0a
const cr = 0x0d

/** Line breaks, white space and byte order marks, on bytes: they are the same in every body, text or not. */
export function lineVariants(body: Buffer): Variant[] {
  const final = (how: ChangeHow, make: () => Buffer | null) => variant('body-final-newline', 3, how, make)
  return [
    final(changed('final-break-removed', { end: 'lf' }), () => (body.at(-1) === lf ? body.subarray(0, -1) : null)),
    final(changed('final-break-removed', { end: 'crlf' }), () =>
      body.at(-1) === lf && body.at(-2) === cr ? body.subarray(0, -2) : null,
    ),
    final(changed('end-added', { end: 'lf' }), () => Buffer.concat([body, Buffer.of(lf)])),
    final(changed('end-added', { end: 'crlf' }), () => Buffer.concat([body, Buffer.of(cr, lf)])),
    variant('body-whitespace', 4, changed('ends-trimmed'), () => trimmed(body)),
    variant('body-whitespace', 5, changed('end-added', { end: 'space' }), () =>
      Buffer.concat([body, Buffer.from(' ')]),
    ),
    variant('body-whitespace', 5, changed('end-added', { end: 'two-lf' }), () =>
      Buffer.concat([body, Buffer.of(lf, lf)]),
    ),
    variant('body-whitespace', 5, changed('end-added', { end: 'two-crlf' }), () =>
      Buffer.concat([body, Buffer.of(cr, lf, cr, lf)]),
    ),
    variant('body-whitespace', 5, changed('start-added', { start: 'lf' }), () => Buffer.concat([Buffer.of(lf), body])),
    variant('body-whitespace', 6, changed('end-added', { end: 'nul' }), () => Buffer.concat([body, Buffer.of(0)])),
    variant('body-bom', 4, changed('bom-removed'), () => (hasBom(body) ? body.subarray(3) : null)),
    variant('body-bom', 4, changed('bom-before'), () => Buffer.concat([bom, body])),
    variant('body-line-endings', 5, changed('breaks-replaced', { by: 'lf' }), () => replaced(body, '\r\n', '\n')),
    variant('body-line-endings', 5, changed('breaks-replaced', { by: 'crlf' }), () =>
      replaced(replaced(body, '\r\n', '\n'), '\n', '\r\n'),
    ),
    variant('body-newlines-stripped', 5, changed('breaks-replaced', { by: 'nothing' }), () =>
      replaced(body, /[\r\n]+/g, ''),
    ),
    variant('body-newlines-stripped', 6, changed('breaks-replaced', { by: 'space' }), () =>
      replaced(replaced(body, '\r\n', '\n'), '\n', ' '),
    ),
    variant('body-whitespace', 10, changed('white-space-removed'), () => replaced(body, /[ \t-\r]+/g, '')),
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
