import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { familyOf } from './explain/mistakes/families.ts'
import { buildInput } from './explain/buildInput.ts'

/** The URL as it is known here, the one that was signed, and what validateRequest of twilio 6.2.0 said, as recorded. */
const recorded: readonly (readonly [known: string, signed: string, accepted: boolean])[] = [
  ['https://a.example/in', 'https://a.example/in', true],
  ['https://a.example/in', 'https://a.example:443/in', true],
  ['https://a.example:443/in', 'https://a.example/in', true],
  ['https://a.example/in', 'https://a.example:80/in', false],
  ['https://a.example/in', 'https://a.example:8443/in', false],
  ['https://a.example:8443/in', 'https://a.example/in', true],
  ['https://a.example:8443/in', 'https://a.example:443/in', false],
  ['http://a.example/in', 'http://a.example:80/in', true],
  ['http://a.example/in', 'https://a.example/in', false],
  ['https://a.example/in', 'https://A.example/in', false],
  ['https://A.example/in', 'https://a.example/in', true],
  ["https://a.example/in?q=it's", 'https://a.example/in?q=it%27s', true],
  ['https://a.example/in?q=it%27s', "https://a.example/in?q=it's", true],
  ['https://a.example/in?q=a%20b', 'https://a.example/in?q=a+b', false],
  ['https://a.example/in?q=a+b', 'https://a.example/in?q=a%20b', true],
  ['https://a.example/in?q=(1)*!', 'https://a.example/in?q=%281%29%2A%21', false],
  ['https://a.example/in?q=a,b@c', 'https://a.example/in?q=a%2Cb%40c', true],
  ['https://a.example/in?q=a%2Cb', 'https://a.example/in?q=a,b', false],
  ['https://a.example/in?a=1&b', 'https://a.example/in?a=1&b=', true],
  ['https://a.example/in?a=1&a=2', 'https://a.example/in?a=1&a=2', true],
  ['https://a.example', 'https://a.example/', true],
  ['https://a.example/', 'https://a.example', false],
  ['https://a.example/in/', 'https://a.example/in', false],
  ['https://a.example/in?', 'https://a.example/in', false],
  ['https://u:p@a.example/in', 'https://u:p@a.example:443/in', true],
  ['https://[::1]/in', 'https://[::1]:443/in', true],
  ['https://[::1]:8443/in', 'https://[::1]/in', true],
  ['https://a.example/z\u00fcrich', 'https://a.example/z%C3%BCrich', true],
  ['https://a.example/in?q=\u00fc', 'https://a.example:443/in?q=%C3%BC', true],
]

const form = 'CallSid=CA1&To=%2B18005551212'
const token = '12345'

describe('a URL that Twilio signed in another form than it is known here', () => {
  it.each(recorded)('known as %s and signed as %s: accepted as its own library does, %s', (known, signed, accepted) => {
    const { scheme } = familyOf('twilio')
    const header = createHmac('sha1', token).update(`${signed}CallSidCA1To+18005551212`).digest('base64')
    const { request } = buildInput({
      body: form,
      scheme,
      header,
      headers: ['Content-Type', 'application/x-www-form-urlencoded'],
      urls: [known],
    })
    const secret = verificationSecret({ id: 'k', label: 'k', text: token, current: true }, scheme)
    expect(verifySignature(request, scheme, [secret]).verdict).toBe(accepted ? 'valid' : 'invalid')
    const changed = { ...request, body: Buffer.from(form.replace('CA1', 'CA2')) }
    expect(verifySignature(changed, scheme, [secret]).verdict).toBe('invalid')
  })
})
