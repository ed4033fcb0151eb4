import { describe, expect, test } from 'vitest'
import {
  closestDigest,
  compareDigests,
  differenceWords,
} from '../../src/renderer/features/inbox/signature/Comparison.tsx'
import { printableHex } from '../../src/renderer/features/inbox/signature/SignatureTab.tsx'
import {
  ageWords,
  needsSearch,
  triedWords,
  verdictSentence,
} from '../../src/renderer/features/inbox/signature/words.ts'
import { describeScheme } from '../../src/renderer/text/describeScheme.ts'
import { environmentScheme, verifierVersion } from '../../src/renderer/features/inbox/signature/Findings.tsx'
import { sameVerification, verificationWords } from '../../src/renderer/text/verdictWords.ts'
import { schemePreset, schemePresets, serviceScheme } from '../../src/shared/signature/schemePresets.ts'
import { signaturesIn } from '../../src/shared/signature/signaturesIn.ts'
import type { Explanation, Signature, Verification } from '../../src/shared/wireTypes.ts'
import { anEnvironment } from './state/builders.ts'

describe('two digests', () => {
  test('of base64 stand in one line, of hex in lines of 32, and each line says where it differs', () => {
    expect(compareDigests('a'.repeat(44), 'a'.repeat(44))).toHaveLength(1)
    const rows = compareDigests(`${'a'.repeat(40)}X${'a'.repeat(23)}`, 'a'.repeat(64))
    expect(rows.map(({ at }) => at)).toEqual([0, 32])
    expect(rows[0]?.received).toEqual([{ text: 'a'.repeat(32), same: true, at: 0 }])
    expect(rows[1]?.received.find(({ same }) => !same)).toEqual({ text: 'X', same: false, at: 8 })
    expect(rows[1]?.expected.find(({ same }) => !same)).toEqual({ text: 'a', same: false, at: 8 })
  })

  test('of different length lose nothing of either', () => {
    const rows = compareDigests('a'.repeat(64), 'a'.repeat(44))
    const text = (side: 'received' | 'expected') => rows.flatMap((row) => row[side].map((part) => part.text)).join('')
    expect(text('received')).toBe('a'.repeat(64))
    expect(text('expected')).toBe('a'.repeat(44))
  })

  test('are described by how they differ', () => {
    expect(differenceWords('abc', 'abc')).toBeNull()
    expect(differenceWords('abcd', 'abc')).toContain('has 4 characters, the expected one 3')
    expect(differenceWords('ABCD', 'abcd')).toBe('Only upper and lower case differ.')
    expect(differenceWords('abcdefghX', 'abcdefghi')).toMatch(/^1 of 9 characters differs: too few/)
    expect(differenceWords('XYZdefghi', 'abcdefghi')).toMatch(/^3 of 9 characters differ: too few/)
    expect(differenceWords('WXYZefghi', 'abcdefghi')).toMatch(/^4 of 9 characters differ, as expected when the bytes/)
  })
})

describe('digests in a header', () => {
  test('are found by the form of the scheme', () => {
    expect(signaturesIn('sha256=ab', { kind: 'plain', prefix: 'sha256=' })).toEqual(['ab'])
    expect(signaturesIn('ab', { kind: 'plain', prefix: 'sha256=' })).toEqual([])
    const pairs = { kind: 'pairs', separator: ',', key: 'v1' } as const
    expect(signaturesIn('t=1, v1=ab,v0=x,v1=c=', pairs)).toEqual(['ab', 'c='])
    expect(signaturesIn('v1,ab v2,x v1,cd', { kind: 'list', separator: ' ', prefix: 'v1,' })).toEqual(['ab', 'cd'])
  })

  test('of several the closest to the expected one is shown', () => {
    expect(closestDigest(['xxxx', 'abcX'], 'abcd')).toBe('abcX')
    expect(closestDigest(['one', 'two'], null)).toBe('one')
    expect(closestDigest([], 'abcd')).toBeUndefined()
  })
})

describe('the signed bytes', () => {
  test('stand in hex and as text, eight to a line, with a dot for what cannot be printed', () => {
    expect(printableHex('7b22c3ab0a7e7f2041')).toEqual([
      { hex: '7b 22 c3 ab 0a 7e 7f 20', text: '{"···~· ', at: 0 },
      { hex: '41', text: 'A', at: 8 },
    ])
    expect(printableHex('')).toEqual([])
  })
})

describe('the age of a signature', () => {
  const age = { signedAt: '2026-01-01T00:00:00.000Z', seconds: 411.7, tooOld: true }

  test('is separate from the verdict where it is too old', () => {
    expect(ageWords(age, 300)).toContain('Signed too long ago: 412 s old when it arrived, and the sender allows 300 s')
    expect(ageWords({ ...age, seconds: -900 }, 300)).toContain('dated 900 s in the future')
  })

  test('is a plain fact where it is not', () => {
    expect(ageWords({ ...age, seconds: 3, tooOld: false }, 300)).toBe(
      '3 s old when it arrived; the sender allows 300 s.',
    )
    expect(ageWords({ ...age, seconds: 3, tooOld: false }, null)).toBe('3 s old when it arrived.')
  })
})

