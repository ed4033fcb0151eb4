import type { BrowserContext, Locator, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareDeliveryIds } from '../../../src/shared/model.ts'
import type { Status } from '../../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { watchPage } from '../../support/watchPage.ts'

const browser = sharedBrowser()
let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let context: BrowserContext
let problems: ReturnType<typeof watchPage>[]

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServeHere(folder.path)
  // With it the sandbox has a secret to check against.
  await serve.call('POST', '/sandbox/demo')
  // So low that the list holds a few rows.
  context = await browser().newContext({ viewport: { width: 1280, height: 420 }, reducedMotion: 'reduce' })
  problems = []
})
afterEach(async () => {
  const found = problems.flatMap((problem) => problem.stop())
  await context.close()
  await serve.stop()
  folder.remove()
  if (found.length > 0) throw new Error(`The page told of problems: ${found.join('; ')}`)
})

describe('a failure that nobody has looked at', () => {
  it('is counted in the title and marks the icon until it is opened', { tags: 'full' }, async () => {
    const page = await open('/health')
    await expectPage(page).toHaveTitle('Monitor · Hookscope')
    const usual = await iconOf(page)
    await fail(2)
    await expectPage(page).toHaveTitle('(2 failed) · Monitor · Hookscope')
    await expectPage(icon(page)).not.toHaveJSProperty('href', usual)
    const marked = await iconOf(page)

    const [older = '', newer = ''] = await failed()
    // The filter keeps both out of the list: what is opened alone counts.
    await goTo(page, `/inbox/${older}?filter=type%3AUnheard`)
    await expectPage(page).toHaveTitle('(1 failed) · Inbox · Hookscope')
    await expectPage(icon(page)).toHaveJSProperty('href', marked)
    await goTo(page, `/inbox/${newer}?filter=type%3AUnheard`)
    await expectPage(page).toHaveTitle('Inbox · Hookscope')
    await expectPage(icon(page)).toHaveJSProperty('href', usual)
  })

  it('is seen once its row was scrolled past, and not while it is below', { tags: 'full' }, async () => {
    await fail(30)
    const page = await open('/health')
    await expectPage(page).toHaveTitle('(30 failed) · Monitor · Hookscope')
    await goTo(page, '/inbox')
    await expectPage(rows(page).first()).toBeVisible()
    const first = await rowsInSight(page)
    await expectPage(page).toHaveTitle(`(${30 - first} failed) · Inbox · Hookscope`)

    // In one go, as with the bar at the side: three rows are passed that were never in sight.
    await scrollTo(page, rows(page).first(), first + 3)
    const second = await rowsInSight(page)
    expect(second).toBeGreaterThan(first + 3)
    expect(second).toBeLessThan(30)
    await expectPage(page).toHaveTitle(`(${30 - second} failed) · Inbox · Hookscope`)
    expect((await serve.call<Status>('GET', '/status')).unseen).toMatchObject({ count: 30 - second })
  })

  it(
    'stays counted over a reload and a restart, and what one tab sees the other does not count',
    { tags: 'full' },
    async () => {
      await fail(3)
      const page = await open('/health')
      await expectPage(page).toHaveTitle('(3 failed) · Monitor · Hookscope')
      await page.reload()
      await expectPage(page).toHaveTitle('(3 failed) · Monitor · Hookscope')
      await page.goto('about:blank')
      await serve.stop()
      serve = await startServeHere(folder.path)

      const [one, other] = [await open('/health'), await open('/objects')]
      await expectPage(one).toHaveTitle('(3 failed) · Monitor · Hookscope')
      await expectPage(other).toHaveTitle('(3 failed) · Objects · Hookscope')
      const [oldest = ''] = await failed()
      await goTo(one, `/inbox/${oldest}?filter=type%3AUnheard`)
      await expectPage(one).toHaveTitle('(2 failed) · Inbox · Hookscope')
      await expectPage(other).toHaveTitle('(2 failed) · Objects · Hookscope')
    },
  )
})

