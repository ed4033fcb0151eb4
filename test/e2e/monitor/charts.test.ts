import type { Locator, Page } from '@playwright/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewDelivery } from '../../../src/engine/store/records/deliveries.ts'
import { openStore } from '../../../src/engine/store/openStore.ts'
import type { Verdict } from '../../../src/shared/model.ts'
import type { DeliveryPage, Environment } from '../../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'
import { sharedBrowser } from '../../support/sharedBrowser.ts'
import { sharedServe } from '../sharedServe.ts'
import { chooseOption } from '../../../tools/shots/steps/chooseOption.ts'

const minute = 60_000
/** Deliveries of the last hour: how long ago each came, and with which verdict. */
const came: { agoMs: number; verdict: Verdict }[] = [
  ...Array.from({ length: 50 }, (_, place) => ({ agoMs: 20 * minute + place * 1000, verdict: 'valid' as const })),
  ...Array.from({ length: 4 }, (_, place) => ({ agoMs: 40 * minute + place * 1000, verdict: 'invalid' as const })),
  { agoMs: 41 * minute, verdict: 'unsigned' },
]

const browser = sharedBrowser()
const started = sharedServe(fill)
let serve: RunningServe
beforeEach(() => {
  serve = started()
})

async function fill(folder: string, deliveries = came): Promise<void> {
  const store = await openStore({ folder })
  const now = Date.now()
  await Promise.all(
    deliveries.map(async ({ agoMs, verdict }, place) => store.append(delivered(place, now - agoMs, verdict))),
  )
  await store.close()
}

function delivered(place: number, receivedAt: number, verdict: Verdict): NewDelivery {
  const notification = { id: `n${place}`, action: 'update', resourceType: 'Payment', resourceId: `p${place}` }
  const body = Buffer.from(JSON.stringify({ ...notification, organizationId: 'o', changes: null }))
  return {
    environmentId: 'sandbox',
    verdict,
    secretId: null,
    answeredStatus: 200,
    request: {
      method: 'POST',
      target: '/in/some-key',
      httpVersion: '1.1',
      headers: ['Host', '127.0.0.1'],
      trailers: [],
      body,
      truncated: false,
      size: body.length,
      contentLength: body.length,
      receivedAt,
      peer: { address: '127.0.0.1', port: 40_000 },
    },
  }
}

describe('the rate above the list, live', () => {
  let folder: ReturnType<typeof scratchFolder>
  // One more delivery is not for the others.
  beforeEach(async () => {
    folder = scratchFolder()
    await fill(folder.path)
    serve = await startServeHere(folder.path)
  })
  afterEach(async () => {
    await serve.stop()
    folder.remove()
  })

  it('shows what came, goes on live, and can be folded away', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    await chooseOption(band(page).getByLabel('How far back'), '1 h')
    await expectPage(band(page)).toContainText(`${came.length} deliveries`)
    const [sandbox] = await serve.call<Environment[]>('GET', '/environments')
    await fetch(new URL(sandbox?.receiverPath ?? '', serve.receiver), { method: 'POST', body: '{}' })
    await expectPage(band(page)).toContainText(`${came.length + 1} deliveries`)
    await band(page).getByRole('button', { name: 'Rate' }).click()
    await expectPage(slider(page)).toHaveCount(0)
    await page.reload()
    await expectPage(band(page).getByRole('button', { name: 'Rate', expanded: false })).toBeVisible()
    await band(page).getByRole('button', { name: 'Rate' }).click()
    await expectPage(band(page).getByLabel('How far back')).toHaveText('1 h')
    await page.context().close()
  })
})

