import { type Browser, expect as expectPage, type Locator, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../../tools/launchChromium.ts'
import type { Environment, Status } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => browser.close())

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServe(folder.path)
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  problems = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  await serve.kill('SIGTERM')
  folder.remove()
  if (problems.length > 0) throw new Error(`The page told of problems: ${problems.join('; ')}`)
})

const rows = () => page.getByRole('listbox', { name: 'Deliveries, newest first' }).getByRole('option')
const field = () => page.getByRole('combobox', { name: 'Filter deliveries' })
const chip = (name: string | RegExp) =>
  page.getByRole('group', { name: 'Filters in use' }).getByRole('button', { name })
const path = () => decodeURIComponent(new URL(page.url()).hash).replaceAll('+', ' ')
const hasMark = (row: Locator, name: RegExp) => expectPage(row.getByRole('img', { name })).toBeVisible()

interface Sent {
  id?: string
  resourceType?: string
  action?: string
  sentMsAgo?: number
  method?: string
}

/** Sends a notification to the active environment by hand; it is not signed. */
async function send({ id, resourceType = 'Payment', action = 'create', sentMsAgo = 0, method = 'POST' }: Sent = {}) {
  const { receiver } = await serve.call<Status>('GET', '/status')
  const body = JSON.stringify({
    id: id ?? crypto.randomUUID(),
    resourceId: crypto.randomUUID(),
    resourceType,
    action,
    createdAtUtc: new Date(Date.now() - sentMsAgo).toISOString(),
  })
  await fetch(receiver.url ?? '', { method, body, headers: { 'content-type': 'application/json' } })
}

async function open(hash = '') {
  await page.goto(serve.ui)
  await expectPage(page.getByRole('navigation').first()).toBeVisible()
  if (hash !== '') await page.evaluate((to) => void (location.hash = to), hash)
}

