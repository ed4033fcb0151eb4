import { describe, expect, it } from 'vitest'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { inboxRig } from './inboxRig.ts'
import { expectPage } from '../../support/expectPage.ts'
import { layoutProblems } from '../../support/layoutProblems.ts'

const { page, serve, list, rows, field, hasMark, ids, send, sendMany, open, expectToSay } = inboxRig()

describe('the rows', () => {
  it('tell of a repetition, of one that came late, and of one that was refused before', { tags: 'full' }, async () => {
    await send({ id: 'n-1' })
    await send({ id: 'n-1' })
    await send({ sentMsAgo: 60_000 })
    await send({ id: 'n-2', method: 'PUT' })
    await send({ id: 'n-2', method: 'PUT' })
    await open()
    await expectPage(rows()).toHaveCount(5)
    await hasMark(rows().nth(0), /^Retried, 2nd try: .* was not answered well in time\.$/)
    await hasMark(rows().nth(2), /^Late: it came \d+ s after it was sent, by two clocks/)
    await hasMark(rows().nth(3), /^Duplicate, 2nd try/)
    for (const [text, count] of [
      ['is:late ', 1],
      ['is:duplicate ', 2],
      ['is:retried ', 1],
      ['is:retried|late ', 2],
    ] as const) {
      await field().fill(text)
      await expectPage(rows()).toHaveCount(count)
      await page().getByRole('button', { name: 'Clear the filter' }).click()
    }
  })

  it('follow the keys, and the newest only while they are live', { tags: 'full' }, async () => {
    await sendMany(60)
    await open()
    // Where a row is chosen, those that are indexed later wait behind a button.
    await expectPage(list().locator('[aria-posinset="1"]')).toHaveAttribute('aria-setsize', '60')
    await list().focus()
    const selected = list().getByRole('treeitem', { selected: true })
    const isAt = async (position: number) => expectPage(selected).toHaveAttribute('aria-posinset', String(position))
    await isAt(1)
    await page().keyboard.press('End')
    await isAt(60)
    await page().keyboard.press('Home')
    await isAt(1)
    await page().keyboard.press('j')
    await page().keyboard.press('PageDown')
    const positionOf = async () => Number(await selected.getAttribute('aria-posinset'))
    await expectPage.poll(positionOf).toBeGreaterThan(5)
    await page().keyboard.press('PageUp')
    // The size of a page may change by a row while the parts above the list are drawn.
    await expectPage.poll(positionOf).toBeLessThan(5)
    const before = await positionOf()
    await send({ resourceType: 'Wallet' })
    await expectPage(page().getByRole('button', { name: '1 newer delivery' })).toBeVisible()
    await isAt(before)
    await page().keyboard.press('l')
    await isAt(1)
    await expectPage(selected).toContainText('Wallet')
    await expectPage(page().getByRole('button', { name: /newer deliver/ })).toHaveCount(0)
  })

  it(
    'stay where a person reads when others arrive, also while the newest is followed; Live leads back to the top',
    { tags: 'full' },
    async () => {
      await sendMany(50)
      await open()
      await expectPage(list().getByRole('treeitem').first()).toBeVisible()
      // Following the newest begins a moment after the rows are there, and leads to the top.
      await expectPage(page().getByRole('button', { name: 'Live', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      // A row in sight: the list itself is taller than the window, and hovering would scroll it.
      await list().getByRole('treeitem').first().hover()
      await page().mouse.wheel(0, 400)
      const topOf = async (id: string) => (await page().locator(`#${id}`).boundingBox())?.y ?? Number.NaN
      await expectPage(list().locator('[aria-posinset="20"]')).toBeVisible()
      await expectPage.poll(async () => list().evaluate((element) => element.parentElement?.scrollTop)).toBe(400)
      const id = (await list().locator('[aria-posinset="20"]').getAttribute('id')) ?? ''
      const before = await topOf(id)
      await send({ resourceType: 'Wallet' })
      await expectPage(list().locator('[aria-posinset="21"]')).toHaveAttribute('id', id)
      expect(await topOf(id)).toBeCloseTo(before, 0)
      await page().getByRole('button', { name: 'Live', exact: true }).click()
      await expectPage(list().locator('[aria-posinset="1"]')).toContainText('Wallet')
      await expectPage(list().locator('[aria-posinset="1"]')).toBeInViewport()
    },
  )

  it(
    'pause where a person reads further down; what is newer is counted, and taken in on the way back',
    { tags: 'full' },
    async () => {
      await sendMany(89)
      await send({ resourceType: 'Invoice' })
      await open()
      const live = page().getByRole('button', { name: 'Live', exact: true })
      // Deliveries indexed after the page has opened would move the rows while they are scrolled.
      await expectPage(list().locator('[aria-posinset="1"]')).toContainText('Invoice')
      // Following the newest begins a moment after the rows are there, and leads to the top.
      await expectPage(page().getByRole('button', { name: 'Live', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      // A turn of the wheel may be lost on a busy machine, and some of these come right after each other.
      const scrollBy = async (pixels: number) =>
        list().evaluate((element, top) => element.parentElement?.scrollBy({ top, behavior: 'instant' }), pixels)
      await scrollBy(1200)
      await expectPage.poll(async () => list().evaluate((element) => element.parentElement?.scrollTop)).toBe(1200)
      await expectPage(live).toHaveAttribute('aria-pressed', 'false')
      for (let number = 0; number < 3; number += 1) await send({ resourceType: 'Wallet' })
      await expectPage(page().getByRole('button', { name: '3 newer deliveries' })).toBeVisible()
      const read = list().locator('[aria-posinset="50"]')
      const id = (await read.getAttribute('id')) ?? ''

      await scrollBy(-900)
      await expectPage(list().locator(`#${id}`)).toHaveCount(0)
      await expectPage(page().getByRole('button', { name: /newer deliver/ })).toHaveCount(0)
      await scrollBy(900)
      await expectPage(list().locator('[aria-posinset="53"]')).toHaveAttribute('id', id)

      await send({ resourceType: 'Wallet' })
      await page().getByRole('button', { name: '1 newer delivery' }).click()
      await expectPage(list()).toBeFocused()
      await expectPage(list().locator('[aria-posinset="1"]')).toBeInViewport()
      await expectPage(list().getByRole('treeitem', { name: /Wallet/ })).toHaveCount(4)
      await expectPage(live).toHaveAttribute('aria-pressed', 'true')
    },
  )

  it('do not move while paused, and the page says so, or why else there is none', { tags: 'full' }, async () => {
    await open()
    await expectPage(page().getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
    await expectPage(page().getByText(/^curl -i /)).toBeVisible()
    await page().getByRole('button', { name: 'Pause' }).click()
    await expectPage(page().getByRole('heading', { name: 'List paused' })).toBeVisible()
    await send({ resourceType: 'Wallet' })
    await expectPage(page().getByText('1 new delivery.')).toBeVisible()
    await page().getByRole('button', { name: 'Show', exact: true }).click()
    await expectPage(rows()).toHaveCount(1)
    await field().fill('type:Payment ')
    await expectPage(page().getByRole('heading', { name: 'No delivery matches this filter' })).toBeVisible()
    await page().keyboard.press('Escape')
    await page().keyboard.press('Escape')
    await expectPage(rows()).toHaveCount(1)
  })

  it(
    'are said to be none yet, and not to be paused, beside an opened delivery of another environment',
    { tags: 'full' },
    async () => {
      const other = await serve().call<Environment>('POST', '/environments', { name: 'Other' })
      await serve().call('POST', `/environments/${other.id}/activate`)
      await send()
      await expectPage.poll(ids).toHaveLength(1)
      const [opened] = await ids()
      await serve().call('POST', '/environments/sandbox/activate')
      await open()
      await expectPage(page().getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
      await page().evaluate((id) => {
        location.hash = `#/inbox/${id}`
      }, opened)
      await expectPage(page().getByRole('tab', { name: 'Overview' })).toBeVisible()
      await expectPage(page().getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
      await expectPage(page().getByRole('heading', { name: 'List paused' })).toHaveCount(0)
    },
  )

  it('are of an environment whose short name is whole in a usual window', { tags: 'full' }, async () => {
    const other = await serve().call<Environment>('POST', '/environments', { name: 'Acme, test' })
    await serve().call('POST', `/environments/${other.id}/activate`)
    await page().setViewportSize({ width: 1920, height: 800 })
    await open()
    const name = page().getByRole('button', { name: 'Environment: Acme, test' })
    await expectPage(name).toBeVisible()
    const width = async () => (await name.boundingBox())?.width
    const whole = await width()
    await page().setViewportSize({ width: 1280, height: 800 })
    expect(await width()).toBe(whole)
  })

  it(
    'of an earlier day say the day and the time of day, in two lines where one has no room for both',
    { tags: 'full' },
    async () => {
      await page().clock.setFixedTime(Date.now() + 24 * 3_600_000)
      await sendMany(3)
      await page().setViewportSize({ width: 800, height: 600 })
      await open()
      const time = rows()
        .first()
        .getByText(/^\w+ \d+ \d+:\d\d/)
      await expectPage(time).toBeVisible()
      await expect.poll(async () => layoutProblems(page())).toEqual([])
      const lines = async () =>
        time
          .locator('span')
          .evaluateAll((pieces) => new Set(pieces.map((piece) => Math.round(piece.getBoundingClientRect().top))).size)
      expect(await lines()).toBe(2)
      await page().setViewportSize({ width: 1920, height: 800 })
      await expectPage.poll(lines).toBe(1)
      await expect.poll(async () => layoutProblems(page())).toEqual([])
    },
  )

  it(
    'of a deleted environment leave an open page, and its deliveries are counted before',
    { tags: 'full' },
    async () => {
      // Calls of the page about the environment during its deletion.
      expectToSay(/404/)
      const other = await serve().call<Environment>('POST', '/environments', { name: 'Other' })
      await serve().call('POST', `/environments/${other.id}/activate`)
      for (let number = 0; number < 3; number += 1) await send({ resourceType: 'Wallet' })
      await open()
      await expectPage(rows()).toHaveCount(3)
      await expectPage
        .poll(async () => (await serve().call<Status>('GET', '/status')).counts.byEnvironment[other.id])
        .toBe(3)
      const removed = await serve().call('DELETE', `/environments/${other.id}?deliveries=true`)
      expect(removed).toEqual({ removed: other.id, deliveries: 3 })
      await expectPage(rows()).toHaveCount(0)
      await expectPage(page().getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
      expect((await serve().call<Status>('GET', '/status')).counts.byEnvironment).toEqual({})
    },
  )
})

it('while presenting, the narrowest list still says when, with AM and PM too', { tags: 'full' }, async () => {
  await page().addInitScript(() => localStorage.setItem('hookscope.split.list', '0.42'))
  await page().setViewportSize({ width: 640, height: 480 })
  await open()
  await send()
  await page().keyboard.press('Shift+P')
  await page().getByRole('region', { name: 'Presenter' }).waitFor()
  expect(await page().evaluate(() => document.documentElement.dataset['hours'])).toBe('12')
  const row = rows().first()
  const time = row.getByText(/^\d{1,2}:\d\d:\d\d/)
  await expectPage(time).toBeVisible()
  const [clock, name] = await Promise.all([time.boundingBox(), row.getByText('Payment').boundingBox()])
  expect((clock?.x ?? 0) + (clock?.width ?? 0)).toBeLessThanOrEqual(name?.x ?? 0)
  expect(await time.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})
