import { type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { expectPage } from '../../support/expectPage.ts'
import { openBrowser } from '../../support/openBrowser.ts'

/** Copying from a body: the exact text, however few of its rows are drawn. */

let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let browser: Browser
let context: BrowserContext
let page: Page
let receiver: URL
let problems: string[]

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
beforeEach(async () => {
  problems = []
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
})
afterEach(async () => {
  await context.close()
  if (problems.length > 0) throw new Error(`The page has problems: ${problems.join('; ')}`)
})

describe('raw text', () => {
  const lines = Array.from({ length: 3000 }, (_, number) => `line ${number} of three thousand`)
  const body = lines.join('\n')
  /** Lines in the middle of the pane, none of them wrapped. */
  const raw = async () => openBody(body, 'Raw', 'text/plain')

  it('Ctrl+A takes all 3,000 lines and nothing of the page around them', { tags: 'full' }, async () => {
    const text = await raw()
    // The focus is on the button of the view.
    await page.keyboard.press('ControlOrMeta+a')
    expect(await copied()).toBe(body)
    expect(await page.evaluate(() => document.getSelection()?.toString())).not.toContain('Inbox')
    await text.hover()
    await page.mouse.wheel(0, 20_000)
    await expectPage(text).not.toContainText('line 0 of')
    // The newly drawn rows are selected, too.
    expect(await page.evaluate(() => document.getSelection()?.toString())).toContain('of three thousand')
    expect(await copied()).toBe(body)
  })

  it('"Select all" of a menu takes all lines as well, and only those', { tags: 'full' }, async () => {
    const text = await raw()
    await clickAt(text, 'line 3 of three thousand', 5)
    await page.evaluate(() => document.execCommand('selectAll'))
    expect(await page.evaluate(() => document.getSelection()?.toString())).not.toContain('Inbox')
    expect(await copied()).toBe(body)
  })

  it('from the middle of one line to the middle of a far one, with Shift and a click', { tags: 'full' }, async () => {
    const text = await raw()
    await clickAt(text, 'line 3 of three thousand', 5)
    await page.mouse.wheel(0, 30_000)
    await expectPage(text).not.toContainText('line 3 of')
    const far = await text.locator('[data-row]').nth(20).textContent()
    await clickAt(text, far ?? '', 7, ['Shift'])
    const [from, to] = [body.indexOf('line 3 of') + 5, body.indexOf(far ?? '-') + 7]
    expect(to - from).toBeGreaterThan(20_000)
    expect(await copied()).toBe(body.slice(from, to))
    await page.keyboard.press('Shift+ArrowRight')
    expect(await copied()).toBe(body.slice(from, to + 1))
    await page.keyboard.press('ControlOrMeta+Shift+End')
    expect(await copied()).toBe(body.slice(from))
  })

  it('dragging beyond the lower edge scrolls and selects what comes by', { tags: 'full' }, async () => {
    const text = await raw()
    const box = await text.boundingBox()
    await aimAt(text, 'line 2 of three thousand', 0)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + (box?.height ?? 0) + 60, { steps: 3 })
    await expectPage.poll(async () => text.evaluate((element) => element.scrollTop)).toBeGreaterThan(2000)
    await page.mouse.up()
    const taken = await copied()
    expect(taken.split('\n').length).toBeGreaterThan(100)
    expect(body.slice(body.indexOf('line 2 of'))).toContain(taken)
    expect(taken.startsWith('line 2 of')).toBe(true)
  })

  it('two clicks take a word, three a line', { tags: 'full' }, async () => {
    const text = await raw()
    const at = await aimAt(text, 'line 5 of three thousand', 12)
    await page.mouse.click(at.x, at.y, { clickCount: 2 })
    expect(await copied()).toBe('three')
    await page.mouse.click(at.x, at.y, { clickCount: 3 })
    expect(await copied()).toBe('line 5 of three thousand\n')
  })

  it('a line of a megabyte is one line, also in another width', { tags: 'full' }, async () => {
    const long = Array.from({ length: 90_000 }, (_, number) => `word${number}`).join(' ')
    const text = await openBody(long, 'Raw', 'text/plain')
    await clickAt(text, await firstRow(text), 4)
    await page.keyboard.press('ControlOrMeta+Shift+End')
    expect(await copied()).toBe(long.slice(4))
    const before = await firstRow(text)
    await page.keyboard.press('Shift+PageUp')
    const part = await copied()
    await page.setViewportSize({ width: 900, height: 800 })
    await expectPage.poll(async () => firstRow(text)).not.toBe(before)
    expect(await copied()).toBe(part)
  })

  it('CRLF, emoji, NUL, a direction mark, and bytes that are no text', async () => {
    const odd = 'first\r\nsecond 😀 👩‍💻\r\nnul \0 mark \u202e end\n'
    const bytes = Buffer.concat([Buffer.from(odd), Buffer.of(0xed, 0xa0, 0x80), Buffer.from(' last\n'.repeat(20))])
    await openBody(bytes, 'Raw', 'text/plain')
    await page.keyboard.press('ControlOrMeta+a')
    expect(await taken()).toBe(bytes.toString('utf8'))
  })
})

