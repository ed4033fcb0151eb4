import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../tools/launchChromium.ts'
import { looks, setDensity, setLook, sizes } from '../../tools/shots/looks.ts'
import { drawn, showShot } from '../../tools/shots/showShot.ts'
import { stages } from '../../tools/shots/stages.ts'
import type { Shot, Stage } from '../../tools/shots/types.ts'
import { contrastProblems } from '../support/axeProblems.ts'
import { layoutProblems } from '../support/layoutProblems.ts'
import { watchPage } from '../support/watchPage.ts'

/** What a window of 1280x800 is at a zoom of 200 %. */
const zoomed = { width: 640, height: 400 }

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => browser.close())

describe('every screen can be read and used, in all themes and densities, both sizes, and at 200 % zoom', () => {
  it.each(Object.entries(stages))('%s', async (_, start) => {
    const stage = await start()
    if (stage === null) return
    try {
      expect(await problemsOf(stage)).toEqual([])
    } finally {
      await stage.stop()
    }
  })
})

describe('what these checks find', () => {
  it.each([
    [
      'a control that is pushed out of the window',
      '.pause-button { margin-left: 3000px }',
      /beside the window|cut off/,
    ],
    ['text that is cut off', '.rail-label { width: 20px; overflow: hidden; display: block }', /cut off at the side/],
    ['controls on top of each other', '.rail-list li + li { margin-top: -20px }', /overlap|covered/],
    ['text on text', '.chip-name { margin-right: -60px }', /stands on text/],
    ['a page that is too wide', 'body { overflow: visible } .frame { width: 2000px }', /too wide|beside the window/],
    ['a screen without its landmark', 'main { display: none }', /no main/],
    ['grey on grey', '.top-bar { --ink: #888; --ink-2: #888; --ink-3: #888; background: #777 }', /color-contrast/],
  ])('%s', async (_, style, expected) => {
    const start = stages['a first start']
    const stage = (await start?.()) as Stage
    const page = await browser.newPage({ viewport: sizes.large })
    try {
      const [shot] = stage.shots
      await showShot(page, stage, shot as Shot)
      expect(await problemsIn(page)).toEqual([])
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
      }, style)
      expect((await problemsIn(page)).join('\n')).toMatch(expected)
    } finally {
      await page.close()
      await stage.stop()
    }
  })
})

/** What is broken on any row of a part of the table. */
async function problemsOf(stage: Stage): Promise<string[]> {
  const problems: string[] = []
  const page = await browser.newPage({ viewport: sizes.large })
  for (const shot of stage.shots) {
    const watched = watchPage(page)
    const found = await problemsOfRow(page, stage, shot).catch((error: unknown) => [
      `not reached: ${String(error).slice(0, 300)}`,
    ])
    found.push(...watched.stop().filter((text) => shot.state !== 'error' || !isLostLine(text)))
    problems.push(...found.map((problem) => `${shot.name} (${shot.state}): ${problem}`))
  }
  await page.close()
  return problems
}

async function problemsOfRow(page: Page, stage: Stage, shot: Shot): Promise<string[]> {
  await page.setViewportSize(sizes.large)
  await setLook(page, 'light')
  await showShot(page, stage, shot)
  const found = await missingLandmarks(page)
  for (const look of looks) {
    await setLook(page, look)
    await drawn(page)
    found.push(...(await contrastProblems(page)).map((problem) => `${look}: ${problem}`))
  }
  for (const [size, viewport] of Object.entries({ ...sizes, zoomed })) {
    await page.setViewportSize(viewport)
    await drawn(page)
    found.push(...(await layoutProblems(page)).map((problem) => `${size}: ${problem}`))
  }
  await page.setViewportSize(sizes.small)
  await setDensity(page, 'compact')
  await drawn(page)
  found.push(...(await layoutProblems(page)).map((problem) => `small, compact: ${problem}`))
  await setDensity(page, 'comfortable')
  return found
}

/** What a browser itself writes when a server is gone, or says no. */
function isLostLine(text: string): boolean {
  return /^console: (WebSocket connection to|Failed to load resource)/.test(text)
}

async function problemsIn(page: Page): Promise<string[]> {
  return [...(await layoutProblems(page)), ...(await missingLandmarks(page)), ...(await contrastProblems(page))]
}

/** The parts of the page that everybody finds their way by. */
async function missingLandmarks(page: Page): Promise<string[]> {
  const missing: string[] = []
  // A room sees the one thing that is presented, without the frame around it.
  const isPresented = page.url().includes('present=1')
  for (const landmark of isPresented ? (['main'] as const) : (['navigation', 'banner', 'main'] as const)) {
    if (!(await page.getByRole(landmark, { includeHidden: true }).first().isVisible())) missing.push(`no ${landmark}`)
  }
  if ((await page.locator('h1').count()) !== 1) missing.push('not exactly one first heading')
  return missing
}
