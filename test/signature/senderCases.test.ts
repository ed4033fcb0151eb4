import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { checkedSignatures, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'

function scheme(id: string): SignatureScheme {
  const found = schemePreset(id)
  if (found === undefined) throw new Error(`There is no preset ${id}.`)
  return found
}

const received = (headers: Record<string, string>, body: string) => ({
  headers: Object.entries(headers).flat(),
  body: Buffer.from(body),
  truncated: false,
  method: 'POST',
  urls: ['https://example.com/hook'],
  receivedAt: null,
})
const secretsOf = (of: SignatureScheme, ...texts: string[]) =>
  texts.map((text, index) => verificationSecret({ id: `s${index}`, label: `Secret ${index}`, text, current: true }, of))

describe('the messages of SNS', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const common = {
    MessageId: 'm-1',
    TopicArn: 'arn:aws:sns:eu-west-1:1:orders',
    Message: 'Grüße\nund mehr',
    Timestamp: '2026-11-22T12:00:00.000Z',
  }
  const confirmation = {
    ...common,
    Token: 't'.repeat(60),
    SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
  }
  const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
  const ofConfirmation = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['Notification with a subject', { ...common, Type: 'Notification', Subject: 'New order' }, ofNotification],
    ['Notification without a subject', { ...common, Type: 'Notification' }, ofNotification],
    ['Notification whose subject is null', { ...common, Type: 'Notification', Subject: null }, ofNotification],
    ['SubscriptionConfirmation', { ...confirmation, Type: 'SubscriptionConfirmation' }, ofConfirmation],
    ['UnsubscribeConfirmation', { ...confirmation, Type: 'UnsubscribeConfirmation' }, ofConfirmation],
  ]

  /** As AWS documents it: name and value of each field on a line of its own. */
  function signed(fields: Record<string, unknown>, names: string[], algorithm: 'sha1' | 'sha256') {
    const lines = names.flatMap((name) => (typeof fields[name] === 'string' ? [`${name}\n${fields[name]}\n`] : []))
    const SignatureVersion = algorithm === 'sha1' ? '1' : '2'
    return {
      ...fields,
      SignatureVersion,
      Signature: sign(algorithm, Buffer.from(lines.join('')), privateKey).toString('base64'),
    }
  }

  it.each(cases)('%s is valid with the fields that AWS documents, in both versions', (_name, fields, names) => {
    for (const [id, algorithm] of [
      ['aws-sns', 'sha256'],
      ['aws-sns-v1', 'sha1'],
    ] as const) {
      const of = scheme(id)
      const message = signed(fields, names, algorithm)
      expect(verifySignature(received({}, JSON.stringify(message)), of, secretsOf(of, key)).verdict).toBe('valid')
      for (const name of names) {
        if (typeof fields[name] !== 'string') continue
        const forged = { ...message, [name]: `${fields[name]}.` }
        expect(verifySignature(received({}, JSON.stringify(forged)), of, secretsOf(of, key)).verdict).toBe('invalid')
      }
    }
  })

  it('are not valid under the version that they do not say', () => {
    const [, fields, names] = cases[1] ?? ['', {}, []]
    const of = scheme('aws-sns-v1')
    const message = JSON.stringify(signed(fields, names, 'sha256'))
    expect(verifySignature(received({}, message), of, secretsOf(of, key)).verdict).toBe('invalid')
  })
})

describe('the headers of DocuSign', () => {
  const of = scheme('docusign')
  const body = '{"event":"envelope-completed"}'
  const hmac = (secret: string) => createHmac('sha256', secret).update(body).digest('base64')

  it.each([1, 2, 11, 100])('may have the right signature in number %i of as many as there are keys', (number) => {
    const others = Object.fromEntries(
      Array.from({ length: number - 1 }, (_, index) => [`X-DocuSign-Signature-${index + 1}`, hmac(`other ${index}`)]),
    )
    const request = received({ ...others, [`X-DocuSign-Signature-${number}`]: hmac('mine') }, body)
    expect(verifySignature(request, of, secretsOf(of, 'mine')).verdict).toBe('valid')
    expect(verifySignature(request, of, secretsOf(of, 'not mine')).verdict).toBe('invalid')
    expect(checkedSignatures(request, of, secretsOf(of, 'mine'))).toHaveLength(number)
  })
})
