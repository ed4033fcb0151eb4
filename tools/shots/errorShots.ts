import { createRouterClient } from '@orpc/server'
import type { Page } from '@playwright/test'
import type { Host } from '../../src/host/shells/types.ts'
import { startServe } from '../../src/serve/startServe.ts'
import { json, startScriptedServer } from '../../test/build/startScriptedServer.ts'
import { activate } from './steps/activate.ts'
import { sendSigned } from './steps/sendSigned.ts'
import { goTo } from './steps/goTo.ts'
import { openDelivery } from './steps/openDelivery.ts'
import { scrollTo } from './steps/scrollTo.ts'
import { shot } from './shot.ts'
import { builtPage } from './startStage.ts'
import type { PartOfStage } from './types.ts'

const sharedSecret = 'a secret of Litware'
const refusal = {
  error: 'invalid_grant',
  error_description: 'Wrong email or password. The account is blocked after 3 more attempts.',
}
const page500 = `<!doctype html><html><head><title>500</title></head><body><h1>Server Error</h1>${'<p>An unhandled exception has occurred.</p>'.repeat(20)}</body></html>`

/** The page when the service refuses or fails, when the inspector is gone, and when its key is an old one. */
export async function errorShots(host: Host): Promise<PartOfStage> {
  const client = createRouterClient(host.router, { context: {} })
  const service = await startScriptedServer(({ path, body }, response) => {
    const isRight = path === '/oauth/token' && body.includes('the right password')
    if (isRight) return json(response, 200, { access_token: 'a token', expires_in: 3600 })
    if (path === '/oauth/token') return json(response, 403, refusal)
    if (path.endsWith('p-0')) return json(response, 403, { title: 'Not for this user' })
    response.writeHead(500, { 'content-type': 'text/html', 'retry-after': '3600' }).end(page500)
  })
  const { id, receiverPath } = await client.environments.create({
    name: 'Litware',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'client',
    audience: 'audience',
    username: 'master@litware.example',
    password: 'the right password',
    sharedSecret,
  })
  // A follow-up that has failed finally, then one that is retried for long.
  await sendSigned(host, receiverPath, sharedSecret, { resourceType: 'Payment', resourceId: 'p-0' })
  const failed = await sendSigned(host, receiverPath, sharedSecret, { resourceType: 'Payment', resourceId: 'p-1' })
  const open = async (page: Page, place: string, password: 'the right password' | 'the wrong password') => {
    await activate(page, host, id)
    await client.environments.update({ id, password })
    await goTo(page, place)
    await page.getByRole('banner').getByText('Litware').first().waitFor({ state: 'attached' })
  }
  /** Opens the page at a server of its own, which then goes away. */
  const loseConnection = async (page: Page) => {
    const serve = await startServe({ host, port: 0, staticFolder: builtPage })
    await page.goto(serve.session.newAddress().ui)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    // The other screens arrive one after the other, this one last: what is there stays there.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/SettingsScreen-')),
    )
    await page.waitForLoadState('networkidle')
    await serve.stop()
    await page.getByText('Connection to Hookscope lost').waitFor()
  }
  return {
    shots: [
      shot('attempts-500', 'inbox', 'error', async (page) => {
        await open(page, 'inbox', 'the right password')
        await openDelivery(page, failed, 'attempts')
        await page.getByText('500').first().waitFor()
      }),
      shot('object-500', 'inbox', 'error', async (page) => {
        await open(page, 'inbox', 'the right password')
        await openDelivery(page, failed, 'object')
        await page.getByRole('tabpanel', { name: 'Object' }).waitFor()
      }),
      shot('access-refused', 'access', 'error', async (page) => {
        await open(page, 'access', 'the wrong password')
        await page.getByRole('button', { name: 'Test master credentials' }).click()
        await page.getByText('invalid_grant').first().waitFor()
        await page.getByRole('region', { name: 'Master user' }).evaluate((element) => element.scrollIntoView())
      }),
      shot('config-500', 'webhook-config', 'error', async (page) => {
        await open(page, 'webhook-config', 'the right password')
        await page.getByRole('button', { name: /^Apply(?: again)?$/ }).click()
        await page.getByRole('region', { name: 'What the service said' }).waitFor()
        await page.getByRole('table', { name: 'History of applications' }).waitFor()
        await scrollTo(page, 'What the service said')
      }),
      shot('go-live-refused', 'go-live', 'error', async (page) => {
        await open(page, 'go-live', 'the wrong password')
        await client.environments.token({ id, as: 'master' })
        await page.getByText('Wrong email or password').first().waitFor()
      }),
      shot('objects-500', 'objects', 'error', async (page) => {
        await open(page, 'objects/Payment/p-1', 'the right password')
        await page.getByRole('main').getByText('p-1').first().waitFor()
      }),
      shot('health-500', 'health', 'error', async (page) => {
        await open(page, 'health', 'the wrong password')
        await page
          .getByText(/[1-9]\d* failed/)
          .first()
          .waitFor()
      }),
      shot('access-not-saved', 'access', 'error', async (page) => {
        await open(page, 'access', 'the right password')
        await page.getByLabel('Auth URL').fill('login.litware.example')
        await page.getByText('Give an absolute address').first().waitFor()
        await scrollTo(page, 'Addresses')
      }),
      shot('object-paths-refused', 'object-paths', 'error', async (page) => {
        await open(page, 'object-paths', 'the right password')
        await page.getByRole('button', { name: 'Change the path of Payment' }).click()
        await page.getByRole('textbox', { name: 'Path of Payment' }).fill('payments/{id}')
        await page.getByText('A path starts with').waitFor()
        await scrollTo(page, 'Paths by resource type')
      }),
      shot('inbox-connection-lost', 'inbox', 'error', loseConnection),
      shot('objects-connection-lost', 'objects', 'error', async (page) => {
        await loseConnection(page)
        await goTo(page, 'objects')
        await page.getByRole('alert').waitFor()
      }),
      shot('sandbox-connection-lost', 'sandbox', 'error', async (page) => {
        await loseConnection(page)
        await goTo(page, 'sandbox')
        await page.getByRole('alert').waitFor()
      }),
      shot('key-refused', 'inbox', 'error', async (page) => {
        const { origin } = new URL(page.url())
        await page.goto('about:blank')
        await page.goto(`${origin}/#token=an-old-one`)
        await page.getByRole('heading', { name: 'This page can no longer reach Hookscope' }).waitFor()
      }),
    ],
    stop: service.stop,
  }
}
