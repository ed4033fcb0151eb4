import { describe, expect, it } from 'vitest'
import { followUpUrl } from '../../src/engine/service/followUpUrl.ts'
import { defaultResourcePaths } from '../../src/shared/defaultResourcePaths.ts'

const base = 'https://api.example.com/prefix'
const payment = { resourceType: 'Payment', resourceId: '9c32c0d8-3e73-4896-8a7a-766c7428ac54', organizationId: 'org-1' }

describe('the address of a follow-up', () => {
  it('has a default path for each of the ten documented types', () => {
    expect(defaultResourcePaths()).toEqual({
      Payment: '/api/trust/v1/payments/{resourceId}',
      Transaction: '/api/trust/v1/transactions/{resourceId}',
      Nft: '/api/trust/v1/nfts/{resourceId}',
      Kyc: '/api/trust/v1/kycs/{resourceId}',
      Document: '/api/trust/v1/documents/{resourceId}',
      CustodialAccount: '/api/trust/v1/custodial-accounts/{resourceId}',
      ExternalAccount: '/api/trust/v1/external-accounts/{resourceId}',
      Identity: '/api/trust/v1/identities/{resourceId}',
      Asset: '/api/trust/v1/assets/{resourceId}',
      Wallet: '/api/wallet/v1/wallets/{resourceId}',
    })
  })

  it('stands below the base URL, its path prefix included', () => {
    expect(followUpUrl(payment, base, {})).toEqual({
      ok: true,
      assumed: true,
      url: `https://api.example.com/prefix/api/trust/v1/payments/${payment.resourceId}`,
    })
  })

  it('finds the type whatever its case, the own table first', () => {
    const found = followUpUrl({ ...payment, resourceType: 'payMENT' }, base, {
      payment: '/v2/{organizationId}/pay/{resourceId}?full=true',
    })
    expect(found).toEqual({
      ok: true,
      assumed: false,
      url: `https://api.example.com/prefix/v2/org-1/pay/${payment.resourceId}?full=true`,
    })
  })

  it('is not guessed for an unknown type: it says where to add a path', () => {
    const found = followUpUrl({ ...payment, resourceType: 'Spaceship' }, base, {})
    expect(found).toMatchObject({ ok: false, why: { code: 'no-path', fields: { resourceType: 'Spaceship' } } })
  })

  it.each([
    '..',
    '.',
    '',
    '../admin',
    '..%2fadmin',
    '//evil.test',
    '\\\\evil.test',
    'https://evil.test/x',
    '@evil.test',
    'a/b',
    'a?b=c',
    'a#b',
    'a%00',
    'a b',
    'a\r\nx-evil: 1',
    'ä',
    'x'.repeat(129),
  ])('is refused for the resource id %j', (resourceId) => {
    expect(followUpUrl({ ...payment, resourceId }, base, {}).ok).toBe(false)
  })

  it.each([
    '//evil.test/{resourceId}',
    '/../../{resourceId}',
    '/\\evil.test/{resourceId}',
    '/a#{resourceId}',
    '/a/./{resourceId}',
  ])('is refused when the template %j leads elsewhere', (template) => {
    expect(followUpUrl(payment, base, { Payment: template }).ok).toBe(false)
  })

  it.each(['__proto__', 'constructor', 'toString'])('treats the type %j as unknown', (resourceType) => {
    expect(followUpUrl({ ...payment, resourceType }, base, {}).ok).toBe(false)
  })

  it('asks for an organization id only where the path needs one', () => {
    const nameless = { ...payment, organizationId: null }
    expect(followUpUrl(nameless, base, {}).ok).toBe(true)
    expect(followUpUrl(nameless, base, { Payment: '/{organizationId}/{resourceId}' }).ok).toBe(false)
    expect(
      followUpUrl({ ...payment, organizationId: '../x' }, base, { Payment: '/{organizationId}/{resourceId}' }).ok,
    ).toBe(false)
  })

  it('says so when there is no base URL', () => {
    expect(followUpUrl(payment, '', {})).toMatchObject({
      ok: false,
      why: { code: 'no-base-url' },
    })
  })
})