describe('a link into the app', () => {
  it('leads from the palette to a delivery, an object and a screen', { tags: 'full' }, async () => {
    await fail(1)
    const [id = ''] = await failed()
    const page = await open('/settings')
    await paste(page, `hookscope://delivery/${id}`)
    await follow(page)
    await expectPage(page).toHaveURL(new RegExp(`#/inbox/${id}$`))
    await expectPage(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(`delivery ${id}`)

    await paste(page, 'hookscope://screen/health')
    await follow(page)
    await expectPage(page).toHaveURL(/#\/health$/)

    const { items } = await serve.call<{ items: { resourceType: string; resourceId: string }[] }>('GET', '/objects')
    const [object] = items
    await paste(page, ` hookscope://object/${object?.resourceType}/${object?.resourceId}\n`)
    await follow(page)
    const story = page.getByRole('region', { name: 'Story' })
    await expectPage(story).toContainText(object?.resourceId ?? '')

    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await story.getByRole('button', { name: 'Copy link' }).click()
    await expectPage(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
    const address = await page.evaluate(async () => navigator.clipboard.readText())
    expect(address).not.toContain(serve.token)
    await goTo(page, '/settings')
    await expectPage(story).toHaveCount(0)
    await page.goto(address)
    await expectPage(story).toContainText(object?.resourceId ?? '')
    await paste(page, 'copy link')
    await expectPage(page.getByRole('option', { name: 'Copy link', exact: true })).toBeVisible()
  })

  it.each(['hookscope://delivery/../x', 'hookscope://evil', 'HOOKSCOPE://object/Payment/..'])(
    'that is none of ours offers nothing: %s',
    { tags: 'full' },
    async (link) => {
      const page = await open('/settings')
      await paste(page, link)
      const palette = page.getByRole('dialog', { name: 'Commands' })
      await expectPage(palette.getByRole('option')).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expectPage(palette).toBeVisible()
      await expectPage(page).toHaveURL(/#\/settings$/)
    },
  )
})

/** Deliveries with a wrong signature, one after the other. */
async function fail(count: number): Promise<void> {
  const { receiver, environment } = await serve.call<Status>('GET', '/status')
  const headers = { [environment.signatureHeader ?? '']: `${'A'.repeat(43)}=` }
  for (let index = 0; index < count; index += 1) {
    await fetch(receiver.url ?? '', { method: 'POST', headers, body: `{"id":"n-${index}"}` })
  }
}

/** Ids of all deliveries that failed, the oldest first. */
async function failed(): Promise<string[]> {
  const { items } = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?filter=verdict:invalid')
  return items.map(({ id }) => id).toSorted(compareDeliveryIds)
}

/** A tab that has the key, at a place at once: an inbox on the way there would count as looked at. */
async function open(place: string): Promise<Page> {
  const page = await context.newPage()
  const { origin } = new URL(serve.ui)
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate((token) => sessionStorage.setItem('hookscope.token', token), serve.token)
  problems.push(watchPage(page))
  await page.goto(`${origin}/#${place}`)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  return page
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((path) => {
    location.hash = path
  }, place)
}

function icon(page: Page): Locator {
  return page.locator('link[rel="icon"]')
}

/** Its whole address. */
async function iconOf(page: Page): Promise<string> {
  return icon(page).evaluate((link: HTMLLinkElement) => link.href)
}

function rows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries, newest first' }).getByRole('treeitem')
}

/** The place of the last row of the list that stands in it, if only in part. */
async function rowsInSight(page: Page): Promise<number> {
  return rows(page).evaluateAll((all) => {
    const end = all[0]?.closest('[role=tree]')?.parentElement?.getBoundingClientRect().bottom ?? 0
    const shown = all.filter((row) => row.getBoundingClientRect().top < end)
    return Math.max(...shown.map((row) => Number(row.getAttribute('aria-posinset'))))
  })
}

async function scrollTo(page: Page, row: Locator, place: number): Promise<void> {
  await row.evaluate((element, count) => {
    element.closest('[role=tree]')?.parentElement?.scrollTo({ top: count * element.getBoundingClientRect().height })
  }, place)
  await expectPage(page.getByRole('treeitem').and(page.locator(`[aria-posinset="${place + 1}"]`))).toBeInViewport()
}

async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Commands' }).getByRole('combobox')
  await expectPage(field).toBeFocused()
  await page.keyboard.insertText(text)
  await expectPage(field).not.toHaveValue('')
}

/** The link is all that is offered, and Enter takes it. */
async function follow(page: Page): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await expectPage(palette.getByRole('option')).toHaveCount(1)
  await expectPage(palette.getByRole('option')).toHaveAccessibleName('Open this link')
  await page.keyboard.press('Enter')
  await expectPage(palette).toBeHidden()
}
