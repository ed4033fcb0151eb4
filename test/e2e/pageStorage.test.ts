import type { BrowserContext, Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Canaries, createCanaries } from '../host/secrets/canaries.ts'
import { type ServiceRig, startServiceRig } from './environment/startServiceRig.ts'

let rig: ServiceRig
let canaries: Canaries
beforeEach(async () => {
  canaries = createCanaries()
  rig = await startServiceRig()
})
afterEach(async () => rig.stop())

it('no secret that was typed or revealed stays in the page, its address, its storage or its document', async () => {
  await rig.newEnvironment('Acme', { sharedSecret: canaries.make('shared secret that was stored') })
  const page = await rig.open('access')

  await page.getByLabel('Password', { exact: true }).fill(canaries.make('password'))
  await page.getByRole('button', { name: 'Reveal password' }).click()
  await page.getByLabel('Read only password').fill(canaries.make('read only password'))
  const placesOfTyping = await placesOf(page)
  // Typed text is in its field, where the search finds it.
  expect(found(placesOfTyping)).toEqual(expect.arrayContaining(['password (raw) in the document']))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Reveal password' }).click()

  await goTo(page, 'secrets')
  const form = page.getByRole('region', { name: 'Shared secrets' })
  const added = canaries.make('shared secret that was added')
  await form.getByRole('textbox').first().fill(added)
  await form.getByRole('button', { name: /Add/ }).last().click()
  // Below the head stand the new one and the one before.
  await form.getByRole('table', { name: 'Shared secrets' }).getByRole('row').nth(2).waitFor()
  await form
    .getByRole('table', { name: 'Shared secrets' })
    .getByRole('button', { name: /^Reveal/ })
    .first()
    .click()
  await page.getByText(added).waitFor()

  await goTo(page, 'webhook-config')
  await page.locator('input[type="password"]').first().fill(canaries.make('shared secret that was not sent'))

  await goTo(page, 'tunnel')
  await page.getByRole('radio', { name: 'ngrok' }).check()
  await page.getByLabel('Authtoken (needed)').fill(canaries.make('token of the tunnel', 'word'))
  await page.getByRole('button', { name: 'Reveal authtoken' }).click()

  await goTo(page, 'settings')
  expect(canaries.count()).toBe(6)
  expect(found(await placesOf(page))).toEqual([])
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(found(await placesOf(page))).toEqual([])
  // The search reaches into each of these places.
  await plant(page, canaries.make('planted', 'word'))
  const where = found(await placesOf(page)).map((line) => line.split(' in ')[1])
  expect(new Set(where)).toEqual(
    new Set([
      'localStorage',
      'sessionStorage',
      'IndexedDB',
      'caches',
      'cookies',
      'the address',
      'the history',
      'the document',
    ]),
  )
})

async function goTo(page: Page, screen: string): Promise<void> {
  await page.evaluate((path) => {
    location.hash = `/${path}`
  }, screen)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

function found(places: readonly [place: string, text: string][]): string[] {
  return places.flatMap(([place, text]) => canaries.foundIn(Buffer.from(text)).map((name) => `${name} in ${place}`))
}

/** Everything in which a browser may keep something of the page, and the page as it stands. */
async function placesOf(page: Page): Promise<[place: string, text: string][]> {
  const context: BrowserContext = page.context()
  const inPage = await page.evaluate(async () => {
    const rows: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        rows.push(await new Promise((resolve) => all.addEventListener('success', () => resolve(all.result))))
      }
      database.close()
    }
    const cached: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    const fields = [...document.querySelectorAll('input, textarea, select')].map(
      (field) => (field as HTMLInputElement).value,
    )
    return {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      IndexedDB: JSON.stringify(rows),
      caches: cached.join('\n'),
      'the address': location.href,
      'the history': JSON.stringify(history.state) ?? '',
      'the document': `${document.documentElement.outerHTML}\n${document.documentElement.innerText}\n${fields.join('\n')}\n${document.title}`,
    }
  })
  return [...Object.entries(inPage), ['cookies', JSON.stringify(await context.cookies())]]
}

/** Puts a text into each place that is searched. */
async function plant(page: Page, text: string): Promise<void> {
  await page.context().addCookies([{ name: 'planted', value: text, url: new URL(page.url()).origin }])
  await page.evaluate(async (secret) => {
    localStorage.setItem('planted', secret)
    sessionStorage.setItem('planted', secret)
    await (await caches.open('planted')).put('/planted', new Response(secret))
    await new Promise<void>((resolve) => {
      const request = indexedDB.open('planted', 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows').put(secret, 1))
      request.addEventListener('success', () => {
        request.result.close()
        resolve()
      })
    })
    history.replaceState({ secret }, '', `#/settings?filter=${secret}`)
    document.body.append(secret)
  }, text)
}
