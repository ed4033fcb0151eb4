import { expect, it } from 'vitest'
import { tokenClaims } from '../../src/engine/service/tokenClaims.ts'

function jwt(payload: string, header = '{"alg":"RS256","kid":"k1"}'): string {
  const part = (text: string) => Buffer.from(text).toString('base64url')
  return `${part(header)}.${part(payload)}.c2lnbmF0dXJl`
}

it('shows what a JWT says of itself as texts, and that nobody verified it', () => {
  const payload = JSON.stringify({
    exp: 1_700_003_600,
    iat: 1_700_000_000,
    aud: ['one', 'two'],
    sub: 'auth0|1',
    scope: 'offline_access',
    admin: true,
    nested: { a: [1] },
  })
  expect(tokenClaims(jwt(payload))).toEqual({
    note: expect.stringMatching(/^Decoded, not verified/) as string,
    exp: '1700003600 (2023-11-14T23:13:20.000Z)',
    iat: '1700000000 (2023-11-14T22:13:20.000Z)',
    aud: 'one, two',
    sub: 'auth0|1',
    scope: 'offline_access',
    admin: 'true',
    nested: '{"a":[1]}',
    'header.alg': 'RS256',
    'header.kid': 'k1',
  })
})

it.each(['opaque-token', 'a.b', 'a.b.c', jwt('[1]'), `${jwt('{}')}.more`, jwt('{"broken'), ''])(
  'says of %j that it is opaque',
  (token) => {
    expect(tokenClaims(token)).toEqual({ note: expect.stringMatching(/^The token is opaque/) as string })
  },
)

it('shows hostile claims as plain texts: no prototype, no moment outside of the calendar, no end', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`c${index}`, 'x'.repeat(10_000)]))
  const claims = tokenClaims(jwt(`{"__proto__":"p","exp":1e300,"note":"mine",${JSON.stringify(many).slice(1)}`))
  expect(Object.getOwnPropertyDescriptor(claims, '__proto__')?.value).toBe('p')
  expect(Object.getPrototypeOf(claims)).toBe(Object.prototype)
  expect(claims).toMatchObject({
    exp: '1e+300',
    'claim.note': 'mine',
    note: expect.stringContaining('not verified') as string,
  })
  expect(JSON.stringify(claims).length).toBeLessThan(40_000)
})

it('never shows the signature', () => {
  expect(JSON.stringify(tokenClaims(jwt('{"sub":"x"}')))).not.toContain('c2lnbmF0dXJl')
})
