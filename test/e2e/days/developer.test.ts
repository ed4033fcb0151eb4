/** @module-tag full */
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Locator, type Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { triggerObject } from '../../../src/sandbox/triggerObject.ts'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import type { DeliveryPage } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { expectPage } from '../../support/expectPage.ts'
import { goToSection } from '../../support/goToSection.ts'
import { watchPage } from '../../support/watchPage.ts'
import { type ServiceRig, startServiceRig } from '../environment/startServiceRig.ts'
import { type Proxy, startProxy } from './startProxy.ts'

/** Room for a busy machine, ms. */
const timeoutMs = 60_000
const run = promisify(execFile)

const ourSecret = 'the secret that we agreed on'
/** A secret that a colleague sets at the service without telling the team. */
const theirSecret = 'a secret that nobody told us'
const header = 'x-service-webhook-hmac'

/** A common mistake in app code: it signs the parsed and re-serialised body. */
const hisCode = `
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
const body = JSON.parse(readFileSync('body.bin', 'utf8'))
console.log(createHmac('sha256', process.env.WEBHOOK_SECRET).update(JSON.stringify(body, null, 1)).digest('hex'))
`

let rig: ServiceRig
let proxy: Proxy
let desk: ReturnType<typeof scratchFolder>
let page: Page

