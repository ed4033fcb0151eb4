import { gzipSync } from 'node:zlib'
import { type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../support/openBrowser.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let browser: Browser
let receiver: URL
/** Errors in the console of pages, policy violations included. */
const problems: string[] = []
/** Named, because the list is a tree, too. */
const bodyTree = { name: 'Body as a tree' }

beforeAll(async () => {
  folder = scratchFolder()
  serve = await startServeHere(folder.path)
  browser = await openBrowser()
  const [environment] = await serve.call<{ receiverPath: string }[]>('GET', '/environments')
  receiver = new URL(environment?.receiverPath ?? '', serve.receiver)
})
afterAll(async () => {
  await browser.close()
  await serve.stop()
  folder.remove()
})

describe('the tree', () => {
  const json =
    '{"amount":12345678901234567890,"a":1,"\\u0061":2,"when":1763740800,"list":[{"deep":"SGVsbG8sIHdvcmxkIQ=="},[]],"end":null}'

  it('shows every value as it was sent, and what a parser would lose', async () => {
    const page = await openBody(json)
    await expectPage(row(page, '"amount"')).toContainText('12345678901234567890')
    await expectPage(row(page, '"amount"')).toContainText('JavaScript reads …67000')
    await expectPage(row(page, '"a"')).toContainText('more than once')
    await expectPage(row(page, '"\\u0061"')).toContainText('more than once')
    await expectPage(page.getByText('1 key repeats an earlier one in its object')).toBeVisible()
    await expectCalm(page)
  })

  it('is walked by keyboard alone, and tells the path and what a value could mean', { tags: 'full' }, async () => {
    const page = await openBody(json)
    const tree = page.getByRole('tree', { name: 'Body as a tree' })
    await tree.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await tree.press(key)
    const about = page.getByRole('region', { name: 'About the selected value' })
    await expectPage(about).toContainText('$.when')
    await expectPage(about).toContainText('Could be a Unix time in seconds')
    await expectPage(about).toContainText('2025-11-21 16:00:00.000 UTC')
    await expectPage(active(page)).toHaveAttribute('aria-posinset', '4')
    await tree.press('ArrowDown')
    await tree.press('ArrowLeft')
    await expectPage(active(page)).toHaveAttribute('aria-expanded', 'false')
    await expectPage(row(page, '"deep"')).toHaveCount(0)
    await tree.press('*')
    await tree.press('ArrowRight')
    await tree.press('ArrowRight')
    await expectPage(about).toContainText('$.list[0].deep')
    await expectPage(about).toContainText('Could be base64 of text')
    await expectPage(about).toContainText('Hello, world!')
    await tree.press('ArrowLeft')
    await expectPage(about).toContainText('$.list[0]')
    await tree.press('End')
    await expectPage(about).toContainText('$.end')
    await tree.press('Home')
    await expectPage(active(page)).toHaveAttribute('aria-level', '1')
    await expectCalm(page)
  })

  it('tells what the value under the pointer could mean, and copies paths and values', { tags: 'full' }, async () => {
    const page = await openBody(json)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const about = page.getByRole('region', { name: 'About the selected value' })
    await row(page, '"deep"').hover()
    await expectPage(about).toContainText('Hello, world!')
    await row(page, '"deep"').click()
    for (const [button, copied] of [
      ['Copy JSONPath', '$.list[0].deep'],
      ['Copy JSON Pointer', '/list/0/deep'],
      ['Copy the value', 'SGVsbG8sIHdvcmxkIQ=='],
    ] as const) {
      await about.getByRole('button', { name: button }).click()
      await expectPage.poll(async () => page.evaluate(async () => navigator.clipboard.readText())).toBe(copied)
    }
    await expectCalm(page)
  })
})

describe('searching in a body', () => {
  it('counts, goes round, opens what is folded, and leaves the inbox alone', { tags: 'full' }, async () => {
    const many = Array.from({ length: 3000 }, (_, number) => ({ number, text: number % 1000 === 7 ? 'Needle' : 'hay' }))
    const page = await openBody(JSON.stringify(many))
    await page.getByRole('tree', bodyTree).press('/')
    const field = page.getByRole('searchbox', { name: 'Search in the body' })
    await expectPage(field).toBeFocused()
    await field.fill('needle')
    await expectPage(page.getByText('1 of 3', { exact: true })).toBeVisible()
    await expectPage(active(page)).toContainText('Needle')
    await field.press('Shift+Enter')
    await expectPage(page.getByText('3 of 3', { exact: true })).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'About the selected value' })).toContainText('$[2007].text')
    for (const view of ['Pretty', 'Raw', 'Hex']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expectPage(page.locator('[data-mark="current"]').first()).toBeInViewport()
    }
    await field.fill('0x4e656564')
    await expectPage(page.getByText('1 of 3', { exact: true })).toBeVisible()
    await field.fill('nowhere')
    await expectPage(page.getByText('No match')).toBeVisible()
    await field.press('Escape')
    await expectPage(field).toHaveValue('')
    await expectPage(field).not.toBeFocused()
    await expectCalm(page)
  })
})