describe('the filter', () => {
  beforeEach(async () => {
    for (const resourceType of ['Payment', 'Wallet', 'Payment', 'Identity']) await send({ resourceType })
    await send({ resourceType: 'Wallet', action: 'update' })
    await open()
    await expectPage(rows()).toHaveCount(5)
  })

  it('is typed with completion, turned round and taken away by keyboard alone, and kept in the address', async () => {
    await page.keyboard.press('/')
    await expectPage(field()).toBeFocused()
    await page.keyboard.type('ty')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectPage(field()).toHaveValue('type:')
    await expectPage(page.getByRole('option', { name: /^Wallet 2 deliveries lately/ })).toBeVisible()
    await page.keyboard.type('wal')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expectPage(field()).toHaveValue('')
    await expectPage(rows()).toHaveCount(2)
    expect(path()).toContain('filter=type:Wallet')

    await page.keyboard.press('ArrowLeft')
    await expectPage(chip('type Wallet. Show all but these')).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(rows()).toHaveCount(3)
    expect(path()).toContain('filter=-type:Wallet')
    await expectPage(chip('Not type Wallet. Show these again')).toBeFocused()

    await page.reload()
    await expectPage(rows()).toHaveCount(3)
    await chip('Not type Wallet. Show these again').focus()
    await page.keyboard.press('Delete')
    await expectPage(rows()).toHaveCount(5)
    await expectPage(field()).toBeFocused()
  })

  it('takes several chips and words by mouse, and one key clears all of it', async () => {
    await field().fill('action:create|update type:Wallet|Identity -action:update ')
    await expectPage(rows()).toHaveCount(2)
    await page.getByRole('button', { name: 'Take away: Not action update' }).click()
    await expectPage(rows()).toHaveCount(3)
    await page.getByRole('button', { name: 'Unsigned', exact: true }).click()
    await expectPage(chip(/^verdict Unsigned/)).toBeVisible()
    await field().fill('identity')
    await expectPage(rows()).toHaveCount(1)
    await page.getByRole('listbox', { name: 'Deliveries, newest first' }).focus()
    await page.keyboard.press('Escape')
    await expectPage(rows()).toHaveCount(5)
    await expectPage(field()).toHaveValue('')
  })

  it('says what is wrong with a word where it was typed, and what it takes', async () => {
    await field().fill('verdict:good ')
    await expectPage(page.getByText('There is no verdict "good". A verdict is one of: valid,')).toBeVisible()
    await expectPage(rows()).toHaveCount(5)
    await field().fill('after:soon ')
    await expectPage(page.getByText('"after:soon" names no moment.')).toBeVisible()
    await field().fill('verdit:valid ')
    await expectPage(page.getByText('Did you mean verdict:?')).toBeVisible()
    await expectPage(page.getByText('No delivery matches this filter')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await expectPage(rows()).toHaveCount(5)
  })

  it('is saved under a name, used again, renamed and deleted; another page hears of it', async () => {
    await field().fill('type:Wallet ')
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('textbox', { name: 'Name for this filter' }).fill('Wallets')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('button', { name: 'Use the filter Wallets' })).toContainText('in use')
    expect(await serve.call('GET', '/saved-filters')).toMatchObject([{ name: 'Wallets', filter: 'type:Wallet' }])

    await page.getByRole('textbox', { name: 'Name for this filter' }).fill('wallets')
    await page.keyboard.press('Enter')
    await expectPage(page.getByText('There is a saved filter with the name "wallets" already.')).toBeVisible()

    await page.getByRole('button', { name: 'Rename Wallets' }).click()
    await page.getByRole('textbox', { name: 'New name for Wallets' }).fill('All wallets')
    await page.keyboard.press('Enter')
    await expectPage(page.getByRole('button', { name: 'Use the filter All wallets' })).toBeVisible()

    await serve.call('POST', '/saved-filters', { name: 'Broken', filter: 'verdict:unsigned' })
    await expectPage(page.getByRole('button', { name: 'Use the filter Broken' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await page.getByRole('button', { name: 'Use the filter All wallets' }).click()
    await expectPage(rows()).toHaveCount(2)

    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('button', { name: 'Delete All wallets' }).click()
    await expectPage(page.getByRole('button', { name: 'Keep' })).toBeFocused()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectPage(page.getByRole('button', { name: 'Use the filter All wallets' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectPage(page.getByRole('button', { name: 'Use the filter Broken' })).toHaveCount(0)
  })
})

describe('what a person puts on a delivery', () => {
  it('is pinned and noted, found by that, and there after a reload', async () => {
    for (const resourceType of ['Payment', 'Wallet', 'Identity']) await send({ resourceType })
    await open()
    await expectPage(rows()).toHaveCount(3)
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await hasMark(rows().nth(1), /^Pinned$/)
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Ask the treasurer')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add a note' }).click()
    await expectPage(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Ask the treasurer')
    await page.keyboard.press('Control+Enter')
    await hasMark(rows().nth(1), /^Note: Ask the treasurer$/)

    await page.reload()
    await hasMark(rows().nth(1), /^Pinned$/)
    for (const text of ['is:pinned ', 'is:noted ', 'treasurer']) {
      await field().fill(text)
      await expectPage(rows()).toHaveCount(1)
      await expectPage(rows()).toContainText('Wallet')
      await page.getByRole('button', { name: 'Clear the filter' }).click()
    }
    await field().fill('is:pinned ')
    await expectPage(rows()).toHaveCount(1)
    await serve.call('PATCH', '/deliveries/2/annotation', { pinned: false })
    await expectPage(page.getByText('No delivery matches this filter')).toBeVisible()
  })

  it('is marked to compare: one waits, two stand in the address', async () => {
    for (const resourceType of ['Payment', 'Wallet']) await send({ resourceType })
    await open()
    await expectPage(rows()).toHaveCount(2)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await hasMark(rows().nth(1), /^Marked to compare$/)
    await expectPage(page.getByText('Delivery 1 is marked')).toBeVisible()
    expect(path()).toContain('compare=1')
    await page.keyboard.press('x')
    await expectPage(page.getByText('Delivery 1 is marked')).toHaveCount(0)
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    await page.keyboard.press('x')
    await expectPage.poll(path).toContain('compare=1,2')
  })
})

describe('the rows', () => {
  it('tell of a repetition, of one that came late, and of one that was refused before', async () => {
    await send({ id: 'n-1' })
    await send({ id: 'n-1' })
    await send({ sentMsAgo: 60_000 })
    await send({ id: 'n-2', method: 'PUT' })
    await send({ id: 'n-2', method: 'PUT' })
    await open()
    await expectPage(rows()).toHaveCount(5)
    await hasMark(rows().nth(0), /^Retried, 2nd try: .* was not answered well in time\.$/)
    await hasMark(rows().nth(2), /^Late: it came 1 min after it was sent, by two clocks/)
    await hasMark(rows().nth(3), /^Duplicate, 2nd try/)
    for (const [text, count] of [
      ['is:late ', 1],
      ['is:duplicate ', 2],
      ['is:retried ', 1],
      ['is:retried|late ', 2],
    ] as const) {
      await field().fill(text)
      await expectPage(rows()).toHaveCount(count)
      await page.getByRole('button', { name: 'Clear the filter' }).click()
    }
  })

  it('follow the keys, and the newest only while they are live', async () => {
    for (let number = 0; number < 60; number += 1) await send()
    await open()
    await page.getByRole('listbox', { name: 'Deliveries, newest first' }).focus()
    const selected = page
      .getByRole('listbox', { name: 'Deliveries, newest first' })
      .getByRole('option', { selected: true })
    const isAt = async (position: number) =>
      expectPage(selected).toHaveAttribute('aria-posinset', String(position), { timeout: 20_000 })
    await isAt(1)
    await page.keyboard.press('End')
    await isAt(60)
    await page.keyboard.press('Home')
    await isAt(1)
    await page.keyboard.press('j')
    await page.keyboard.press('PageDown')
    const after = Number(await selected.getAttribute('aria-posinset'))
    expect(after).toBeGreaterThan(5)
    await page.keyboard.press('PageUp')
    await isAt(2)
    await send({ resourceType: 'Wallet' })
    await isAt(3)
    await page.keyboard.press('l')
    await isAt(1)
    await expectPage(selected).toContainText('Wallet')
  })

  it('stay where a person reads when others arrive, also while the newest is followed; Live leads back to the top', async () => {
    for (let number = 0; number < 50; number += 1) await send()
    await open()
    const list = page.getByRole('listbox', { name: 'Deliveries, newest first' })
    await expectPage(list.getByRole('option').first()).toBeVisible()
    await list.hover()
    await page.mouse.wheel(0, 400)
    const topOf = async (id: string) => (await page.locator(`#${id}`).boundingBox())?.y ?? Number.NaN
    await expectPage(list.locator('[aria-posinset="20"]')).toBeVisible()
    await expect.poll(async () => list.evaluate((element) => element.parentElement?.scrollTop)).toBe(400)
    const id = (await list.locator('[aria-posinset="20"]').getAttribute('id')) ?? ''
    const before = await topOf(id)
    await send({ resourceType: 'Wallet' })
    await expectPage(list.locator('[aria-posinset="21"]')).toHaveAttribute('id', id)
    expect(await topOf(id)).toBeCloseTo(before, 0)
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expectPage(list.locator('[aria-posinset="1"]')).toContainText('Wallet')
    await expectPage(list.locator('[aria-posinset="1"]')).toBeInViewport()
  })

  it('stand still while paused, and the page says so, or why else there is none', async () => {
    await open()
    await expectPage(page.getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
    await expectPage(page.getByText(/^curl -X POST/)).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await expectPage(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await send({ resourceType: 'Wallet' })
    await expectPage(page.getByText('1 new delivery.')).toBeVisible()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expectPage(rows()).toHaveCount(1)
    await field().fill('type:Payment ')
    await expectPage(page.getByRole('heading', { name: 'No delivery matches this filter' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectPage(rows()).toHaveCount(1)
  })

  it('of a deleted environment leave an open page, and its deliveries are counted before', async () => {
    const other = await serve.call<Environment>('POST', '/environments', { name: 'Other' })
    await serve.call('POST', `/environments/${other.id}/activate`)
    for (let number = 0; number < 3; number += 1) await send({ resourceType: 'Wallet' })
    await open()
    await expectPage(rows()).toHaveCount(3)
    await expect.poll(async () => (await serve.call<Status>('GET', '/status')).counts.byEnvironment[other.id]).toBe(3)
    const removed = await serve.call('DELETE', `/environments/${other.id}?deliveries=true`)
    expect(removed).toEqual({ removed: other.id, deliveries: 3 })
    await expectPage(rows()).toHaveCount(0)
    await expectPage(page.getByRole('heading', { name: 'Nothing has arrived yet' })).toBeVisible()
    expect((await serve.call<Status>('GET', '/status')).counts.byEnvironment).toEqual({})
  })
})
