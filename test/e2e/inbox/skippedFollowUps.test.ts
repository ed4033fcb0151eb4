/** @module-tag full */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryPage, Environment } from '../../../src/shared/wireTypes.ts'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'

const browser = sharedBrowser()
let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let service: ScriptedServer

beforeEach(async () => {
  folder = scratchFolder()
  service = await startScriptedServer(({ path }, response) =>
    json(response, 200, path === '/oauth/token' ? { access_token: 'token' } : { id: 'p-1' }),
  )
  serve = await startServeHere(folder.path)
})
afterEach(async () => {
  await serve.stop()
  await service.stop()
  folder.remove()
})

test('a follow-up that was skipped without credentials leads to where they are given, and is offered once they are there', async () => {
  const secret = 'a shared secret'
  const acme = await serve.call<Environment>('POST', '/environments', {
    name: 'Acme',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'client',
    audience: 'audience',
    username: 'user',
    sharedSecret: secret,
  })
  await serve.call('POST', `/environments/${acme.id}/activate`)
  const body = JSON.stringify({ id: 'n-1', resourceId: 'p-1', resourceType: 'Payment', action: 'Update' })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const receiver = new URL(acme.receiverPath, serve.receiver)
  await fetch(receiver, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })

  // Another environment is in use: the way to Access leads to the one that lacks something.
  await serve.call('POST', '/environments/sandbox/activate')
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(serve.ui)
  await page.getByRole('navigation').getByRole('link', { name: 'Monitor' }).click()
  await expectPage(page.getByText('1 skipped without credentials')).toBeVisible()
  await expectPage(page.getByText('The environment has no password of the master user.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Open Connection of Acme' }).click()

  await expectPage(page.getByText('1 follow-up of Acme was skipped.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).first().fill('a password')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expectPage(page.getByText('Acme has its credentials now.')).toBeVisible()
  // Nothing runs automatically.
  expect(service.seen).toEqual([])
  await page.getByRole('button', { name: 'Run it' }).click()
  await expectPage(page.getByText('Acme has its credentials now.')).toBeHidden()
  await expect
    .poll(async () => (await serve.call<DeliveryPage>('GET', '/deliveries')).items[0]?.followUp.state)
    .toBe('done')
})