describe('the hex view', () => {
  it('moves by keyboard, selects and copies bytes', { tags: 'full' }, async () => {
    const page = await openBody(
      Uint8Array.from({ length: 600 }, (_, at) => (at * 37) & 255),
      'application/octet-stream',
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const hex = page.getByLabel('Body in hex')
    await hex.focus()
    await hex.press('ArrowDown')
    await expectPage(page.getByText('Offset 16 (0x10): hex 50, decimal 80, binary 01010000')).toBeVisible()
    await hex.press('Shift+ArrowRight')
    await hex.press('Shift+ArrowRight')
    await expectPage(page.getByText('3 bytes selected, 16 to 18')).toBeVisible()
    await hex.press('ControlOrMeta+c')
    await expectPage.poll(async () => page.evaluate(async () => navigator.clipboard.readText())).toBe('50 75 9a')
    await hex.press('ControlOrMeta+End')
    await expectPage(page.getByText('Offset 599')).toBeVisible()
    await expectPage(page.locator('[data-part="byte-cursor"]').first()).toBeInViewport()
    await expectCalm(page)
  })
})

describe('a body that is not what it seems', () => {
  it('invalid UTF-8 is listed with its places, and hidden characters are named', { tags: 'full' }, async () => {
    const before = Buffer.from('café \u0000 \u202e zero\u200bwidth ')
    const page = await openBody(Buffer.concat([before, Buffer.of(0xff), Buffer.from('x'.repeat(500))]), 'text/plain')
    const place = `0x${before.length.toString(16)}`
    await expectPage(page.getByText(`Not valid UTF-8 in 1 place (at ${place})`)).toBeVisible()
    const text = page.getByRole('region', { name: 'Body as text' })
    for (const shown of ['⟨NUL⟩', '⟨U+202E⟩', '⟨U+200B⟩', '�']) await expectPage(text).toContainText(shown)
    await expectCalm(page)
  })

  it(
    'broken JSON says where, and keeps what can be read; what was cut off is still a tree',
    { tags: 'full' },
    async () => {
      const page = await openBody('{"a": 1,\n "b": [1,, 3]}')
      await expectPage(page.getByText(/an unexpected character in line 2, column 10/)).toBeVisible()
      await page.getByRole('button', { name: 'Tree' }).click()
      await expectPage(row(page, '"b"')).toContainText('cut off here')
      await page.context().close()
      const cut = await openBody('{"a": {"b": "unfini')
      await expectPage(row(cut, '"b"')).toContainText('"unfini')
      await expectCalm(cut)
    },
  )

  it('a hundred thousand levels, a line of a megabyte and markup stay harmless', { tags: 'full' }, async () => {
    const deep = await openBody('['.repeat(100_000) + ']'.repeat(100_000))
    await expectPage(deep.getByText('100,000 levels deep')).toBeVisible()
    await deep.getByRole('button', { name: 'Open all' }).click()
    await deep.getByRole('tree', bodyTree).press('End')
    await expectPage(active(deep)).toHaveAttribute('aria-level', '100000')
    await expectCalm(deep)
    const long = await openBody('x'.repeat(1_000_000), 'text/plain')
    await expectPage(long.getByRole('region', { name: 'Body as text' })).toContainText('xxx')
    await expectCalm(long)
    const markup = await openBody('<script>alert(1)</script><img src=x onerror=alert(1)>', 'text/html')
    await expectPage(markup.getByRole('region', { name: 'Body as XML' })).toContainText('onerror=alert(1)')
    await expectCalm(markup)
  })

  it('forms are listed part by part, XML is laid out, another charset is decoded', { tags: 'full' }, async () => {
    const form = await openBody('name=J%C3%BCrgen&a=1&a=2&bad=%zz', 'application/x-www-form-urlencoded')
    const parts = form.getByRole('table')
    await expectPage(parts.getByRole('row', { name: 'Jürgen' })).toBeVisible()
    await expectPage(parts.getByText('the same name again')).toBeVisible()
    await expectPage(parts.getByText('a % without two hex digits')).toBeVisible()
    await expectCalm(form)
    const xml = await openBody('<a><b>&x;</b></a>', 'application/xml')
    await expectPage(xml.getByRole('region', { name: 'Body as XML' })).toContainText('<b>&x;</b>')
    await expectCalm(xml)
    const latin = await openBody(Buffer.from('{"ü":1}', 'latin1'), 'application/json; charset=iso-8859-1')
    await expectPage(row(latin, '"ü"')).toBeVisible()
    await expectPage(latin.getByText('The text came as iso-8859-1')).toBeVisible()
    await expectCalm(latin)
  })

  it('compressed bytes stay the truth, and are unpacked when a person asks', { tags: 'full' }, async () => {
    const page = await openBody(gzipSync('{"inside":true}'), 'application/json', { 'content-encoding': 'gzip' })
    await expectPage(page.getByLabel('Body in hex')).toContainText('1f 8b')
    await page.getByRole('button', { name: 'Show decompressed' }).click()
    await expectPage(row(page, '"inside"')).toBeVisible()
    await page.getByRole('button', { name: 'Show as it came' }).click()
    await expectPage(page.getByLabel('Body in hex')).toContainText('1f 8b')
    await page.context().close()
    const broken = await openBody('{"a":1}', 'application/json', { 'content-encoding': 'gzip' })
    await broken.getByRole('button', { name: 'Show decompressed' }).click()
    await expectPage(broken.getByText('The bytes are not gzip')).toBeVisible()
    await expectCalm(broken)
  })

  it('an empty body says so', { tags: 'full' }, async () => {
    const page = await openBody('')
    await expectPage(page.getByRole('heading', { name: 'The body is empty' })).toBeVisible()
    await expectCalm(page)
  })
})

describe('a body of 10 MB', () => {
  it('is read by a worker, opened whole, and searched to its end', { tags: 'full' }, async () => {
    const entries = Array.from({ length: 70_000 }, (_, number) => ({
      number,
      text: 'x'.repeat(80),
      state: 'processing',
    }))
    entries[69_999] = { number: 69_999, text: 'the last needle', state: 'done' }
    const page = await openBody(JSON.stringify(entries))
    expect(page.workers()).toHaveLength(1)
    await page.getByRole('button', { name: 'Open all' }).click()
    await page.getByRole('tree', bodyTree).press('End')
    const about = page.getByRole('region', { name: 'About the selected value' })
    await expectPage(about).toContainText('$[69999].state')
    await page.getByRole('searchbox').fill('last needle')
    await expectPage(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expectPage(about).toContainText('$[69999].text')
    for (const view of ['Pretty', 'Raw', 'Hex']) {
      await page.getByRole('button', { name: view, exact: true }).click()
      await expectPage(page.locator('[data-mark="current"]').first()).toBeInViewport()
    }
    // A worker ends with the body that it reads.
    await page.getByRole('tab', { name: 'Headers' }).click()
    await expectPage.poll(() => page.workers().length).toBe(0)
    await expectCalm(page)
  })
})

/** Sends a body as it is and opens its tab on a page of its own. */
async function openBody(
  body: string | Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>,
  contentType = 'application/json',
  headers: Record<string, string> = {},
): Promise<Page> {
  const sent = await fetch(receiver, { method: 'POST', headers: { 'content-type': contentType, ...headers }, body })
  expect(sent.ok).toBe(true)
  const { items } = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?limit=1')
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.goto(`${serve.ui.split('#')[0]}#/inbox/${items[0]?.id}/body`)
  await expectPage(page.getByRole('tabpanel').getByText(/^Reading the body|^Loading/)).toHaveCount(0)
  await expectPage(page.locator('[data-part="body-view"], [data-part="empty"]').first()).toBeVisible()
  return page
}

/** Nothing went wrong in the page, which is closed then. */
async function expectCalm(page: Page): Promise<void> {
  await page.context().close()
  expect(problems.splice(0)).toEqual([])
}

function row(page: Page, text: string) {
  return page
    .getByRole('tree', bodyTree)
    .getByRole('treeitem')
    .filter({ hasText: `${text}: ` })
}

/** The selected value. */
function active(page: Page) {
  return page.getByRole('tree', bodyTree).getByRole('treeitem', { selected: true })
}
