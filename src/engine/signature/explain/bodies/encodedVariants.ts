import { isUtf8 } from 'node:buffer'
import type { GatewayEvent } from '../../../../shared/codes/changes.ts'
import { changed, type Variant, variant } from '../causes/change.ts'

/** The body in an encoding, or taken out of one. */
export function encodedVariants(body: Buffer): Variant[] {
  const ascii = () => body.toString('latin1').trim()
  return [
    variant('body-base64', 6, changed('encoded', { as: 'base64' }), () => body.toString('base64')),
    variant('body-base64', 7, changed('encoded', { as: 'base64url' }), () => body.toString('base64url')),
    variant('body-base64', 7, changed('decoded', { from: 'base64' }), () => {
      const text = ascii()
      return /^[A-Za-z0-9+/_-]{4,}={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
    }),
    variant('body-base64', 8, changed('encoded', { as: 'hex' }), () => body.toString('hex')),
    variant('body-base64', 8, changed('decoded', { from: 'hex' }), () =>
      /^(?:[0-9A-Fa-f]{2})+$/.test(ascii()) ? Buffer.from(ascii(), 'hex') : null,
    ),
    variant('body-json-string', 6, changed('as-json-string', { times: 1 }), () =>
      isUtf8(body) ? JSON.stringify(body.toString('utf8')) : null,
    ),
    variant('body-json-string', 7, changed('as-json-string', { times: 2 }), () =>
      isUtf8(body) ? JSON.stringify(JSON.stringify(body.toString('utf8'))) : null,
    ),
    variant('body-json-string', 7, changed('inside-of-json-string'), () => innerString(body)),
    ...gatewayEvents(body),
    variant('body-json-string', 7, changed('quotes-escaped'), () =>
      Buffer.from(body.toString('latin1').replaceAll(/["\\]/g, '\\$&'), 'latin1'),
    ),
  ]
}

/** The event of a gateway such as API Gateway before Lambda, which has the body as one of its fields. */
function gatewayEvents(body: Buffer): Variant[] {
  if (body.length > largestEvent) return []
  const text = isUtf8(body) ? JSON.stringify(body.toString('utf8')) : null
  const event = (as: GatewayEvent, make: (text: string) => string) =>
    variant('body-json-string', 8, changed('gateway-event', { as }), () => (text === null ? null : make(text)))
  return [
    event('body-only', (inner) => `{"body":${inner}}`),
    event('body-first', (inner) => `{"body":${inner},"isBase64Encoded":false}`),
    event('body-last', (inner) => `{"isBase64Encoded":false,"body":${inner}}`),
    event('python-body-only', (inner) => `{"body": ${inner}}`),
    event('python-body-first', (inner) => `{"body": ${inner}, "isBase64Encoded": false}`),
    variant('body-json-string', 8, changed('gateway-event', { as: 'base64' }), () =>
      JSON.stringify({ body: body.toString('base64'), isBase64Encoded: true }),
    ),
  ]
}

/** API Gateway passes no larger bodies to a function, bytes. */
const largestEvent = 6_000_000

function innerString(body: Buffer): string | null {
  if (body[0] !== 0x22 || !isUtf8(body)) return null
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
