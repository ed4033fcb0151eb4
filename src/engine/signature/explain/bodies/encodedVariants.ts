import { isUtf8 } from 'node:buffer'
import { type Variant, variant } from '../causes/change.ts'

/** The body in an encoding, or taken out of one. */
export function encodedVariants(body: Buffer): Variant[] {
  const ascii = () => body.toString('latin1').trim()
  return [
    variant('body-base64', 6, ' in base64', () => body.toString('base64')),
    variant('body-base64', 7, ' in base64url', () => body.toString('base64url')),
    variant('body-base64', 7, ' decoded from base64', () => {
      const text = ascii()
      return /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
    }),
    variant('body-base64', 8, ' in hex', () => body.toString('hex')),
    variant('body-base64', 8, ' decoded from hex', () =>
      /^(?:[0-9A-Fa-f]{2})+$/.test(ascii()) ? Buffer.from(ascii(), 'hex') : null,
    ),
    variant('body-json-string', 6, ' as a JSON string (JSON.stringify of the text)', () =>
      isUtf8(body) ? JSON.stringify(body.toString('utf8')) : null,
    ),
    variant('body-json-string', 7, ' as a JSON string, escaped once more', () =>
      isUtf8(body) ? JSON.stringify(JSON.stringify(body.toString('utf8'))) : null,
    ),
    variant('body-json-string', 7, ': the text inside of its JSON string', () => innerString(body)),
    variant('body-json-string', 7, ' with backslashes before its quotes', () =>
      Buffer.from(body.toString('latin1').replaceAll(/["\\]/g, '\\$&'), 'latin1'),
    ),
  ]
}

function innerString(body: Buffer): string | null {
  if (body[0] !== 0x22 || !isUtf8(body)) return null
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
