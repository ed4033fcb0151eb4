import { describe, expect, it } from 'vitest'
import {
  accessInput,
  accessProblems,
  firstProblem,
  missingFor,
  secretsOf,
  storedAccess,
} from '../../../src/renderer/features/environment/form/accessForm.ts'
import { claimsOf, momentOf } from '../../../src/renderer/features/environment/connection/StoredCredentials.tsx'
import { createdWords, describeToken } from '../../../src/renderer/features/environment/connection/words.ts'
import { environmentInputSchema } from '../../../src/shared/schemas/environmentSchemas.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { anEnvironment } from '../state/builders.ts'

const unset = { set: false, fingerprint: null }

const environment: Environment = {
  ...anEnvironment('e1'),
  kind: 'service',
  authUrl: 'https://login.example',
  baseUrl: 'https://api.example',
  clientId: 'client',
  audience: 'audience',
  username: 'master@acme.example',
  password: { set: true, fingerprint: 'aaaa1111' },
}

describe('the access form', () => {
  it('sends only what was edited, without blanks around it, and passwords exactly as typed', () => {
    const input = accessInput({ authUrl: ' https://new.example ', password: ' with blanks ' })
    expect(input).toEqual({ authUrl: 'https://new.example', password: ' with blanks ' })
    expect(environmentInputSchema.partial().parse(input)).toEqual(input)
  })

  it('keeps the stored password when the field was given back', () => {
    expect(accessInput({ username: 'a@b.example', password: null })).toEqual({ username: 'a@b.example' })
  })

  it('finds what the engine would refuse', () => {
    const form = { ...storedAccess(environment), authUrl: 'login.example', signatureHeader: 'x sig' }
    expect(firstProblem(accessProblems(form))).toMatch(/^Auth URL: Give/)
    expect(Object.keys(accessProblems(form)).sort()).toEqual(['authUrl', 'signatureHeader'])
    expect(
      environmentInputSchema.safeParse({ ...form, password: undefined, readonlyPassword: undefined }).success,
    ).toBe(false)
  })

  it('takes empty addresses: an environment is filled in step by step', () => {
    expect(accessProblems({ ...storedAccess(environment), authUrl: '', baseUrl: '' })).toEqual({})
  })

  it('says what a test still lacks, for each user', () => {
    const form = storedAccess(environment)
    expect(missingFor(form, 'master', environment)).toBeNull()
    expect(missingFor(form, 'readonly', environment)).toBe('Fill in username and password first.')
    const typed = { ...form, readonlyUsername: 'r@acme.example', readonlyPassword: 'typed' }
    expect(missingFor(typed, 'readonly', environment)).toBeNull()
    expect(missingFor({ ...form, clientId: ' ' }, 'master', { ...environment, password: unset })).toBe(
      'Fill in client id and password first.',
    )
  })
})

describe('a client id and an audience that are secret', () => {
  const sealed = { set: true, fingerprint: 'bbbb2222' }
  const secretive = { ...environment, clientId: '', audience: '', sealedNames: { clientId: sealed, audience: sealed } }

  it('stay as they are unless something is typed, and are kept in memory only', () => {
    expect(storedAccess(secretive)).toMatchObject({ clientId: null, audience: null })
    expect(accessInput({ clientId: null, audience: ' new ' })).toEqual({ audience: 'new' })
    expect(secretsOf(secretive)).toEqual(expect.arrayContaining(['clientId', 'audience', 'password']))
    expect(secretsOf(environment)).not.toContain('clientId')
  })

  it('are enough for a test where they are set', () => {
    expect(missingFor(storedAccess(secretive), 'master', secretive)).toBeNull()
    const half = { ...secretive, sealedNames: { clientId: unset, audience: sealed } }
    expect(missingFor(storedAccess(half), 'master', half)).toBe('Fill in client id first.')
  })
})

describe('the answer to a test of credentials', () => {
  it('tells the scope of a token', () => {
    const result = { ok: true, expiresAt: '2026-01-01T00:00:00.000Z', scope: 'read', claims: null, error: null }
    expect(describeToken(result).detail).toBe('Scope: read.')
    expect(describeToken({ ...result, scope: null }).detail).toBe('The provider names no scope.')
  })

  it("keeps the provider's exact error", () => {
    const why = { code: 'credentials-refused' as const, fields: { status: 403, said: 'Wrong user name.' } }
    const error = { code: 'invalid_grant', message: 'A sentence for scripts.', status: 403, why }
    expect(describeToken({ ok: false, expiresAt: null, scope: null, claims: null, error })).toEqual({
      text: 'The username or the password is not accepted. Check both. The provider says: Wrong user name.',
      detail: '(403, invalid_grant)',
    })
  })

  it('does not send a person to the screen where it is read', () => {
    const why = { code: 'client-unknown' as const, fields: { status: 401, said: 'see under Connection' } }
    const error = { code: 'invalid_client', message: 'A sentence for scripts.', status: 401, why }
    expect(describeToken({ ok: false, expiresAt: null, scope: null, claims: null, error }).text).toBe(
      'The client id is not known to the identity provider. Check it. The provider says: see under Connection',
    )
  })
})

describe("a token's claims", () => {
  it('are rows in their order, apart from the sentence that says what they are worth', () => {
    expect(claimsOf({ note: 'Not verified.', sub: 'u1', exp: '17 (1970)' })).toEqual({
      note: 'Not verified.',
      rows: [
        ['sub', 'u1'],
        ['exp', '17 (1970)'],
      ],
    })
  })

  it('that are times are known as such, and nothing else is', () => {
    expect(momentOf('1700003600 (2023-11-14T23:13:20.000Z)')).toEqual({
      number: '1700003600',
      at: '2023-11-14T23:13:20.000Z',
    })
    for (const value of ['1700003600', 'about 17 (2023-11-14T23:13:20.000Z)', '1e+300']) {
      expect(momentOf(value)).toBeNull()
    }
  })

  it('are none for a token that is opaque', () => {
    expect(claimsOf({ note: 'The token is opaque.' }).rows).toEqual([])
  })
})

describe('a new read only user', () => {
  const user = { readonlyEmail: 'r@acme.example', stored: false, storeProblem: null }

  it('is the one that fetches only where that was wanted and came true', () => {
    expect(createdWords({ ...user, stored: true }, true)).toContain('now the user that fetches objects')
    expect(createdWords(user, false)).toBe('r@acme.example was created. Its password is not stored here: copy it now.')
  })

  it('tells why its password could not be stored', () => {
    const words = createdWords({ ...user, storeProblem: 'The password could not be stored: disk full' }, true)
    expect(words).toContain('disk full')
    expect(words).toContain('Copy the password now')
  })
})
