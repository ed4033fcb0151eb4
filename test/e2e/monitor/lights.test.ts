/** @module-tag full */
/** Colours, seals and counts on the open screen follow the stored data without a reload. */
import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from '../inbox/inboxRig.ts'

const { page, serve, rows, open } = inboxRig()

async function deliver({ receiverPath }: Environment, secret: string, body: string): Promise<void> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  await fetch(new URL(receiverPath, serve().receiver), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    },
  })
}

describe('after the right secret was added', () => {
  it('rows, chart and counts agree that all deliveries are valid', async () => {
    const sender = { kind: 'sender', signatureScheme: 'github', sharedSecret: 'not this one' }
    const code = await serve().call<Environment>('POST', '/environments', { name: 'Code', ...sender })
    await serve().call('POST', `/environments/${code.id}/activate`)
    await open()
    for (let count = 0; count < 5; count += 1) await deliver(code, 'the right one', `{"zen":"${count}"}`)
    await expectPage(rows().getByRole('img', { name: 'Invalid' })).toHaveCount(5)
    const band = page().getByRole('region', { name: 'Deliveries over time' })
    const seal = (name: string) =>
      page()
        .getByRole('group', { name: /verdict/ })
        .getByRole('button', { name })
    await expectPage(band.getByRole('img', { name: 'Invalid' })).toBeVisible()
    await expectPage(seal('Invalid')).toContainText('5')

    // A check was done before: the page sees the next one begin and end at once, so nothing but its verdicts is new.
    await serve().call('PATCH', `/environments/${code.id}`, { sharedSecret: 'not this one either' })
    const checked = async () => (await serve().call<Status>('GET', '/status')).verification
    await expect.poll(checked).toMatchObject({ state: 'done', checked: 5, changed: 0 })

    await rows().first().click()
    await page().getByRole('tab', { name: 'Signature' }).click()
    const cause = page().getByRole('region', { name: 'Why it fails' })
    await cause.getByLabel('Paste the secret', { exact: true }).fill('the right one')
    await cause.getByRole('button', { name: 'Check and add' }).click()

    await expectPage(rows().getByRole('img', { name: 'Valid', exact: true })).toHaveCount(5)
    await expectPage(band.getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
    await expectPage(band.getByRole('img', { name: 'Invalid' })).toHaveCount(0)
    await expectPage(seal('Invalid')).toHaveCount(0)
    await expectPage(seal('Valid').first()).toContainText('5')
  })
})
