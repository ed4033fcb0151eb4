/** Sentences that name what was signed, what is missing and whose secrets are meant. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { buildInput, fullBudget, type Given, liveSecret, secret, sign } from './buildInput.ts'
import { explainInWords } from './explainInWords.ts'

function findings(given: Given) {
  return explainInWords(buildInput(given), fullBudget).findings
}

function preset(id: string): SignatureScheme {
  return schemePreset(id) ?? serviceScheme
}

describe('a proof', () => {
  const form = 'CallSid=CA1&From=%2B1415'
  const url = 'https://shop.example/hooks'
  const twilio = (message: string) =>
    findings({
      body: form,
      scheme: preset('twilio'),
      header: createHmac('sha1', liveSecret).update(message).digest('base64'),
      headers: ['content-type', 'application/x-www-form-urlencoded'],
      secrets: [secret('other'), secret(liveSecret, { label: 'old', standing: 'previous' })],
      urls: [url],
    })

  it('names the message where the URL is signed, and not the body', () => {
    const [first] = twilio(`${url}CallSidCA1From+1415`)
    expect(first?.cause).toBe('secret-previous')
    expect(first?.recipe).toContain('over the message {url}{form} as it arrived')
    const [other] = twilio(`http://shop.example/hooksCallSidCA1From+1415`)
    expect(other?.recipe).toContain('over the message {url}{form} with the URL http://shop.example/hooks')
  })

  it('names the body where only the body is signed', () => {
    const [first] = findings({ body: 'text', header: sign(`${liveSecret}\n`, 'text') })
    expect(first?.recipe).toContain('over the body as it arrived')
  })

  it('accuses nobody of a rewrite: both the way and the sender may have done it, and the advice says how to tell', () => {
    const [first] = findings({ body: '{"a":1}', header: sign(liveSecret, '{"a": 1}') })
    expect(first?.cause).toBe('body-python-spacing')
    expect(first?.advice).toContain('Either something on the way')
    expect(first?.advice).toContain('or the sender signs another form than it sends')
    expect(first?.advice).toContain("compare the body in the sender's log")
  })
})

describe('what is seen', () => {
  it('of a signature that should be in the body is the place of it', () => {
    const [first] = findings({ body: '{"event-data":{}}', scheme: preset('mailgun'), header: null })
    expect(first?.cause).toBe('header-absent')
    expect(first?.recipe).toBe('The body has no signature at /signature/signature.')
  })

  it('never is the white space of a secret of another environment', () => {
    const secrets = [
      secret(liveSecret),
      secret(' spaced ', { label: 'theirs', standing: 'other', environment: 'Other' }),
    ]
    for (const header of [sign(liveSecret, 'text\n'), sign('unknown', 'text')]) {
      expect(JSON.stringify(findings({ body: 'text', header, secrets }))).not.toContain('theirs')
    }
  })
})