describe('the rate above the list', () => {
  it(
    'is a filter by keyboard: arrows move, with Shift they choose, Enter applies, Escape takes it back',
    { tags: 'full' },
    async () => {
      const page = await open('/inbox')
      await chooseOption(band(page).getByLabel('How far back'), '1 h')
      await expectPage(slider(page)).toHaveAttribute('aria-valuetext', /deliveries/)
      await slider(page).focus()
      await page.keyboard.press('Home')
      // From the oldest minute to 30 minutes ago: the invalid ones and the unsigned one.
      for (let step = 0; step < 30; step += 1) await page.keyboard.press('Shift+ArrowRight')
      await expectPage(slider(page)).toHaveAttribute('aria-valuetext', /selected: .*, 5 deliveries\. Enter shows them/)
      await page.keyboard.press('Enter')
      await expectPage.poll(async () => filterOf(page)).toMatch(/^after:\S+Z before:\S+Z$/)
      await expectPage(rows(page)).toHaveCount(5)
      const filter = encodeURIComponent(await filterOf(page))
      expect((await serve.call<DeliveryPage>('GET', `/deliveries?filter=${filter}`)).items).toHaveLength(5)
      await slider(page).press('Escape')
      await expectPage.poll(async () => filterOf(page)).toBe('')
      await page.context().close()
    },
  )

  it('is a filter by dragging, beside the other words, and counts by them', { tags: 'full' }, async () => {
    const page = await open('/inbox?filter=verdict%3Ainvalid')
    await chooseOption(band(page).getByLabel('How far back'), '1 h')
    await expectPage(band(page)).toContainText('4 deliveries')
    const box = await slider(page).boundingBox()
    if (box === null) throw new Error('The chart is not there.')
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 8 })
    await page.mouse.up()
    await expectPage.poll(async () => filterOf(page)).toMatch(/^verdict:invalid after:\S+Z before:\S+Z$/)
    await band(page).getByRole('button', { name: 'Show all times' }).click()
    await expectPage.poll(async () => filterOf(page)).toBe('verdict:invalid')
    await page.context().close()
  })

  it('has a table behind it that says the same', { tags: 'full' }, async () => {
    const page = await open('/inbox')
    await chooseOption(band(page).getByLabel('How far back'), '1 h')
    await expectPage(band(page)).toContainText(`${came.length} deliveries`)
    await band(page).getByRole('button', { name: 'Show as table' }).click()
    const table = band(page).getByRole('table', { name: /Deliveries over time, last hour/ })
    await expectPage(table.getByRole('columnheader')).toContainText(['Time', 'All', 'Valid', 'Invalid', 'Unsigned'])
    const all = await table.locator('tbody tr td:nth-of-type(1)').allTextContents()
    const total = all.reduce((sum, text) => sum + Number(text), 0)
    await expectPage(band(page)).toContainText(`${total} deliveries`)
    await page.context().close()
  })
})

