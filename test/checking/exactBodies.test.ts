import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { valueAt } from '../../src/shared/json/jsonPointer.ts'
import { defaultTemplate } from '../../src/engine/checking/subject/defaultTemplate.ts'
import type { SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { scratchFolder } from '../build/startServe.ts'
import { keysFor } from '../build/schemeKeys.ts'
import { runHere } from '../cli/runHere.ts'
import { gradeHandler, schemeNamed } from './gradeHandler.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

interface Seen {
  headers: string[]
  body: Buffer
}

/** Takes every request and keeps its bytes. */
async function startKeeper(): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      seen.push({ headers: request.rawHeaders, body: Buffer.concat(parts) })
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, seen }
}

/** The bodies of the three valid deliveries when `check --body FILE` runs. */
async function bodiesOf(scheme: SignatureScheme, file: string | Buffer): Promise<string[]> {
  const { url, seen } = await startKeeper()
  const path = join(folder.path, `${scheme.id}.body`)
  writeFileSync(path, file)
  await runHere(
    ['check', url, '--scheme', scheme.id, '--body', path, '--secret-env', 'KEY', '--only', 'valid', '--seed', '7'],
    { variables: { KEY: keysFor(scheme).signs, HOOKSCOPE_DATA: folder.path } },
  )
  const verified = seen.map(({ headers, body }) => {
    const request = { method: 'POST', headers, body, truncated: false, urls: [url], receivedAt: Date.now() }
    const key = verificationSecret({ id: 's', label: 's', text: keysFor(scheme).checks, current: true }, scheme)
    return verifySignature(request, scheme, [key]).verdict
  })
  expect(verified.slice(0, 3)).toEqual(['valid', 'valid', 'valid'])
  return seen.slice(0, 3).map(({ body }) => body.toString('latin1'))
}

