/** @module-tag full */
import { type Browser, type Locator, type Page } from '@playwright/test'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Attempt, Environment, Status } from '../../../src/shared/wireTypes.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'
import { newestDemo, sceneHasHeld } from '../../support/demoRun.ts'
import { watchPage } from '../../support/watchPage.ts'
import { expectPage } from '../../support/expectPage.ts'

/** Room for a busy machine, ms. */
const timeoutMs = 60_000
const steps = 8

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let browser: Browser
let page: Page

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServe(folder.path)
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.setDefaultTimeout(timeoutMs)
})
afterEach(async () => {
  await browser?.close()
  await serve?.kill('SIGTERM')
  folder?.remove()
})

it('the presenter goes from a fresh start over the demo, the story and the charts to the end, and shows nothing personal', async () => {
  const watch = watchPage(page)
  await runsTheDemo()
  await takesTheStage()
  const first = await walksTheScript()
  const hidden = await personalData()
  await leaksNothing(hidden)
  await answersAQuestion(hidden)
  await tellsTheStory(hidden)
  await showsTheCharts(hidden)
  await startsAgain(first, hidden)
  await leaves(hidden)
  expect(watch.stop()).toEqual([])
})

/** First start: one button shows the first verified and fetched notification. */
async function runsTheDemo(): Promise<void> {
  await page.goto(serve.ui)
  await page.getByRole('button', { name: 'Run the demo' }).click()
  const pane = page.getByRole('region', { name: 'Delivery', exact: true })
  await expectPage(pane.getByRole('img', { name: 'Valid', exact: true }).first()).toBeVisible()
  await expectPage(rows().first()).toContainText('200')
}

async function takesTheStage(): Promise<void> {
  await page.keyboard.press('Shift+P')
  await page.getByRole('region', { name: 'Presenter' }).waitFor()
  await goTo('p')
  await stageText(1)
}

/** Steps to the end, two steps back and on again; nothing is sent twice. */
async function walksTheScript(): Promise<string[]> {
  const all = [await stageText(1)]
  while (all.length < steps) {
    await page.keyboard.press(all.length % 2 === 0 ? 'PageDown' : 'ArrowRight')
    all.push(await stageText(all.length + 1))
  }
  const { counts } = await serve.call<Status>('GET', '/status')
  for (const [key, step] of [
    ['ArrowLeft', 7],
    ['PageUp', 6],
    ['ArrowRight', 7],
    ['PageDown', 8],
  ] as const) {
    await page.keyboard.press(key)
    expect(await stageText(step)).toBe(all[step - 1])
  }
  expect((await serve.call<Status>('GET', '/status')).counts).toEqual(counts)
  return all
}

/** Opens the forged delivery of a step in the inspector: the proof is shown, still masked. */
async function answersAQuestion(hidden: readonly string[]): Promise<void> {
  for (const step of [7, 6, 5]) {
    await page.keyboard.press('ArrowLeft')
    await stageText(step)
  }
  await page.keyboard.press('o')
  await page.getByRole('tab', { name: 'Signature' }).click()
  await expectPage(page.getByRole('tabpanel').getByRole('heading', { name: 'Invalid' })).toBeVisible()
  const cause = page.getByRole('region', { name: 'Why it fails' })
  await expectPage(cause.getByText('Proof', { exact: true }).first()).toBeVisible()
  await leaksNothing(hidden)
}

async function tellsTheStory(hidden: readonly string[]): Promise<void> {
  await goTo('o')
  await page.getByRole('listbox', { name: 'Objects' }).press('Home')
  const entries = page.getByRole('list', { name: 'Story, newest first' }).locator('> li')
  await expectPage(entries.filter({ hasText: 'settled' }).first()).toBeVisible()
  await expectPage(entries.filter({ hasText: 'came 2 times' })).toHaveCount(1)
  const axis = page.getByRole('slider', { name: 'The story on a time axis' })
  await axis.press('Home')
  await expectPage(axis).toHaveAttribute('aria-valuetext', /^create notification, /)
  await axis.press('Enter')
  await expectPage(entries.last()).toBeFocused()
  await entries.getByText('The object as it was').first().click()
  await expectPage(entries.getByText('[masked').first()).toBeVisible()
  await leaksNothing(hidden)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expectPage(page.getByRole('table', { name: 'The story, oldest first' })).toBeVisible()
  await leaksNothing(hidden)
}

