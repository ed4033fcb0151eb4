/** The sentences of verify about the body. */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

function fileWith(body: string): string {
  const file = join(folder.path, 'body.bin')
  writeFileSync(file, body)
  return file
}

describe('verify', () => {
  test('says that a token says nothing about the body, and shows nothing as expected', async () => {
    const file = fileWith('{"a":1}')
    const { code, stdout } = await runHere([
      'verify',
      file,
      '--scheme',
      'gitlab',
      '--secret',
      'a token',
      '--signature',
      'a token',
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('The token is right. It says nothing about the body.')
    expect(stdout).not.toContain('expected')
    expect(stdout).not.toContain('these bytes')
  })

  test('names the fields that are signed and those that anyone can change', async () => {
    const secret = Buffer.from('DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00', 'hex')
    const hmacSignature = createHmac('sha256', secret)
      .update('P1::Shop:R1:1000:EUR:AUTHORISATION:true')
      .digest('base64')
    const item = {
      eventCode: 'AUTHORISATION',
      success: 'true',
      eventDate: 'changed',
      pspReference: 'P1',
      merchantAccountCode: 'Shop',
      merchantReference: 'R1',
      amount: { value: 1000, currency: 'EUR' },
      additionalData: { hmacSignature },
    }
    const file = fileWith(JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }))
    const { code, stdout } = await runHere([
      'verify',
      file,
      '--scheme',
      'adyen-payments',
      '--secret',
      secret.toString('hex'),
    ])
    expect(code).toBe(0)
    expect(stdout).toContain('The signature is right. It covers only some fields of the body.')
    expect(stdout).toContain('/notificationItems/*/NotificationRequestItem/amount/value')
    expect(stdout).toMatch(/unsigned {2}\/live, .*\/eventDate: anyone on the way can change these/)
  })

  test('names the sender whose header is there instead of the one of the scheme', async () => {
    const args = ['verify', fileWith('{}'), '--secret', 'x', '--header', 'Stripe-Signature: t=1,v1=ab']
    const { code, stderr } = await runHere(args)
    expect(code).toBe(2)
    expect(stderr).toContain('the header Stripe-Signature is one of Stripe: give --scheme stripe')
  })

  test('refuses a secret that is only the prefix of its scheme', async () => {
    const args = ['verify', fileWith('{}'), '--scheme', 'svix', '--secret', 'whsec_', '--signature', 'v1,AAAA']
    const { code, stderr } = await runHere(args)
    expect(code).toBe(2)
    expect(stderr).toContain('--secret is only the prefix "whsec_"')
  })
})
