import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { canSign, signRequest } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { bodyProven } from '../../src/engine/signature/bodyProof.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { checkedLibraries } from '../../src/shared/signature/checkedLibraries.ts'
import { schemePreset, senderPreset } from '../../src/shared/signature/schemePresets.ts'
import { credentialOf, type SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

/** What tools/recordLibraries.mjs recorded: a delivery, who signed it, and that the sender's own library takes it and no other. */
interface Answer {
  library: string
  version: string
  preset: string
  signedBy: 'the library' | 'us' | 'the sender'
  setting?: string
  key: string
  at: string
  request: RecordedRequest
  /** The request before we signed it. */
  unsigned?: RecordedRequest
  /** `accepted` with one byte changed: the library leaves the hash of the body to its caller. */
  said: { asSigned: 'accepted'; oneByteChanged: 'refused' | 'accepted' | 'not asked' }
}

interface RecordedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

const answers = JSON.parse(
  readFileSync(new URL('officialLibraries.json', import.meta.url), 'utf8'),
) as readonly Answer[]

const rows = answers.map((answer, index) => {
  const { library, version, preset, signedBy } = answer
  return [`${preset} ${index}, signed by ${signedBy}: ${library} ${version}`, answer] as const
})

function schemeOf({ preset, setting }: Answer): SignatureScheme {
  const scheme = schemePreset(preset)
  if (scheme === undefined) throw new Error(`There is no preset ${preset}.`)
  return setting === undefined ? scheme : { ...scheme, setting: { label: 'setting', value: setting } }
}

function secretOf(answer: Answer, scheme: SignatureScheme) {
  return verificationSecret({ id: 'k', label: 'k', text: answer.key, current: true }, scheme)
}

function receivedOf({ request, at }: Answer, body = Buffer.from(request.body)): SignedRequest {
  const { method, url, headers } = request
  return {
    method,
    headers: Object.entries(headers).flat(),
    body,
    truncated: false,
    urls: [url],
    receivedAt: Date.parse(at),
  }
}

describe('what the sender’s own library signs or takes', () => {
  it.each(rows)('%s is valid, and in time', (_name, answer) => {
    const scheme = schemeOf(answer)
    const request = receivedOf(answer)
    expect(answer.said.asSigned).toBe('accepted')
    expect(verifySignature(request, scheme, [secretOf(answer, scheme)]).verdict).toBe('valid')
    expect(signatureAge(request, scheme)?.tooOld ?? false).toBe(false)
  })

  it.each(rows)('%s is not valid with one byte changed', (_name, answer) => {
    const scheme = schemeOf(answer)
    const secret = secretOf(answer, scheme)
    const signature = scheme.header.toLowerCase()
    const headers = Object.entries(answer.request.headers).map(([name, value]) => [
      name,
      name === signature ? changedInTheMiddle(value) : value,
    ])
    if (signature !== '') {
      const request = { ...receivedOf(answer), headers: headers.flat() }
      expect(verifySignature(request, scheme, [secret]).verdict).not.toBe('valid')
    }
    if (answer.said.oneByteChanged === 'not asked') {
      expect(bodyProven(receivedOf(answer), scheme, secret)).toBe(false)
      return
    }
    const body = Buffer.from(answer.request.body)
    const place = changeable(answer)
    body[place] = (body[place] ?? 0) ^ 1
    expect(verifySignature(receivedOf(answer, body), scheme, [secret]).verdict).not.toBe('valid')
  })

  // Box's library was asked about a time in digits; we sign with a date, as Box does, and have not asked about that.
  // Private keys are not recorded.
  const ours = rows.filter(
    ([, answer]) =>
      answer.signedBy === 'us' && answer.preset !== 'box' && credentialOf(schemeOf(answer)) !== 'public-key',
  )
  it.each(ours)('%s: we sign the same bytes again', (_name, answer) => {
    const scheme = schemeOf(answer)
    const { method, url, headers, body } = answer.unsigned ?? answer.request
    const unsigned = { method, url, headers: Object.entries(headers), body: Buffer.from(body) }
    const signed = signRequest(unsigned, scheme, secretOf(answer, scheme), {
      at: Date.parse(answer.at),
      id: 'msg_ours',
    })
    const lower = signed?.headers.map(([name, value]) => [name.toLowerCase(), value] as const) ?? []
    expect({ ...signed, headers: Object.fromEntries(lower), body: signed?.body.toString() }).toEqual(answer.request)
  })

  it('is known of more than 40 libraries, and of each sender that we can sign for and that has one, both ways', () => {
    expect(new Set(answers.map(({ library }) => library)).size).toBeGreaterThan(40)
    for (const { preset, signedBy } of answers) {
      if (!canSign(schemeOf({ preset } as Answer)) || signedBy === 'the sender') continue
      expect(answers.some((other) => other.preset === preset && other.signedBy === 'us')).toBe(true)
    }
  })

  it('is shown to the person with the version, and no such sender counts as less than that', () => {
    const recorded = Object.fromEntries(
      answers.map(({ preset, library, version }) => [preset, `${library} ${version}`]),
    )
    expect(checkedLibraries).toEqual(recorded)
    for (const [id, library] of Object.entries(recorded)) {
      expect(senderPreset(id)).toMatchObject({
        library,
        evidence: /^(?:published-vector|official-library)$/.exec(senderPreset(id)?.evidence ?? '')?.[0],
      })
    }
  })
})

function changedInTheMiddle(value: string): string {
  const place = value.length >> 1
  return value.slice(0, place) + (value[place] === 'a' ? 'b' : 'a') + value.slice(place + 1)
}

/** A byte that is signed: fields that are signed one by one are named here, elsewhere all of the body is. */
function changeable({ preset, request: { body } }: Answer): number {
  if (preset === 'aws-sns') return body.indexOf('Hello world')
  if (preset === 'adyen-payments') return body.indexOf('1130')
  if (preset === 'braintree') return body.indexOf('bt_payload=') + 20
  return body.length >> 1
}