beforeEach(async () => {
  desk = scratchFolder()
  rig = await startServiceRig()
  proxy = await startProxy(rig.serve.receiver)
  page = await rig.open('go-live')
  page.setDefaultTimeout(timeoutMs)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterEach(async () => {
  await rig?.stop()
  await proxy?.stop()
  desk?.remove()
})

it('the developer finds out why a signature fails, fixes it, and proves it with code of his own', async () => {
  const watch = watchPage(page)
  await fillsInAccess()
  await appliesTheWebhookConfig()
  await readsTheProof()
  await mendsTheProxy()
  await checksHisOwnCode()
  await takesOverTheReadyCode()
  await findsTheUnannouncedSecret()
  await comparesTheFailedWithTheValid()
  await replaysToHisApp()
  await sendsItOnceMoreWithCurl()
  expect(watch.stop()).toEqual([])
})

async function fillsInAccess(): Promise<void> {
  const step = page.getByRole('list', { name: 'Steps to go live' }).getByRole('listitem')
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'New environment' }).click()
  await page.getByLabel('Name of the new environment').fill('Acme')
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expectPage(page.getByRole('heading', { name: 'Connection', level: 1 })).toBeVisible()
  const { authUrl, baseUrl, clientId, audience, username, password } = rig.service
  for (const [label, text] of [
    ['Auth URL', authUrl],
    ['Base URL', baseUrl],
    ['Client id', clientId],
    ['Audience', audience],
    ['Username', username],
    ['Password', 'not the right one'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
  await page.getByRole('button', { name: 'Test master credentials' }).click()
  await expectPage(page.getByRole('alert').first()).toContainText('not accepted')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Test master credentials' }).click()
  await expectPage(page.getByRole('table', { name: 'Claims of the token' })).toContainText(audience)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectPage(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Test master credentials' }).click()
  await goToSection(page, 'Setup')
  await expectPage(step.first()).toHaveAttribute('data-done', 'true')
}

/** Applies the proxy's address, because the proxy is in front of the app. */
async function appliesTheWebhookConfig(): Promise<void> {
  await page.getByRole('link', { name: 'Apply it' }).click()
  const own = page.getByRole('textbox', { name: 'URL', exact: true })
  await expectPage(own).toHaveValue(/\/in\//)
  await own.fill(new URL(new URL(await own.inputValue()).pathname, proxy.url).href)
  await page.getByLabel('Shared secret', { exact: true }).fill(ourSecret)
  await page.getByRole('switch', { name: 'Enabled' }).check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expectPage(page.getByText(/Last applied .*answered 200/)).toBeVisible()
}

async function readsTheProof(): Promise<void> {
  await triggerObject({ url: rig.service.url, type: 'payment' })
  await goToSection(page, 'Deliveries')
  await expectPage(rows()).toHaveCount(1)
  await expectPage(rows().first().getByRole('img', { name: 'Invalid' })).toBeVisible()
  const why = page.getByRole('paragraph').filter({ hasText: /^Why\?/ })
  await expectPage(why).toContainText('JSON')
  await page.getByRole('link', { name: 'See the Signature tab' }).click()
  const cause = page.getByRole('region', { name: 'Why it fails' })
  await expectPage(cause.getByText('Proof', { exact: true })).toBeVisible()
  await expectPage(cause).toContainText('of Acme')
  await cause.getByText('Step by step').first().click()
  await expectPage(cause.getByRole('listitem').nth(1)).toBeVisible()
  await expectPage(page.getByRole('region', { name: 'Received and expected' })).toContainText('characters differ')
}

async function mendsTheProxy(): Promise<void> {
  proxy.mend()
  await triggerObject({ url: rig.service.url, type: 'payment' })
  // The first delivery is open, so the list is paused until the user goes back to live.
  await expectPage(page.getByRole('button', { name: '1 newer delivery' })).toBeVisible()
  await page.keyboard.press('l')
  await expectPage(rows()).toHaveCount(2)
  await expectPage(rows().first().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
  await expectPage(rows().first()).toContainText('200')
}

async function checksHisOwnCode(): Promise<void> {
  await rows().first().click()
  await tab('Signature')
  await expectPage(page.getByRole('tabpanel').getByRole('heading', { name: 'Valid', exact: true })).toBeVisible()
  const ready = page.getByRole('region', { name: 'Ready code' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    ready.getByRole('button', { name: 'body.bin' }).click(),
  ])
  copyFileSync(await download.path(), join(desk.path, 'body.bin'))
  writeFileSync(join(desk.path, 'mine.mjs'), hisCode)
  const { stdout } = await program('mine.mjs', ourSecret)

  const check = page.getByRole('region', { name: 'Check my code' })
  await check.getByLabel('Paste the digest that your code computed').fill(stdout.trim())
  await check.getByRole('button', { name: 'Find the cause' }).click()
  await expectPage(check.getByText('Proof', { exact: true }).first()).toBeVisible()
  await expectPage(check.getByRole('listitem').first()).toContainText('JSON')
}

async function takesOverTheReadyCode(): Promise<void> {
  const ready = page.getByRole('region', { name: 'Ready code' })
  await chooseOption(ready.getByLabel('Language'), 'Node')
  await ready.getByRole('button', { name: 'Copy code' }).click()
  await expectPage.poll(clipboard).toContain('timingSafeEqual')
  writeFileSync(join(desk.path, 'verify.mjs'), await clipboard())
  expect((await program('verify.mjs', ourSecret)).stdout).toBe('valid\n')
  await expect(program('verify.mjs', theirSecret)).rejects.toMatchObject({ code: 1, stdout: 'not valid\n' })
}

/** A colleague changes the secret at the service. The failure is distinguished from a changed body. */
async function findsTheUnannouncedSecret(): Promise<void> {
  await changeSecretAtTheService()
  await triggerObject({ url: rig.service.url, type: 'payment' })
  await page.getByRole('button', { name: '1 newer delivery' }).click()
  await expectPage(rows()).toHaveCount(3)
  await rows().first().click()
  await expectPage(rows().first().getByRole('img', { name: 'Invalid' })).toBeVisible()
  const cause = page.getByRole('region', { name: 'Why it fails' })
  // The previous delivery was scrolled down to its code; this one starts at the top.
  await expectPage(page.getByRole('tabpanel').getByRole('heading', { name: 'Invalid' })).toBeInViewport()
  await expectPage(cause).toContainText('No cause found')
  await expectPage(cause).toContainText(/Tried [\d,]+ combinations/)
  await cause.getByLabel('Paste the secret', { exact: true }).fill(theirSecret)
  await cause.getByRole('button', { name: 'Check and add' }).click()
  await expectPage(page.getByText('Checked 3 deliveries again: 1 changed.')).toBeVisible()
  await goToSection(page, 'Secrets')
  await page.getByRole('button', { name: 'Check all again' }).click()
  await expectPage(page.getByText('Checked 3 deliveries again: none changed.')).toBeVisible()

  await goToSection(page, 'Deliveries')
  await expectPage(rows().first().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
  // A proven delivery stays proven.
  await expectPage(rows().nth(1).getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
  await expectPage(rows().nth(2).getByRole('img', { name: 'Invalid' })).toBeVisible()
}

async function comparesTheFailedWithTheValid(): Promise<void> {
  await rows().nth(2).click()
  await page.keyboard.press('x')
  await rows().nth(1).click()
  await page.keyboard.press('x')
  await expectPage(page.getByRole('heading', { name: 'Two deliveries compared' })).toBeVisible()
  const facts = page.getByRole('region', { name: 'At a glance' })
  await expectPage(facts.getByRole('row', { name: /Verdict/ })).toContainText(/Invalid.*Valid/)
  const headers = page.getByRole('table', { name: 'Headers' })
  await expectPage(headers.getByRole('row', { name: `differs ${header}` })).toBeVisible()
  await expectPage(page.getByRole('region', { name: 'Body' })).toContainText('First difference: byte 1')
  await page.keyboard.press('d')
  await expectPage(headers.getByRole('row', { name: 'content-type' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectPage(page.getByRole('heading', { name: 'Two deliveries compared' })).toHaveCount(0)
}

async function replaysToHisApp(): Promise<void> {
  const app = await startApp()
  await rows().first().click()
  await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText('delivery 3')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay this delivery' })
  await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(`${app.url}/webhooks`)
  await page.keyboard.press('Enter')
  await expectPage(dialog.getByRole('region', { name: 'Answer' })).toContainText('Answered 204')
  const [seen] = app.seen
  const came = seen?.headers.find(([name]) => name.toLowerCase() === header)?.[1]
  expect(came).toBe(
    createHmac('sha256', theirSecret)
      .update(seen?.body ?? '')
      .digest('base64'),
  )
  await dialog.getByRole('button', { name: 'Show in Attempts' }).click()
  await expectPage(page.getByRole('tabpanel')).toContainText('as it came')
}

async function sendsItOnceMoreWithCurl(): Promise<void> {
  await page.getByRole('tree', { name: 'Deliveries' }).focus()
  await page.keyboard.press('c')
  await expectPage(page.getByRole('status').filter({ hasText: 'Copied as cURL' })).toBeVisible()
  await run('sh', ['-c', await clipboard()])
  await page.getByRole('button', { name: '1 newer delivery' }).click()
  // It belongs to the same object as the previous one, so expand their thread.
  await page.getByRole('tree', { name: 'Deliveries' }).press('ArrowRight')
  await expectPage(rows()).toHaveCount(4)
  await expectPage(rows().first().getByRole('img', { name: 'Valid', exact: true })).toBeVisible()
  await expectPage(
    rows()
      .first()
      .getByRole('img', { name: /^Duplicate/ }),
  ).toBeVisible()
  const { items } = await rig.serve.call<DeliveryPage>('GET', '/deliveries')
  const [again, first] = await Promise.all(
    items.slice(0, 2).map(async ({ id }: DeliverySummary) => rig.serve.bytes(`/deliveries/${id}/body`)),
  )
  expect(Buffer.from(again ?? []).equals(Buffer.from(first ?? []))).toBe(true)
}

async function changeSecretAtTheService(): Promise<void> {
  const { url, clientId, audience, username, password } = rig.service
  const asked = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', client_id: clientId, audience, username, password }),
  })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const changed = await fetch(`${url}/api/organization/v1/current-organization/webhook-config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ sharedSecret: theirSecret }),
  })
  expect(changed.status).toBe(200)
}

/** Runs a program in the folder of the saved bytes. */
async function program(file: string, secret: string) {
  return run(process.execPath, [file, 'body.bin'], { cwd: desk.path, env: { ...process.env, WEBHOOK_SECRET: secret } })
}

async function clipboard(): Promise<string> {
  return page.evaluate(async () => navigator.clipboard.readText())
}

async function tab(name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
}

function rows(): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}
