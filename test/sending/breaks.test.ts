import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { breakProblemOf } from '../../src/engine/sending/breakRequest.ts'
import { brokenSigning, prepareRequest, type Signing } from '../../src/engine/sending/prepareRequest.ts'
import { signingSecret } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { bodyProven } from '../../src/engine/signature/bodyProof.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { breakKinds } from '../../src/shared/signature/breakKinds.ts'
import { schemePreset, schemePresets } from '../../src/shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import type { BreakKind } from '../../src/shared/wireTypes.ts'

const now = 1_800_000_000_000
const body = Buffer.from(
  '{"notificationItems":[{"NotificationRequestItem":{"success":"true","pspReference":"1"}}],"value":[{}],"amount":12.50}',
)
const texts = {
  utf8: 'a shared secret',
  sha1: 'a shared secret',
  hex: '00112233445566778899aabbccddeeff',
  base64: 'c2VjcmV0IHNlY3JldA==',
  base64url: 'c2VjcmV0IHNlY3JldA',
}
const ed25519 = generateKeyPairSync('ed25519')

function keysOf(scheme: SignatureScheme) {
  if (scheme.kind === 'basic') return ['user:password', 'user:password'] as const
  if (scheme.kind === 'ed25519') {
    return [
      ed25519.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      ed25519.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ] as const
  }
  const text = 'key' in scheme ? scheme.key.prefix + texts[scheme.key.decode] : 'a shared secret'
  return [text, text] as const
}

function received(scheme: SignatureScheme, kind: BreakKind | null) {
  const made = signingSecret('typed', keysOf(scheme)[0], scheme)
  if (!made.ok) throw new Error(made.code)
  const signing: Signing = { scheme, secret: made.secret, at: (at) => at, break: kind }
  const draft = {
    method: 'POST',
    url: 'https://app.example/hooks',
    // Plivo signs forms only; any text is the name of a field.
    headers: [['Content-Type', scheme.id === 'plivo' ? 'application/x-www-form-urlencoded' : 'application/json']] as [
      string,
      string,
    ][],
    body,
  }
  const request = prepareRequest(draft, brokenSigning(signing), now)
  const flat = { ...request, headers: request.headers.flat(), truncated: false, urls: [request.url], receivedAt: now }
  const secret = verificationSecret({ id: 's', label: 's', text: keysOf(scheme)[1], current: true }, scheme)
  return {
    request,
    verdict: verifySignature(flat, scheme, [secret]).verdict,
    age: signatureAge(flat, scheme),
    proven: bodyProven(flat, scheme, undefined),
  }
}

const schemes = schemePresets.filter((scheme) => credentialOf(scheme) !== 'public-key' || scheme.kind === 'ed25519')

describe('what is broken on purpose is not valid, and was valid before', () => {
  test.each(breakKinds)('%s, for every scheme that it can be done to', (kind) => {
    let tried = 0
    for (const scheme of schemes) {
      if (breakProblemOf(kind, { body }, scheme, true) !== null) continue
      tried += 1
      const { verdict, age, proven } = received(scheme, kind)
      // Schemes that do not sign the body, or only some of its fields, cannot know.
      const ofBody = kind === 'flip-byte' || kind === 'rewritten-body' || kind === 'truncated-body'
      if (ofBody && (proven !== true || !/\{body\}/.test('message' in scheme ? scheme.message : ''))) continue
      if (kind === 'old-timestamp') expect([scheme.id, (age?.ageSeconds ?? 0) >= 86_399]).toEqual([scheme.id, true])
      else expect([scheme.id, verdict]).not.toEqual([scheme.id, 'valid'])
    }
    expect(tried).toBeGreaterThan(5)
  })

  test('without a break they are', () => {
    for (const scheme of schemes) expect([scheme.id, received(scheme, null).verdict]).toEqual([scheme.id, 'valid'])
  })
})

test('what has no effect is refused with its reason', () => {
  const github = schemePreset('github') ?? null
  expect(breakProblemOf('old-timestamp', { body }, github, true)).toBe('no-timestamp')
  expect(breakProblemOf('flip-byte', { body: new Uint8Array() }, github, true)).toBe('no-body')
  expect(breakProblemOf('rewritten-body', { body: Buffer.from('a=1') }, github, true)).toBe('not-json')
  expect(breakProblemOf('other-secret', { body }, github, false)).toBe('not-signed')
  expect(breakProblemOf('double-signature', { body }, schemePreset('mailgun') ?? null, true)).toBe('signed-in-body')
  expect(
    breakProblemOf('other-encoding', { body }, schemePreset('gitlab') ?? schemePreset('monday') ?? null, true),
  ).toBe('no-encoding')
})

test('a body that is written again says the same in other bytes, with the digits of its numbers', () => {
  const { request } = received(schemePreset('github') ?? schemePresets[0]!, 'rewritten-body')
  expect(Buffer.from(request.body).equals(body)).toBe(false)
  expect(Buffer.from(request.body).toString()).toContain('"amount": 12.50')
})
