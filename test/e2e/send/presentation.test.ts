import { type Browser, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser } from '../../support/openBrowser.ts'
import type { Attempt, Environment, Status } from '../../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { newestDemo, sceneHasHeld } from '../../support/demoRun.ts'
import { expectPage } from '../../support/expectPage.ts'

const steps = 8
const inLarge = { width: 1280, height: 800 }
const tabs = ['overview', 'body', 'headers', 'signature', 'object', 'attempts']

let browser: Browser
let folder: ReturnType<typeof scratchFolder>
let serve: RunningServe
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser.close())

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServeHere(folder.path)
  page = await open()
})
afterEach(async () => {
  await page.context().close()
  await serve.stop()
  folder.remove()
})

describe("the presenter's day, by keys alone", () => {
  it('begins, goes on, back, over a reload, into the inspector, and ends', async () => {
    await takeTheStage()
    const hidden: string[] = []
    const first = [await told(1)]
    // Every key that a keyboard or a remote may send.
    for (const key of ['ArrowRight', 'PageDown', 'Space', 'ArrowRight', 'PageDown', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key)
      first.push(await told(first.length + 1))
      hidden.push(...(first.length === 2 ? await secrets() : []))
      expect(await leaked(hidden)).toEqual([])
    }
    expect(first).toHaveLength(steps)
    expect(first[4]).toContain('The proof')
    await page.keyboard.press('ArrowRight')
    expect(await told(steps)).toBe(first[steps - 1])

    const { counts } = await serve.call<Status>('GET', '/status')
    for (const [key, step] of [
      ['ArrowLeft', 7],
      ['PageUp', 6],
      ['ArrowLeft', 5],
    ] as const) {
      await page.keyboard.press(key)
      expect(await told(step)).toBe(first[step - 1])
    }
    expect((await serve.call<Status>('GET', '/status')).counts).toEqual(counts)

    // Twice at once is two steps.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await told(3)).toBe(first[2])
    await page.keyboard.press('ArrowRight')
    await told(4)
    await page.keyboard.press('ArrowRight')
    expect(await told(5)).toBe(first[4])

    await page.reload()
    expect(await told(5)).toBe(first[4])

    await page.keyboard.press('ArrowLeft')
    await told(4)
    await page.keyboard.press('o')
    for (const [index, tab] of tabs.entries()) {
      await page.getByRole('tab').nth(index).waitFor()
      await page.keyboard.press(String(index + 1))
      await expectPage(page).toHaveURL(tab === 'overview' ? /inbox\/\d+\?/ : new RegExp(`/${tab}\\?`))
      await expectPage(page.getByRole('tabpanel')).not.toBeEmpty()
      expect(await leaked(hidden)).toEqual([])
    }
    await goTo('a')
    expect(await leaked(hidden)).toEqual([])
    await goTo('p')
    expect(await told(4)).toBe(first[3])

    await page.keyboard.press('Shift+P')
    await expectPage(page.getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible()
    expect(page.url()).not.toContain('present')
    expect(problems).toEqual([])
  })

  it('starts over with the same data', { tags: 'full' }, async () => {
    await takeTheStage()
    const first = [await told(1)]
    while (first.length < steps) {
      await page.keyboard.press('ArrowRight')
      first.push(await told(first.length + 1))
    }
    await page.keyboard.press('r')
    const again: string[] = []
    while (again.length < steps) {
      if (again.length > 0) await page.keyboard.press('ArrowRight')
      again.push(await told(again.length + 1))
    }
    expect(again).toEqual(first)
    expect(problems).toEqual([])
  })

  it(
    'goes on where it was after a look elsewhere, and is cancelled when the presentation ends',
    { tags: 'full' },
    async () => {
      await takeTheStage()
      for (let step = 1; step <= 3; step += 1) {
        await told(step)
        if (step < 3) await page.keyboard.press('ArrowRight')
      }
      // Back in the moment in which the stage is gone.
      await pressAtOnce(['g', 'i'], ['g', 'p'])
      await told(3)
      await goTo('i')
      await page.locator('[data-part="stage"]').waitFor({ state: 'detached' })
      await goTo('p')
      await told(3)
      expect(await newestDemo(serve)).toMatchObject({ state: 'paused' })
      await page.keyboard.press('Shift+P')
      await expectPage.poll(async () => (await newestDemo(serve))?.state).toBe('stopped')
    },
  )
})

it('shows nothing that was typed into a form before, and has it again afterwards', { tags: 'full' }, async () => {
  await serve.call('POST', '/sandbox/demo')
  await page.evaluate(() => localStorage.setItem('hookscope.replay.url', 'http://127.0.0.1:9/typed-before'))
  await goTo('w')
  const field = page.getByRole('textbox', { name: 'URL' })
  await field.fill('https://typed-before.example')
  await page.evaluate(() => location.assign('#/inbox?filter=typed-before%40mail.example'))
  await expectPage(page.getByRole('combobox', { name: 'Filter deliveries' })).toHaveValue(/typed-before/)
  await page.keyboard.press('Shift+P')
  await page.getByRole('region', { name: 'Presenter' }).waitFor()
  await expectPage(page).not.toHaveURL(/typed-before/)
  expect(await leaked(['typed-before'])).toEqual([])
  await goTo('w')
  await expectPage(field).not.toHaveValue(/typed-before/)
  expect(await leaked(['typed-before'])).toEqual([])
  await goTo('i')
  await page.getByRole('tab').first().waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  expect(await leaked(['typed-before'])).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+P')
  await page.getByRole('region', { name: 'Presenter' }).waitFor({ state: 'detached' })
  await goTo('w')
  await expectPage(field).toHaveValue('https://typed-before.example')
})

it('shows nothing at all where the part that hides secrets cannot be loaded', { tags: 'full' }, async () => {
  await serve.call('POST', '/sandbox/demo')
  await page.route('**/assets/maskedWire-*', async (route) => route.fulfill({ status: 404 }))
  await page.evaluate(() => location.assign('#/inbox?present=1'))
  await page.reload()
  await page.getByRole('heading', { name: 'The presentation cannot begin' }).waitFor()
  expect(await page.locator('[data-part="frame"]').count()).toBe(0)
  await page.unroute('**/assets/maskedWire-*')
  await page.reload()
  await page.getByRole('region', { name: 'Presenter' }).waitFor()
})

async function open(): Promise<Page> {
  const context = await browser.newContext({ viewport: inLarge, reducedMotion: 'reduce' })
  const opened = await context.newPage()
  problems = []
  opened.on('pageerror', (error) => problems.push(error.message))
  opened.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await opened.goto(serve.ui)
  await opened.getByRole('banner').getByText('Listening').waitFor({ state: 'attached' })
  return opened
}

async function goTo(letter: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

/** Presses keys, and others in the moment in which the stage is gone. */
async function pressAtOnce(keys: readonly string[], then: readonly string[]): Promise<void> {
  await page.evaluate(
    async ([first, second]) => {
      const press = (pressed: readonly string[] = []) => {
        for (const key of pressed) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      }
      const gone = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[data-part="stage"]') !== null) return
          observer.disconnect()
          press(second)
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
      })
      press(first)
      await gone
    },
    [keys, then],
  )
}

