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

  const told = (title: string) => {
    const found = otherCases.find((one) => one.title === title)
    if (found === undefined) throw new Error(`There is no case ${title}.`)
    return explainInWords(found.make(), fullBudget).findings
  }

  it('says of a hash in a token how it is written and what the scheme expects, and never that it is of another body', () => {
    const [inBase64, ...more] = told('plaid: the hash of the body in base64')
    expect(inBase64?.recipe).toBe(
      "SHA256 over the body as it arrived, written as base64, gives exactly the hash in the token's claim request_body_sha256; the scheme expects SHA256 in hex.",
    )
    expect(more).toEqual([])
    expect(told('plaid: the SHA-512 of the body')[0]?.recipe).toContain('SHA512 over the body as it arrived')
    expect(told('plaid: no hash of the body')[0]?.recipe).toContain('it has no claim request_body_sha256')
  })

  it('shows both values of an issuer and an audience', () => {
    expect(told('monday: another audience')[0]?.recipe).toContain('its claim aud is "https://other.example", not "')
    expect(told('messagebird: another issuer')[0]?.recipe).toContain('its claim iss is "Somebody", not "MessageBird"')
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
    const rewritten = wise('{"id":"b3b3318e","amount":12.5,"name":"Z\u00fcrich"}')
    expect(rewritten.map(({ kind, cause }) => [kind, cause])).toEqual([['proof', 'body-number-rewritten']])
    expect(rewritten[0]?.recipe).not.toContain('equal keys')
    expect(wise(`\ufeff${body}`).map(({ cause }) => cause)).toEqual(['body-bom'])
    expect(wise(`${body}\n`)[0]).toMatchObject({ cause: 'body-final-newline', kind: 'proof' })
    expect(wise('something else').filter(({ kind }) => kind === 'proof')).toEqual([])
  })
})