/** Charts have tables, and a share of a chart opens its deliveries. */
async function showsTheCharts(hidden: readonly string[]): Promise<void> {
  await goTo('h')
  const shares = page.getByRole('list', { name: /^Verdicts, / })
  await expectPage(shares.getByRole('link', { name: /^Invalid: 1 delivery, / })).toBeVisible()
  await expectPage(shares.getByRole('link', { name: /^Valid, previous secret: 1 delivery, / })).toBeVisible()
  await expectPage(page.getByRole('slider', { name: 'Stages, all types' })).toBeVisible()
  await leaksNothing(hidden)
  await shares.getByRole('link', { name: /^Invalid: / }).click()
  await expectPage(rows()).toHaveCount(1)
  await leaksNothing(hidden)
}

/** Restarts with one key; the demo is the same. */
async function startsAgain(first: readonly string[], hidden: readonly string[]): Promise<void> {
  await goTo('p')
  await page.keyboard.press('r')
  const again = [await stageText(1)]
  while (again.length < steps) {
    await page.keyboard.press('ArrowRight')
    again.push(await stageText(again.length + 1))
  }
  expect(again).toEqual(first)
  await leaksNothing(hidden)
}

/** Ends the presentation: masked values are visible again. */
async function leaves(hidden: readonly string[]): Promise<void> {
  await page.keyboard.press('Shift+P')
  await expectPage(page.getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible()
  await goTo('i')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expectPage(page.getByText(`${2 * (steps - 1) + 1} deliveries in all`)).toBeAttached()
  await rows().last().click()
  await page.getByRole('tab', { name: 'Object' }).click()
  await expectPage.poll(async () => shown(hidden)).not.toEqual([])
  await expectPage(page.getByText('[masked')).toHaveCount(0)
}

/** Text of the stage after a step, without parts that differ between runs. */
async function stageText(step: number): Promise<string> {
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
  return (await stage.innerText())
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}(?:\s[AP]M)?/g, 'TIME')
    .replaceAll(/delivery \d+/g, 'delivery N')
    .replaceAll(/[\w+/]{43}=/g, 'SIGNATURE')
}

/** Texts that the audience must not read: about the receiver, the user, and the payee. */
async function personalData(): Promise<string[]> {
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  const [id] = (await newestDemo(serve))?.steps.flatMap(({ deliveryIds }) => deliveryIds) ?? []
  const [attempt] = await serve.call<Attempt[]>('GET', `/deliveries/${id}/attempts`)
  const { counterparty } = JSON.parse(attempt?.body ?? '') as { counterparty: Record<string, string | null> }
  const found = [
    environment?.receiverPath.replace('/in/', ''),
    environment?.username,
    ...Object.entries(counterparty).flatMap(([name, value]) => (name === 'country' ? [] : [value])),
  ]
  return found.filter((text) => text != null && text.length > 3) as string[]
}

/** The texts found anywhere in the page: its words, its tooltips, its fields. */
async function shown(hidden: readonly string[]): Promise<string[]> {
  const text = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.documentElement.outerHTML, document.title, ...fields].join('\n')
  })
  return hidden.filter((secret) => text.includes(secret) || text.includes(secret.replaceAll('&', '&amp;')))
}

async function leaksNothing(hidden: readonly string[]): Promise<void> {
  expect(hidden.length).toBeGreaterThan(2)
  expect(await shown(hidden)).toEqual([])
}

async function goTo(letter: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(letter)
}

function rows(): Locator {
  return page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem')
}