describe('laid out text', () => {
  const value = Array.from({ length: 900 }, (_, number) => ({ number, inner: { text: `value ${number}`, list: [] } }))

  it('keeps its indentation, and "Copy pretty" takes it from any view', { tags: 'full' }, async () => {
    const text = await openBody(JSON.stringify(value), 'Pretty')
    await clickAt(text, '[', 1)
    await page.keyboard.press('ControlOrMeta+a')
    expect(await copied()).toBe(JSON.stringify(value, null, 2))
    await page.evaluate(async () => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Raw', exact: true }).click()
    await page.getByRole('button', { name: 'Copy pretty' }).click()
    await expectPage.poll(readClipboard).toBe(JSON.stringify(value, null, 2))
  })

  it('a selection survives a search, and is copied when the focus comes back', { tags: 'full' }, async () => {
    const text = await openBody(JSON.stringify(value), 'Pretty')
    await clickAt(text, '"number": 0,', 6)
    await page.keyboard.press('Shift+ArrowDown')
    const part = await copied()
    expect(part).toContain('\n')
    await page.keyboard.press('/')
    await page.keyboard.type('value 88')
    await expectPage(text.locator('[data-mark="current"]')).toBeInViewport()
    await page.keyboard.press('Escape')
    await expectPage(text).toBeFocused()
    expect(await copied()).toBe(part)
  })
})

describe('tree, hex and parts', () => {
  it(
    'the tree copies the selected value as it was sent, and Ctrl+A takes the outermost',
    { tags: 'full' },
    async () => {
      const body = `{"list":[1.00, {"a":"\\u0062"}],"big":[${'1,'.repeat(2000)}2]}`
      await openBody(body, 'Tree')
      const tree = page.getByRole('tree', { name: 'Body as a tree' })
      await tree.getByText('"list"').click()
      expect(await copied()).toBe('[1.00, {"a":"\\u0062"}]')
      await page.keyboard.press('ControlOrMeta+a')
      expect(await copied()).toBe(body)
    },
  )

  it('hex takes every byte', { tags: 'full' }, async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, at) => (at * 37) & 255)
    await openBody(bytes, 'Hex', 'application/octet-stream')
    await page.keyboard.press('ControlOrMeta+a')
    await expectPage(page.getByText('5,000 bytes selected')).toBeVisible()
    expect((await copied()).replace(/\s/g, '')).toBe(Buffer.from(bytes).toString('hex'))
  })

  it('of a form, Ctrl+A takes its parts only', { tags: 'full' }, async () => {
    await openBody('name=Ada&place=London', 'Parts', 'application/x-www-form-urlencoded')
    await page.keyboard.press('ControlOrMeta+a')
    const parts = await copied()
    expect(parts).toContain('Ada')
    expect(parts).not.toContain('Inbox')
  })
})

/** Sends a body, opens it and chooses a view, whose button has the focus then. */
async function openBody(body: string | Uint8Array<ArrayBuffer>, view: string, type = 'application/json') {
  const sent = await fetch(receiver, { method: 'POST', headers: { 'content-type': type }, body })
  expect(sent.ok).toBe(true)
  const { items } = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?limit=1')
  await page.goto(serve.ui)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.goto(`${serve.ui.split('#')[0]}#/inbox/${items[0]?.id}/body`)
  await page.getByRole('button', { name: view, exact: true }).click()
  const rows = page.locator('[data-part="body-view"] [tabindex="0"]')
  await expectPage(rows.locator('[data-row], tr').first()).toBeVisible()
  return rows
}

/** Copies with the keyboard; what is on the clipboard then. */
async function copied(): Promise<string> {
  await page.evaluate(async () => navigator.clipboard.writeText(''))
  await page.keyboard.press('ControlOrMeta+c')
  await expectPage.poll(readClipboard).not.toBe('')
  return readClipboard()
}

async function readClipboard(): Promise<string> {
  return page.evaluate(async () => navigator.clipboard.readText())
}

/** The text of a copy in the clipboard, whose programs may end a text at NUL. */
async function taken(): Promise<string> {
  await page.evaluate(() => {
    document.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = encodeURIComponent(event.clipboardData?.getData('text/plain') ?? '')
    })
  })
  await page.keyboard.press('ControlOrMeta+c')
  return page.evaluate(() => decodeURIComponent(document.documentElement.dataset['copied'] ?? ''))
}

async function firstRow(text: Locator): Promise<string> {
  return (await text.locator('[data-row]').first().textContent()) ?? ''
}

/** Moves the pointer before a character of a row, given by its text. */
async function aimAt(text: Locator, rowText: string, column: number): Promise<{ x: number; y: number }> {
  const row = text.locator('[data-row]').filter({ hasText: rowText }).first()
  const at = await row.evaluate((element, column) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let left = column + element.textContent.length - element.textContent.trimStart().length
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node as Text
      if (left <= length) {
        const range = document.createRange()
        range.setStart(node, left)
        const box = range.getBoundingClientRect()
        return { x: box.left, y: box.top + box.height / 2 }
      }
      left -= length
    }
    throw new Error('no such column')
  }, column)
  await page.mouse.move(at.x, at.y)
  return at
}

async function clickAt(text: Locator, rowText: string, column: number, held: 'Shift'[] = []): Promise<void> {
  const at = await aimAt(text, rowText, column)
  for (const key of held) await page.keyboard.down(key)
  await page.mouse.click(at.x, at.y)
  for (const key of held) await page.keyboard.up(key)
}