describe('the charts of Health', () => {
  it(
    'tell the times of each leg by keyboard, Enter goes into one, and a share leads to its deliveries',
    { tags: 'full' },
    async () => {
      const page = await open('/health')
      const legs = page.getByRole('slider', { name: 'Stages, all types' })
      await legs.press('ArrowDown')
      await legs.press('ArrowDown')
      await expectPage(legs).toHaveAttribute('aria-valuetext', /^Received → saved: p50 .*; 5\d deliveries$/)
      await legs.press('Enter')
      await expectPage(page.getByRole('table', { name: 'Latency, Received → saved' })).toBeVisible()
      const types = page.getByRole('slider', { name: 'Received → saved, by type' })
      await types.press('End')
      await expectPage(types).toHaveAttribute('aria-valuetext', /^Payment: /)

      await page.getByRole('button', { name: '1 h', exact: true }).click()
      const shares = page.getByRole('list', { name: 'Verdicts, last hour' })
      await expectPage(shares.getByRole('link', { name: /^Invalid: 4 deliveries, .* %/ })).toBeVisible()
      await shares.getByRole('link', { name: /^Invalid/ }).click()
      await expectPage(rows(page)).toHaveCount(4)
      expect(await filterOf(page)).toMatch(/^verdict:invalid after:\S+Z$/)
      await page.context().close()
    },
  )

  it('stay whole in a small window, at 200 % zoom, and in forced colors', { tags: 'full' }, async () => {
    const page = await open('/health', { width: 800, height: 600 })
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await page.getByRole('slider', { name: 'Stages, all types' }).waitFor()
    for (const viewport of [
      { width: 800, height: 600 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport)
      // Charts are drawn again once they know their new width.
      await expectPage.poll(async () => tooWide(page)).toBeLessThanOrEqual(1)
      const overflow = await page.evaluate(() => {
        const screen = document.querySelector('[data-part="screen"]')
        return screen === null ? 0 : screen.scrollWidth - screen.clientWidth
      })
      expect(overflow).toBeLessThanOrEqual(0)
    }
    await page.context().close()
  })

  it('say when nothing came', { tags: 'full' }, async () => {
    const silent = await serve.call<Environment>('POST', '/environments', { name: 'Silent' })
    await serve.call('POST', `/environments/${silent.id}/activate`)
    const page = await open('/health')
    const chart = page.getByRole('slider', { name: 'Deliveries over time' })
    await expectPage(chart).toHaveAttribute('aria-valuetext', 'nothing')
    await expectPage(page.getByText('No deliveries in this time.')).toBeVisible()
    await expectPage(page.getByText('Nothing to measure yet')).toBeVisible()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expectPage(page.getByText('No deliveries in this time.')).toBeVisible()
    await serve.call('POST', '/environments/sandbox/activate')
    await page.context().close()
  })
})

describe('counts of four digits beside the rate', () => {
  let folder: ReturnType<typeof scratchFolder>
  beforeEach(async () => {
    folder = scratchFolder()
    const atOnce = { agoMs: 20 * minute, verdict: 'valid' as const }
    await fill(
      folder.path,
      Array.from({ length: 1200 }, () => atOnce),
    )
    serve = await startServeHere(folder.path)
  })
  afterEach(async () => {
    await serve.stop()
    folder.remove()
  })

  it('are whole: nothing of them is cut at the edge of the chart', { tags: 'full' }, async () => {
    const page = await open('/health')
    const chart = page.getByRole('slider', { name: 'Deliveries over time' })
    await page.getByRole('button', { name: '1 h', exact: true }).click()
    const counts = chart.locator('[data-part="chart-counts"] text')
    await expectPage(counts.filter({ hasText: /^\d,\d{3}$/ }).first()).toBeAttached()
    const roomLeft = async () =>
      chart.evaluate((element) => {
        const edge = element.getBoundingClientRect().left
        return Math.min(
          ...[...element.querySelectorAll('[data-part="chart-counts"] text')].map(
            (text) => text.getBoundingClientRect().left - edge,
          ),
        )
      })
    await expect.poll(roomLeft).toBeGreaterThanOrEqual(0)
    await page.evaluate(() => document.documentElement.style.setProperty('--text-xs', '18px'))
    await page.getByRole('button', { name: '6 h', exact: true }).click()
    await expect.poll(roomLeft).toBeGreaterThanOrEqual(0)
    await page.context().close()
  })
})

describe('the story on a time axis', () => {
  it('is walked by keyboard, and leads to what is said about each point', { tags: 'full' }, async () => {
    const demo = await serve.call<{ deliveryId: string }>('POST', '/sandbox/demo')
    const { resourceType, resourceId } = await serve.call<{ resourceType: string; resourceId: string }>(
      'GET',
      `/deliveries/${demo.deliveryId}`,
    )
    await serve.call('PATCH', `/sandbox/objects/${resourceType}/${resourceId}`)
    const page = await open(`/objects/${resourceType}/${resourceId}`)
    const entries = page.getByRole('list', { name: 'Story, newest first' }).locator('> li')
    await expectPage(entries).toHaveCount(4)
    const axis = page.getByRole('slider', { name: 'The story on a time axis' })
    await axis.press('Home')
    await expectPage(axis).toHaveAttribute('aria-valuetext', /^create notification, .*; 1 of 4$/)
    await axis.press('End')
    await expectPage(axis).toHaveAttribute('aria-valuetext', /^Snapshot, .*; 4 of 4$/)
    await axis.press('Enter')
    await expectPage(entries.first()).toBeFocused()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expectPage(page.getByRole('table', { name: 'The story, oldest first' }).getByRole('row')).toHaveCount(5)
    await page.context().close()
  })
})

async function open(place: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser().newContext({ viewport, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.evaluate((path) => {
    location.hash = path
  }, place)
  return page
}

/** How far a chart reaches beyond its place, pixels. */
async function tooWide(page: Page): Promise<number> {
  const each = await page.getByRole('slider').evaluateAll((charts) =>
    charts.map((chart) => {
      const svg = chart.querySelector('svg')
      return (svg?.getBoundingClientRect().width ?? 0) - chart.getBoundingClientRect().width
    }),
  )
  return Math.max(...each)
}

function band(page: Page): Locator {
  return page.getByRole('region', { name: 'Deliveries over time' })
}

function slider(page: Page): Locator {
  return band(page).getByRole('slider')
}

function rows(page: Page): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}

async function filterOf(page: Page): Promise<string> {
  const query = new URL(page.url()).hash.split('?')[1] ?? ''
  return new URLSearchParams(query).get('filter') ?? ''
}
