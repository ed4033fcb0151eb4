import { describe, expect, test } from 'vitest'
import { addressWithoutCredentials, namesCredential, withoutCredentials } from '../../src/shared/credentials.ts'

/** Names of real headers and parameters whose value opens something. */
const credentials = [
  'Authorization',
  'Proxy-Authorization',
  'X-Forwarded-Authorization',
  'X-Authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'Api-Key',
  'apikey',
  'x-goog-api-key',
  'DD-API-KEY',
  'DD-APPLICATION-KEY',
  'Ocp-Apim-Subscription-Key',
  'x-functions-key',
  'X-Gitlab-Token',
  'PRIVATE-TOKEN',
  'JOB-TOKEN',
  'X-Telegram-Bot-Api-Secret-Token',
  'X-Goog-Channel-Token',
  'X-Shopify-Access-Token',
  'X-Auth-Token',
  'X-Auth-Key',
  'X-Vault-Token',
  'X-Amz-Security-Token',
  'X-Csrf-Token',
  'X-XSRF-TOKEN',
  'X-CSRFToken',
  'X-Hook-Secret',
  'X-Webhook-Secret',
  'CF-Access-Client-Secret',
  'Cf-Access-Jwt-Assertion',
  'X-Goog-IAP-JWT-Assertion',
  'x-amzn-oidc-accesstoken',
  'X-Session-Id',
  'JSESSIONID',
  'PHPSESSID',
  'X-User-Password',
  'X-GitHub-OTP',
  'X-Plex-Token',
  'token',
  'access_token',
  'accessToken',
  'id_token',
  'client_secret',
  'client_assertion',
  'hub.verify_token',
  'password',
  'pwd',
  'key',
  'auth[api_key]',
]

/** Names that look alike and hold no credential: of persons, places, counts, kinds, and of signatures. */
const others = [
  'author',
  'X-Author-Id',
  'Authority',
  'X-Authenticated-Userid',
  'Authentication-Results',
  'WWW-Authenticate',
  'Access-Control-Allow-Credentials',
  'X-OAuth-Scopes',
  'token_type',
  'X-Token-Expires',
  'x-ratelimit-remaining-tokens',
  'next_page_token',
  'x-ms-continuationtoken',
  'Idempotency-Key',
  'Sec-WebSocket-Key',
  'Surrogate-Key',
  'X-Cache-Key',
  'X-Access-Key-Id',
  'X-Request-Id',
  'X-Correlation-ID',
  'X-Github-Delivery',
  'X-Shopify-Topic',
  'Content-Digest',
  'X-Compass',
  'X-Hub-Signature-256',
  'Stripe-Signature',
  'X-Shopify-Hmac-Sha256',
  'messagebird-signature-jwt',
  'X-Auth-Signature',
  'PAYPAL-TRANSMISSION-SIG',
  'HmacSignature',
  'webhook-signature',
  'Signature-Input',
  'X-Contentful-Signed-Headers',
  'keyboard',
  'secretary',
]

describe('the name says whether a value is a credential', () => {
  test.each(credentials)('%s is one', (name) => {
    expect(namesCredential(name)).toBe(true)
  })

  test.each(others)('%s is none', (name) => {
    expect(namesCredential(name)).toBe(false)
  })
})

describe('in an address', () => {
  test.each([
    ['/in/k?a=1&token=abc&b=2', '/in/k?a=1&token=[redacted]&b=2', ['token']],
    ['https://u:p%40w@x.example/a?author=me', 'https://[redacted]@x.example/a?author=me', ['user:password']],
    ['/hook?code=abc&clientId=default', '/hook?code=[redacted]&clientId=default', ['code']],
    ['/cb#access_token=abc&token_type=bearer', '/cb#access_token=[redacted]&token_type=bearer', ['access_token']],
    ['/in/k?api%5Fkey=abc', '/in/k?api%5Fkey=[redacted]', ['api_key']],
    ['/in/k?token=&signature=a%3D%3D&timestamp=1', '/in/k?token=&signature=a%3D%3D&timestamp=1', []],
    [
      'https://b.s3.example/o?X-Amz-Credential=AK%2F1&X-Amz-Expires=60&X-Amz-Signature=abc',
      'https://b.s3.example/o?X-Amz-Credential=[redacted]&X-Amz-Expires=60&X-Amz-Signature=[redacted]',
      ['X-Amz-Credential', 'X-Amz-Signature'],
    ],
  ])('%s becomes %s', (address, text, names) => {
    expect(addressWithoutCredentials(address)).toEqual({ text, names })
  })
})

test('a header is named once, whether its name, its value or an address in it holds the credential', () => {
  const { lines, names } = withoutCredentials(
    [
      ['X-Gitlab-Token', 'abc'],
      ['x-custom', 'Bearer abc'],
      ['X-Original-Url', '/hook?token=abc&x=1'],
      ['X-Passing', 'abc'],
      ['X-Hub-Signature', 'sha1=?token=1'],
      ['X-Gitlab-Token', 'def'],
    ],
    ['x-passing'],
  )
  expect(lines.map(([, value]) => value)).toEqual([
    '[redacted]',
    '[redacted]',
    '/hook?token=[redacted]&x=1',
    '[redacted]',
    'sha1=?token=1',
    '[redacted]',
  ])
  expect(names).toEqual(['X-Gitlab-Token', 'x-custom', 'X-Original-Url', 'X-Passing'])
})

describe('a header that is named for a credential', () => {
  test.each([
    ['X-Atlassian-Token', 'no-check'],
    ['X-Atlassian-Token', 'nocheck'],
    ['X-CSRF-Token', 'fetch'],
    ['X-CSRF-Token', 'Required'],
  ])('%s: %s says that there is none', (name, value) => {
    expect(withoutCredentials([[name, value]])).toEqual({ lines: [[name, value]], names: [] })
  })

  test.each([
    ['X-Atlassian-Token', 'no-check-1'],
    ['X-Atlassian-Token', 'ATATT3x'],
    ['X-CSRF-Token', 'fetch me'],
    ['X-Api-Key', 'none'],
    ['Authorization', ''],
  ])('%s: "%s" is one', (name, value) => {
    expect(withoutCredentials([[name, value]])).toEqual({ lines: [[name, '[redacted]']], names: [name] })
  })

  test('that proves a delivery is one whatever its value is', () => {
    expect(withoutCredentials([['X-Gitlab-Token', 'no-check']], ['x-gitlab-token']).names).toEqual(['X-Gitlab-Token'])
  })
})

test('a text of any length is looked through in time that grows with it', () => {
  const started = performance.now()
  addressWithoutCredentials(
    '?'.repeat(100_000) + '//'.repeat(50_000) + 'a='.repeat(50_000) + '//' + ':'.repeat(100_000),
  )
  expect(performance.now() - started).toBeLessThan(2_000)
})
