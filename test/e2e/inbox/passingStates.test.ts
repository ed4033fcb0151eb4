/** @module-tag full */
/** Passing states on the screen are true, and go on their own. */
import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawn } from '../../../tools/shots/showShot.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { expectPage } from '../../support/expectPage.ts'
import { inboxRig } from './inboxRig.ts'

const rig = inboxRig()

test('the list beside the first delivery of the demo never says that nothing has arrived', async () => {
  const page = rig.page()
  await rig.serve().call('POST', '/environments/sandbox/activate')
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { saidBesideDelivery: said })
    const look = () => {
      const list = document.querySelector('[data-part="inbox"]')?.textContent ?? ''
      if (list.includes('Nothing has arrived')) said.push(location.hash)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  // The answer of the demo overtakes the news of its delivery.
  const news: (() => void)[] = []
  const answered = Promise.withResolvers<void>()
  await page.routeWebSocket(/./, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (String(message).includes('"kind":"events"')) news.push(() => socket.send(message))
      else socket.send(message)
      if (String(message).includes('"deliveryId"')) answered.resolve()
    })
  })
  await rig.open()
  await page.getByRole('button', { name: 'Run the demo' }).click()
  await answered.promise
  await drawn(page)
  for (const send of news.splice(0)) send()
  await expectPage(rig.rows().first()).toBeVisible()
  await expectPage(page.getByRole('heading', { name: 'Payment create' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { saidBesideDelivery: string[] }).saidBesideDelivery)).toEqual(
    [],
  )
})

test('what came of checking all deliveries again goes on its own', async () => {
  const page = rig.page()
  const sender = { kind: 'sender', signatureScheme: 'github', sharedSecret: 'not this one' }
  const code = await rig.serve().call<Environment>('POST', '/environments', { name: 'Code', ...sender })
  await rig.serve().call('POST', `/environments/${code.id}/activate`)
  await deliverGithub(code, 'the right one')
  await page.clock.install()
  await rig.open()
  await expectPage(rig.rows().getByRole('img', { name: 'Invalid' })).toHaveCount(1)
  await rig.serve().call('PATCH', `/environments/${code.id}`, { sharedSecret: 'the right one' })
  const result = page.getByText(/Checked \d+ deliver(?:y|ies) again: 1 changed/)
  await expectPage(result).toBeVisible()
  await page.clock.fastForward(10_000)
  await expectPage(result).toHaveCount(0)
})

test('a delivery of an environment that is not in use says so, and leads to it', async () => {
  const page = rig.page()
  const { call } = rig.serve()
  const acme = await call<Environment>('POST', '/environments', { name: 'Acme live' })
  await call('POST', `/environments/${acme.id}/activate`)
  await rig.send()
  const [id] = await rig.ids()
  await call('POST', '/environments/sandbox/activate')
  await page.goto(rig.serve().ui)
  await expectPage(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate((delivery) => location.assign(`#/inbox/${delivery}`), id)
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
  await expectPage(delivery).toContainText(`delivery ${id}`)
  await expectPage(delivery).toContainText('This delivery is from Acme live. The list shows Sandbox.')
  await delivery.getByRole('button', { name: 'Switch to Acme live' }).click()
  await expectPage(page.getByRole('banner')).toContainText('Acme live')
  await expectPage(delivery).toContainText(`delivery ${id}`)
  await expectPage(delivery).not.toContainText('The list shows')
})

async function deliverGithub({ receiverPath }: Environment, secret: string): Promise<void> {
  const body = '{"zen":"Keep it logically awesome."}'
  await fetch(new URL(receiverPath, rig.serve().receiver), {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  })
}