async function takeTheStage(): Promise<void> {
  await page.keyboard.press('Shift+P')
  await page.getByRole('region', { name: 'Presenter' }).waitFor()
  await goTo('p')
  await page.locator('[data-part="stage"] h1').waitFor()
}

/** Text of the stage once a step has happened, without parts that differ from run to run: times, arrivals, signatures. */
async function told(step: number): Promise<string> {
  const stage = page.getByRole('region', { name: `Step ${step} of ${steps}`, exact: true })
  await stage.waitFor()
  await expectPage.poll(async () => sceneHasHeld(await newestDemo(serve), step - 1, steps)).toBe(true)
  await expectPage(
    stage.locator('[data-part="stage-exhibit"] li:is([data-state="open"], [data-state="running"])'),
  ).toHaveCount(0)
  await stage.locator('[data-part="stage-exhibit"] > :not([data-part="loading"])').first().waitFor()
  if (step > 1 && step < steps) await stage.locator('[aria-current="step"]').waitFor()
  await expectPage(stage.getByText('asks …')).toHaveCount(0)
  // Until then no key moves the stage on.
  await page.locator('[data-part="stage-frame"] button[aria-busy="true"]').waitFor({ state: 'detached' })
  const names = await stage
    .getByRole('region')
    .or(stage.getByRole('list'))
    .evaluateAll((all) => all.map((one) => one.ariaLabel))
  const text = `${await stage.innerText()}\n${names.join('\n')}`
  return (
    text
      .replace(/\d\d:\d\d:\d\d\.\d{3}(?:\s[AP]M)?/g, 'TIME')
      .replace(/delivery \d+/g, 'delivery N')
      // A part of a signature can look like a token, which is masked.
      .replace(/(?:[\w+/]{43}|[\w+/]*\[masked token\][\w+/]*)=/g, 'SIGNATURE')
  )
}

/** Texts that the audience must not read: about the receiver, the user, and the payment. */
async function secrets(): Promise<string[]> {
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  const id = (await newestDemo(serve))?.steps.flatMap(({ deliveryIds }) => deliveryIds)[0]
  const [attempt] = await serve.call<Attempt[]>('GET', `/deliveries/${id}/attempts`)
  const { counterparty } = JSON.parse(attempt?.body ?? '') as { counterparty: Record<string, string | null> }
  const found = [
    environment?.receiverPath.replace('/in/', ''),
    environment?.username,
    ...Object.entries(counterparty).flatMap(([name, value]) => (name === 'country' ? [] : [value])),
  ]
  return found.filter((text) => text != null).filter((text) => text.length > 3)
}

/** The texts found anywhere in the page: its words, its tooltips, its fields. */
async function leaked(hidden: readonly string[]): Promise<string[]> {
  const text = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.documentElement.outerHTML, document.title, ...fields].join('\n')
  })
  return hidden.filter((secret) => text.includes(secret) || text.includes(secret.replaceAll('&', '&amp;')))
}
