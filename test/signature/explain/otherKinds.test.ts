import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { explainInWords } from './explainInWords.ts'
import { buildInput, fullBudget, secret } from './buildInput.ts'
import { body, otherCases } from './otherKinds.ts'

describe('the explanation of other kinds of signatures', () => {
  it.each(otherCases.map((one) => [one.title, one] as const))('names the cause: %s', (_title, { cause, make }) => {
    const { state, findings, complete } = explainInWords(make(), fullBudget)
    expect(findings[0]?.cause, JSON.stringify(findings.slice(0, 3), null, 1)).toBe(cause)
    expect(complete).toBe(true)
    const seenOnly = findings[0]?.kind === 'observation'
    if (state !== 'not-needed') expect(state === 'explained').toBe(!seenOnly)
    expect(findings[0]?.advice).toMatch(/[.]$/)
  })

  it('shows no secret, token or password', () => {
    for (const { make } of otherCases) {
      const told = JSON.stringify(explainInWords(make(), fullBudget))
      for (const text of ['glwt-9fK2', 'open-sesame', 'monday-signing', 'bird-signing', 'hubspot-client'])
        expect(told).not.toContain(text)
    }
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = (key: typeof rsa) => key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const wise = (message: string, hash = 'sha256', key = rsa) =>
    explainInWords(
      buildInput({
        body,
        scheme: schemePreset('wise') ?? serviceScheme,
        header: signWith(hash, Buffer.from(message), key.privateKey).toString('base64'),
        secrets: [secret(pem(rsa)), secret(pem(other), { label: 'old', standing: 'previous' })],
      }),
      fullBudget,
    ).findings

  it('says which pasted RSA key verifies, and which hash or body was signed', () => {
    expect(wise(body)).toEqual([])
    expect(wise(body, 'sha256', other)[0]).toMatchObject({ cause: 'secret-previous', secret: { label: 'old' } })
    expect(wise(body, 'sha512')[0]).toMatchObject({ cause: 'algorithm-other', kind: 'proof' })
    expect(wise(`${body}\n`)[0]).toMatchObject({ cause: 'body-final-newline', kind: 'proof' })
    expect(wise('something else').filter(({ kind }) => kind === 'proof')).toEqual([])
  })
})