describe('the search for a cause', () => {
  const explanation: Explanation = {
    state: 'not-searched',
    findings: [],
    ruledOut: [],
    notTried: [],
    tried: 0,
    complete: true,
  }
  const signature = { verdict: 'invalid', age: null, explanation } as unknown as Signature

  test('is made for what proves nothing or came too late, and for nothing else', () => {
    expect(needsSearch(signature)).toBe(true)
    expect(needsSearch({ ...signature, verdict: 'valid' })).toBe(false)
    const late = { signedAt: '2026-01-01T00:00:00.000Z', seconds: 400, tooOld: true }
    expect(needsSearch({ ...signature, verdict: 'valid', age: late })).toBe(true)
    expect(needsSearch({ ...signature, explanation: { ...explanation, state: 'not-needed' } })).toBe(false)
  })

  test('says how far it went', () => {
    expect(triedWords({ ...explanation, tried: 6412 })).toBe('Tried 6,412 combinations. None matches.')
    expect(triedWords({ ...explanation, tried: 1, complete: false })).toBe(
      'Tried 1 combination, then time ran out: not everything was tried.',
    )
    expect(triedWords(explanation)).toBe('There was nothing to compute.')
  })

  test('does not say that none matches beside a proof', () => {
    const findings = [{ kind: 'proof' }] as unknown as Explanation['findings']
    expect(triedWords({ ...explanation, tried: 8000, findings })).toBe('Tried 8,000 combinations.')
  })
})

describe('a scheme', () => {
  test('is described in one line, for every preset', () => {
    expect(describeScheme(serviceScheme)).toBe(
      "x-service-webhook-hmac: base64 of HMAC-SHA256 over the body's raw bytes, keyed with the shared secret as UTF-8.",
    )
    const svix = schemePreset('svix')
    expect(svix && describeScheme(svix)).toBe(
      'svix-signature, each entry after "v1,": base64 of HMAC-SHA256 over {id}.{timestamp}.{body}, keyed with the shared secret without "whsec_", decoded from base64. Too old after 300 s.',
    )
    for (const preset of schemePresets) expect(describeScheme(preset)).toContain(preset.header)
  })

  test("is the environment's, with its own header", () => {
    const environment = { ...anEnvironment(), signatureScheme: 'github', signatureHeader: 'X-Other' }
    expect(environmentScheme(environment)).toMatchObject({ id: 'github', header: 'X-Other', encoding: 'hex' })
    const own = { ...serviceScheme, id: 'own' }
    expect(environmentScheme({ ...environment, signatureScheme: 'own', ownScheme: own })).toMatchObject({ id: 'own' })
  })

  test('and secrets have a version that changes when a verdict might', () => {
    const secret = {
      set: true,
      fingerprint: 'aaaa1111',
      id: 's1',
      label: '',
      current: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      lastUsedAt: null,
      retiredAt: null,
      publicKeys: [],
    }
    const before = { ...anEnvironment(), sharedSecrets: [secret] }
    const version = verifierVersion([before])
    expect(verifierVersion([{ ...before, sharedSecrets: [{ ...secret, lastUsedAt: secret.createdAt }] }])).toBe(version)
    expect(verifierVersion([{ ...before, sharedSecrets: [{ ...secret, retiredAt: secret.createdAt }] }])).not.toBe(
      version,
    )
    expect(verifierVersion([{ ...before, signatureScheme: 'github' }])).not.toBe(version)
    expect(verifierVersion([before, anEnvironment('other', false)])).not.toBe(version)
  })
})

describe('the check of all deliveries', () => {
  const run: Verification = { state: 'running', checked: 1200, total: 8300, changed: 12, problem: null, why: null }

  test.each<[Partial<Verification>, string]>([
    [{}, 'Checking 1,200 of 8,300 again, 12 changed'],
    [{ total: 0 }, 'Checking again …'],
    [{ state: 'idle' }, ''],
    [{ state: 'done' }, 'Checked 8,300 deliveries again: 12 changed.'],
    [{ state: 'done', total: 1, changed: 0 }, 'Checked 1 delivery again: none changed.'],
    [{ state: 'canceled' }, 'Check canceled after 1,200 of 8,300: 12 changed.'],
    [{ state: 'failed', problem: 'The disk is full.' }, 'The disk is full.'],
  ])('%j reads "%s"', (change, words) => expect(verificationWords({ ...run, ...change })).toBe(words))

  test('is the same news however often it is sent', () => {
    expect(sameVerification(run, { ...run })).toBe(true)
    expect(sameVerification(run, { ...run, checked: 1201 })).toBe(false)
  })
})

test('a right signature is said to prove no more than it covers', () => {
  const right = { verdict: 'valid', header: 'x-acme', received: 'abc', carriesSecret: false, cannotTell: null } as const
  expect(verdictSentence({ ...right, bodyProven: true })).toContain('the body is exactly what it signed')
  expect(verdictSentence({ ...right, bodyProven: 'partly' })).toBe(
    'The signature is right. It covers only some fields of the body.',
  )
  expect(verdictSentence({ ...right, bodyProven: false })).toBe(
    'The signature is right. It says nothing about the body.',
  )
  expect(verdictSentence({ ...right, bodyProven: false, carriesSecret: true })).toBe(
    'The token is right. It says nothing about the body.',
  )
  expect(verdictSentence({ ...right, verdict: 'valid-previous', bodyProven: false })).toContain(
    'It says nothing about the body. It was made with an earlier secret',
  )
})

test('what cannot be checked here differs from a body that is not complete', () => {
  const told = {
    verdict: 'cannot-tell',
    header: 'x-acme',
    received: null,
    bodyProven: false,
    carriesSecret: false,
  } as const
  expect(verdictSentence({ ...told, cannotTell: { code: 'hash-missing', hash: 'sha3-256' } })).toContain(
    "cannot be checked here, because this app's crypto has no sha3-256",
  )
  expect(verdictSentence({ ...told, cannotTell: { code: 'hash-was-missing', hash: 'sha3-256' } })).toContain(
    'Check all signatures again',
  )
  expect(verdictSentence({ ...told, cannotTell: { code: 'body-incomplete' } })).toContain('The body is not complete')
})
