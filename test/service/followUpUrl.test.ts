import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followUpUrl, senderFollowUpUrl } from '../../src/engine/service/followUpUrl.ts'
import { defaultResourcePaths } from '../../src/shared/defaultResourcePaths.ts'
import { type IdForm, idForms } from '../../src/shared/signature/meaning.ts'

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

describe('the address of a follow-up at another sender', () => {
  const repository = { resourceType: 'repository', resourceId: 'octo/hello' }
  const paths = {
    repository: '/repos/{resourceId}',
    topic: '/topics/{resourceId}?full=1',
    event: '/events/{resourceId}',
  }
  const at = (resourceType: string, resourceId: string, form: IdForm) =>
    senderFollowUpUrl({ resourceType, resourceId }, form, base, paths)

  it('has ids as the sender writes them, each part encoded', () => {
    expect(at('repository', 'octo/hello world', 'segments')).toEqual({
      ok: true,
      assumed: false,
      url: 'https://api.example.com/prefix/repos/octo/hello%20world',
    })
    expect(at('topic', 'arn:aws:sns:eu-west-1:1:a/b', 'text')).toMatchObject({
      url: 'https://api.example.com/prefix/topics/arn%3Aaws%3Asns%3Aeu-west-1%3A1%3Aa%2Fb?full=1',
    })
    expect(at('event', 'evt_1', 'word')).toMatchObject({ url: 'https://api.example.com/prefix/events/evt_1' })
    expect(at('event', 'https://api.example.com/prefix/events/1', 'uri')).toMatchObject({
      url: 'https://api.example.com/prefix/events/1',
    })
  })

  it('knows no path but the environment’s own', () => {
    expect(senderFollowUpUrl({ ...repository, resourceType: 'Payment' }, 'word', base, {})).toMatchObject({
      ok: false,
      why: { code: 'no-path' },
    })
  })

  it.each([
    '.',
    '..',
    '',
    '%2e%2e',
    '.%2E',
    'a/../b',
    'a//b',
    '/a',
    'a/',
    'a/./b',
    'x/'.repeat(9) + 'x',
    'a\u0000',
    '\ud800',
  ])('is refused for the id %j where ids have parts', (id) => {
    expect(at('repository', id, 'segments')).toMatchObject({ ok: false, why: { code: 'resource-id-unusable' } })
  })

  it.each([
    'https://evil.test/prefix/x',
    'http://api.example.com/prefix/x',
    'https://api.example.com:444/prefix/x',
    'https://api.example.com/prefix/../admin',
    'https://api.example.com/prefixed/x',
    'https://api.example.com/prefix/%2e%2e/admin',
    'https://api.example.com@evil.test/prefix/x',
    'https://user:secret@api.example.com/prefix/x',
    'https://api.example.com/prefix/x#y',
    '//evil.test/x',
    'javascript:alert(1)',
    '/prefix/x',
  ])('is refused for the address %j, which is not below the base URL', (id) => {
    expect(at('event', id, 'uri').ok).toBe(false)
  })

  it('stays below the base URL and means exactly the id, whatever the id', () => {
    const nasty = fc.constantFrom(
      '.',
      '..',
      '/',
      '%2e',
      '%2F',
      '\\',
      '?',
      '#',
      '@',
      ':',
      ';',
      "'",
      '{resourceId}',
      '$&',
      '\t',
      'é',
      'a',
    )
    const anyId = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(nasty, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.webUrl().map((url) => url),
    )
    fc.assert(
      fc.property(
        anyId,
        fc.constantFrom(...idForms),
        fc.constantFrom('repository', 'topic', 'event'),
        (id, form, type) => {
          const found = at(type, id, form)
          if (!found.ok) return
          const url = new URL(found.url)
          expect(url.origin).toBe('https://api.example.com')
          expect(url.href).toBe(found.url)
          const [, head = '', tail = ''] = /^(.*)\{resourceId\}(.*)$/.exec(paths[type as 'topic']) ?? []
          const middle = found.url.slice(`${base}${head}`.length, found.url.length - tail.length)
          expect(form === 'uri' ? found.url : `${base}${head}${middle}${tail}`).toBe(form === 'uri' ? id : found.url)
          if (form !== 'uri') expect(decodeURIComponent(middle)).toBe(id)
          if (form === 'word' || form === 'text') expect(middle).not.toContain('/')
        },
      ),
      { numRuns: 500 },
    )
  })
})
