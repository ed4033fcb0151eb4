import { isUtf8 } from 'node:buffer'
import { type Variant, variant } from '../causes/change.ts'

/** The body encoded or decoded: base64, hex, a JSON string. */
export function encodedVariants(body: Buffer): Variant[] {
  const ascii = () => body.toString('latin1').trim()
  return [
    variant('body-base64', 6, ' in base64', () => body.toString('base64')),
    variant('body-base64', 7, ' in base64url', () => body.toString('base64url')),
    variant('body-base64', 7, ' decoded from base64', () => {
      const text = ascii()
      return /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
    }),
    variant('body-base64', 8, ' in base64, in lines of 76 characters', () => lines(body.toString('base64'), 76)),
    variant('body-base64', 9, ' in upper-case hex', () => body.toString('hex').toUpperCase()),
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
    ...gatewayEvents(body),
    variant('body-json-string', 7, ' with backslashes before its quotes', () =>
      Buffer.from(body.toString('latin1').replaceAll(/["\\]/g, '\\$&'), 'latin1'),
    ),
    variant('body-json-string', 8, ' without its backslashes, as a shell reads a line', () =>
      body.includes('\\') ? Buffer.from(body.toString('latin1').replaceAll(/\\(.)/g, '$1'), 'latin1') : null,
    ),
  ]
}

/** Null where one line is enough. */
function lines(text: string, length: number): string | null {
  const found: string[] = []
  for (let at = 0; at < text.length; at += length) found.push(text.slice(at, at + length))
  return found.length < 2 ? null : found.join('\n')
}

/** The event of a gateway such as API Gateway before Lambda, which has the body as one of its fields. */
function gatewayEvents(body: Buffer): Variant[] {
  if (body.length > maxEventBytes) return []
  const text = isUtf8(body) ? JSON.stringify(body.toString('utf8')) : null
  const event = (how: string, make: (text: string) => string) =>
    variant('body-json-string', 8, ` as the field body of an event's JSON${how}`, () =>
      text === null ? null : make(text),
    )
  return [
    event('', (inner) => `{"body":${inner}}`),
    event(', before isBase64Encoded', (inner) => `{"body":${inner},"isBase64Encoded":false}`),
    event(', after isBase64Encoded', (inner) => `{"isBase64Encoded":false,"body":${inner}}`),
    event(" in Python's spacing", (inner) => `{"body": ${inner}}`),
    event(" in Python's spacing, before isBase64Encoded", (inner) => `{"body": ${inner}, "isBase64Encoded": false}`),
    variant('body-json-string', 8, " in base64 as the field body of an event's JSON", () =>
      JSON.stringify({ body: body.toString('base64'), isBase64Encoded: true }),
    ),
  ]
}

/** Maximum body that API Gateway passes to a function, bytes. */
const maxEventBytes = 6_000_000

function innerString(body: Buffer): string | null {
  if (body[0] !== 0x22 || !isUtf8(body)) return null
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