describe('a body that check is given with --body', () => {
  test('is sent byte for byte where the id is a header', async () => {
    const file =
      '{\r\n\t"ref" : "refs\\/heads\\/main",\n  "size": 1.0, "id": 12345678901234567890,\n "a": 1, "a": 2 }\n\n'
    expect(await bodiesOf(schemeNamed('github'), file)).toEqual([file, file, file])
  })

  test('is sent byte for byte where it is a list, a form, text, XML or no UTF-8', async () => {
    for (const file of ['[1.0, 2]\n', 'a=1&b=%20x+y', 'hello\r\n', '<a>\n</a>', '{"a":"\xe9"}']) {
      const bytes = Buffer.from(file, 'latin1')
      expect(await bodiesOf(schemeNamed('github'), bytes)).toEqual([file, file, file])
    }
  })

  test('keeps every other byte where the id or the time of signing is in it', async () => {
    const file = (id: string) =>
      `{\n    "id" : "${id}",\n    "object":"event", "amount": 1.50,\n    "url": "https:\\/\\/example.com\\/\\u00e9"\n}\r\n`
    const stripe = await bodiesOf(schemeNamed('stripe'), file('evt_1MqqbKLt4dXK03v5'))
    const ids = stripe.map((body) => /"(evt_\w+)"/.exec(body)?.[1] ?? '')
    expect(stripe).toEqual(ids.map(file))
    expect(new Set(ids).size).toBe(3)

    const issue = (time: string) => `{ "action": "create", "webhookTimestamp" : ${time} ,\n"data": {"id": 7.0} }`
    const linear = await bodiesOf(schemeNamed('linear'), issue('1676056940508'))
    const times = linear.map((body) => /: (\d{13}) /.exec(body)?.[1] ?? '')
    expect(linear).toEqual(times.map(issue))
    expect(times.every((time) => Math.abs(Number(time) - Date.now()) < 60_000)).toBe(true)
  })

  test('keeps every other byte where the signature is in it, and the time as a date', async () => {
    const file = (id: string, time: string, signature: string) =>
      [
        '{',
        '  "Type" : "Notification",',
        `  "MessageId" : "${id}",`,
        '  "TopicArn" : "arn:aws:sns:eu-west-1:123456789012:orders",',
        String.raw`  "Message" : "{\"total\":1.0}",`,
        `  "Timestamp" : "${time}",`,
        '  "SignatureVersion" : "2",',
        `  "Signature" : "${signature}",`,
        '  "SigningCertURL" : "https://sns.eu-west-1.amazonaws.com/x.pem"',
        '}',
      ].join('\n')
    const given = file('22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324', '2012-05-02T00:54:06.655Z', 'EXAMPLE==')
    const bodies = await bodiesOf(schemeNamed('aws-sns'), given)
    for (const body of bodies) {
      const json = JSON.parse(body) as Record<string, string>
      expect(body).toBe(file(json['MessageId'] ?? '', json['Timestamp'] ?? '', json['Signature'] ?? ''))
      expect(json['Timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(json['Timestamp'] ?? '') - Date.now())).toBeLessThan(60_000)
    }
    expect(new Set(bodies).size).toBe(3)
  })
})

test('a header that only looks like a short id stays', async () => {
  const scheme = schemeNamed('stripe')
  const { url, seen } = await startKeeper()
  const template = { ...defaultTemplate(scheme), body: Buffer.from('{"id": "1"}') }
  template.headers.push(['X-Attempt', '1'])
  await gradeHandler({ url }, { scheme, template, secret: keysFor(scheme).signs, only: ['valid'] })
  for (const { headers } of seen) expect(headers[headers.indexOf('X-Attempt') + 1]).toBe('1')
  expect(new Set(seen.map(({ body }) => body.toString())).size).toBe(seen.length)
})

describe('a template', () => {
  test.each(['box', 'lemon-squeezy', 'meta', 'plaid', 'sendgrid', 'stripe', 'aws-sns', 'http-signature-ed25519'])(
    'of %s is sent in the bytes that its sender writes, not compact',
    async (id) => {
      const scheme = schemeNamed(id)
      const { url, seen } = await startKeeper()
      const template = defaultTemplate(scheme)
      await gradeHandler({ url }, { scheme, template, secret: keysFor(scheme).signs, only: ['valid'] })
      const written = Buffer.from(template.body).toString()
      // Ids, the time and the signature change; layout and escapes do not.
      const shape = (text: string) => text.replaceAll(/(?<=[":] ?)[\w.+/=:-]*(?=[",\s}])/g, '_')
      expect(seen.length).toBeGreaterThan(2)
      for (const { body } of seen) expect(shape(body.toString())).toBe(shape(written))
      expect(JSON.stringify(JSON.parse(written))).not.toBe(written)
    },
  )

  test.each(['box', 'paypal', 'sinch', 'twitch', 'zendesk'])(
    'of %s has the time of signing as a date, as its sender writes it',
    async (id) => {
      const scheme = schemeNamed(id)
      const { url, seen } = await startKeeper()
      await gradeHandler({ url }, { scheme, secret: keysFor(scheme).signs, only: ['valid'] })
      const name = scheme.timestamp?.name.toLowerCase()
      const times = seen.map(({ headers }) => headers[headers.findIndex((text) => text.toLowerCase() === name) + 1])
      expect(times.length).toBeGreaterThan(2)
      for (const time of times) {
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
        expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(60_000)
      }
    },
  )

  test('of a sender that sends several events at once has a new id in each delivery', async () => {
    const scheme = schemeNamed('hubspot')
    const { url, seen } = await startKeeper()
    await gradeHandler({ url }, { scheme, secret: keysFor(scheme).signs, only: ['valid'] })
    const ids = seen.slice(0, 3).map(({ body }) => valueAt(JSON.parse(body.toString()), '/0/eventId'))
    expect(new Set(ids).size).toBe(3)
    expect(ids.every((each) => typeof each === 'number')).toBe(true)
  })
})
