import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryFile, Attempt, DeliveryPage, Environment, Status } from '../../../src/shared/wireTypes.ts'
import type { RunningServe } from '../../build/startServe.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'

const browser = sharedBrowser()
const started = sharedServe()
let serve: RunningServe
let environment: Environment
let receiver: string

beforeEach(async () => {
  serve = started()
  environment = await serve.call<Environment>('POST', '/environments', { name: 'Own' })
  await serve.call('POST', `/environments/${environment.id}/activate`)
  receiver = (await serve.call<Status>('GET', '/status')).receiver.url ?? ''
})

const notification = { id: 'n', resourceType: 'Payment', resourceId: 'p-1', action: 'update', changes: null }

/** Posts to the receiver; the id of the delivery that it becomes, once it is listed. */
async function deliver(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<string> {
  const newest = async () => (await serve.call<DeliveryPage>('GET', '/deliveries?limit=1')).items[0]?.id
  const before = await newest()
  await fetch(receiver, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
  await expectPage.poll(newest).not.toBe(before)
  return (await newest()) ?? ''
}

describe('two deliveries', () => {
  it('are marked with x in the list and compared: headers, body and object, differences only, swapped', async () => {
    await deliver(JSON.stringify({ ...notification, amount: { value: 10 } }), { 'x-mark': 'one' })
    await deliver(JSON.stringify({ ...notification, amount: { value: 12 } }), { 'x-mark': 'two' })
    const { page, problems } = await open('/inbox')
    // Two of one object: the thread is opened first.
    await page.getByRole('tree', { name: 'Deliveries' }).press('ArrowRight')
    await rows(page).nth(1).click()
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expectPage(page.getByRole('heading', { name: 'Two deliveries compared' })).toBeVisible()
    await expectPage(page.getByRole('status').filter({ hasText: '1 header differs. The bodies differ.' })).toBeVisible()
    const headers = page.getByRole('table', { name: 'Headers' })
    await expectPage(headers.getByRole('row', { name: 'differs x-mark' })).toContainText('onetwo')
    await expectPage(headers.getByRole('row', { name: 'content-type' })).toBeVisible()
    const body = page.getByRole('region', { name: 'Body' })
    await expectPage(body.getByRole('row', { name: 'amount.value' })).toContainText('10')
    await expectPage(body).toContainText('First difference: byte')
    await expectPage(page.getByRole('region', { name: 'Object' })).toContainText('nothing to compare')

    await page.keyboard.press('d')
    await expectPage(headers.getByRole('row', { name: 'content-type' })).toHaveCount(0)
    await page.keyboard.press('s')
    await expectPage(headers.getByRole('row', { name: 'differs x-mark' })).toContainText('twoone')
    await page.reload()
    await expectPage(headers.getByRole('row', { name: 'differs x-mark' })).toContainText('twoone')

    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await expectPage(page.getByRole('heading', { name: 'Two deliveries compared' })).toHaveCount(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  it('that are the same are said to be identical, byte for byte', { tags: 'full' }, async () => {
    const one = await deliver('the same')
    const other = await deliver('the same')
    const { page } = await open(`/inbox?compare=${one},${other}`)
    await expectPage(page.getByRole('status').filter({ hasText: 'Identical, byte for byte' })).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'Headers' })).toBeVisible()
    await page.keyboard.press('d')
    await expectPage(page.getByRole('region', { name: 'Headers' })).toContainText('The same headers')
    await page.context().close()
  })

  it('of ten megabytes are compared byte by byte, and it is said that no more was', { tags: 'full' }, async () => {
    const large = new Uint8Array(10_000_000).fill(0x61)
    const one = await deliver(large)
    large[9_999_990] = 0x62
    const other = await deliver(large)
    const { page } = await open(`/inbox?compare=${one},${other}`)
    const body = page.getByRole('region', { name: 'Body' })
    await expectPage(body).toContainText('First difference: byte 9,999,990')
    await expectPage(body).toContainText('only bytes are compared')
    await page.context().close()
  })
})

describe('a delivery', () => {
  it('is copied as cURL with c, and as anything else from the menu, by keyboard', { tags: 'full' }, async () => {
    const id = await deliver('{"copied": 1}', { authorization: 'Bearer of-the-sender' })
    const { page } = await open(`/inbox/${id}`)
    const clipboard = async () => page.evaluate(async () => navigator.clipboard.readText())
    await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await page.keyboard.press('c')
    await expectPage(page.getByRole('status').filter({ hasText: 'Copied as cURL (bash, zsh), without' })).toBeVisible()
    expect(await clipboard()).toContain(`--data-binary '{"copied": 1}'`)
    expect(await clipboard()).not.toContain('of-the-sender')

    const button = page.getByRole('button', { name: 'Copy as …' })
    await button.press('ArrowDown')
    await expectPage(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('menuitemcheckbox')).toHaveAttribute('aria-checked', 'true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expectPage(button).toBeFocused()
    await expectPage(page.getByRole('status').filter({ hasText: 'Copied as Python' })).toBeVisible()
    expect(await clipboard()).toContain('import http.client')
    expect(await clipboard()).toContain('of-the-sender')

    await button.press('Enter')
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('menu')).toHaveCount(0)
    await expectPage(button).toBeFocused()
    await page.context().close()
  })

  it('is sent again to an app, byte for byte, and what was typed stays', { tags: 'full' }, async () => {
    const app = await startApp()
    const id = await deliver('{"again": 1.0}', { 'x-odd': 'a' })
    const { page, problems } = await open(`/inbox/${id}`)
    await expectPage(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Replay this delivery' })
    const address = dialog.getByRole('textbox', { name: 'URL', exact: true })
    await expectPage(address).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(dialog.getByText('Enter a URL that starts with')).toBeVisible()
    await address.fill(`${app.url}/hooks`)
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await page.keyboard.press('r')
    await expectPage(address).toHaveValue(`${app.url}/hooks`)
    await page.keyboard.press('Enter')
    const result = dialog.getByRole('region', { name: 'Answer' })
    await expectPage(result).toContainText('Answered 204')
    expect(app.seen[0]).toMatchObject({ method: 'POST', target: '/hooks' })
    expect(app.seen[0]?.body.toString()).toBe('{"again": 1.0}')
    expect(app.seen[0]?.headers).toContainEqual(['x-odd', 'a'])
    await result.getByRole('button', { name: 'Show in Attempts' }).click()
    await expectPage(page.getByRole('tab', { name: /^Attempts/ })).toHaveAttribute('aria-selected', 'true')
    await expectPage(page.getByText('as it came')).toBeVisible()
    expect((await serve.call<Attempt[]>('GET', `/deliveries/${id}/attempts`)).map(({ kind }) => kind)).toEqual([
      'replay',
    ])
    expect(problems).toEqual([])
    await page.context().close()
  })

  it(
    'is sent to our own receiver only when the person says so, with another body and signed again',
    { tags: 'full' },
    async () => {
      await serve.call('PATCH', `/environments/${environment.id}`, { sharedSecret: 'a secret of the test' })
      const id = await deliver('{"once": 1}', { 'x-service-webhook-hmac': 'wrong' })
      const { page } = await open(`/inbox/${id}`)
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver)
      await dialog.getByRole('textbox', { name: 'Body' }).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('{"twice": 2}')
      await dialog.getByRole('button', { name: 'Sign again' }).click()
      await expectPage(dialog.getByText('does not match the edited body')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expectPage(dialog.getByRole('alert')).toContainText('leads to Hookscope itself')
      await dialog.getByRole('switch', { name: "Send it to Hookscope's own receiver" }).click()
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expectPage(dialog.getByRole('region', { name: 'Answer' })).toContainText('Answered 200')
      const newest = async () => (await serve.call<DeliveryPage>('GET', '/deliveries?limit=1')).items[0]
      await expectPage.poll(async () => Number((await newest())?.id)).toBeGreaterThan(Number(id))
      const arrived = await newest()
      expect(arrived?.verdict).toBe('valid')
      expect(Buffer.from(await serve.bytes(`/deliveries/${arrived?.id}/body`)).toString()).toBe('{"twice": 2}')
      await page.context().close()
    },
  )

  it('is handed over as a link and as files without secrets', { tags: 'full' }, async () => {
    const id = await deliver('{"handed": "over"}', { authorization: 'Bearer of-the-sender' })
    const { page } = await open(`/inbox/${id}`)
    const menu = page.getByRole('button', { name: 'Hand over …' })
    const file = async (item: string) => {
      await menu.click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
    }
    const json = await file('Download as JSON')
    const { body, delivery } = JSON.parse(json.text) as DeliveryFile
    expect(json.name).toBe(`delivery-${id}.json`)
    expect(atob(body.base64)).toBe('{"handed": "over"}')
    expect(delivery).toMatchObject({ id, verdict: 'unsigned' })
    const har = await file('Download as HAR')
    expect(JSON.parse(har.text)).toMatchObject({ log: { version: '1.2', entries: [{ request: { method: 'POST' } }] } })
    expect(json.text + har.text).not.toContain('of-the-sender')
    expect(json.text + har.text).not.toContain(new URL(receiver).pathname)
    expect((await file('Download exact bytes')).text).toBe('{"handed": "over"}')

    await menu.click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expectPage(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
    const link = await page.evaluate(async () => navigator.clipboard.readText())
    expect(link).not.toContain(serve.token)
    await page.goto('about:blank')
    await page.goto(link)
    await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(`delivery ${id}`)
    await page.context().close()
  })

  it(
    'copies its ids on a click, leads from the object to its difference, and keeps its tabs at 800 px',
    { tags: 'full' },
    async () => {
      const trace = '0af7651916cd43dd8448eb211c80319c'
      const traceparent = `00-${trace}-b7ad6b7169203331-01`
      const id = await deliver(JSON.stringify(notification), { traceparent, tracestate: 'rojo=00f067aa0ba902b7' })
      const { page } = await open(`/inbox/${id}`, { width: 800, height: 600 })
      const clipboard = async () => page.evaluate(async () => navigator.clipboard.readText())
      await page.getByText('Details').click()
      await page.getByRole('button', { name: "Copy the object's id" }).click()
      await expectPage.poll(clipboard).toBe('p-1')
      const strip = page.getByRole('tablist', { name: 'Parts of this delivery' })
      expect(await strip.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
      await page.getByRole('link', { name: 'Show changes and response' }).click()
      await expectPage(page.getByRole('region', { name: 'Difference' })).toBeVisible()
      await page.getByRole('tab', { name: /^Headers/ }).click()
      await page.getByRole('button', { name: 'Copy trace' }).click()
      await expectPage.poll(clipboard).toBe(trace)
      await expectPage(page.getByRole('row', { name: /^tracestate/ })).toContainText('rojo')
      await page.context().close()
    },
  )
})

async function open(
  place: string,
  viewport = { width: 1280, height: 800 },
): Promise<{ page: Page; problems: string[] }> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser().newContext({ viewport, reducedMotion: 'reduce', permissions })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.evaluate((path) => {
    location.hash = path
  }, place)
  return { page, problems }
}

function rows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}
