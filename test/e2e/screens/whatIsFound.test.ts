import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../support/openBrowser.ts'
import { sizes } from '../../../tools/shots/looks.ts'
import { showShot } from '../../../tools/shots/showShot.ts'
import { stages } from '../../../tools/shots/stages.ts'
import type { Shot, Stage } from '../../../tools/shots/types.ts'
import { contrastProblems } from '../../support/axeProblems.ts'
import { layoutProblems } from '../../support/layoutProblems.ts'
import { missingLandmarks } from '../../support/screenProblems.ts'

describe('what these checks find', { tags: 'full' }, () => {
  let stage: Stage
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    stage = await stages['a first start']()
    browser = await openBrowser()
    page = await browser.newPage({ viewport: sizes.large })
    await showShot(page, stage, stage.shots[0] as Shot)
  })
  afterEach(async () => restyle(page, ''))
  afterAll(async () => {
    await browser.close()
    await stage.stop()
  })

  it('nothing on a screen where all is well', async () => {
    expect(await problemsIn(page)).toEqual([])
  })

  it.each([
    [
      'a control that is pushed out of the window',
      '[data-part="top-bar"] > :last-child { margin-left: 3000px }',
      /beside the window|cut off/,
    ],
    [
      'text that is cut off',
      '[data-part="rail-label"] { width: 20px; overflow: hidden; display: block }',
      /cut off at the side/,
    ],
    ['controls on top of each other', '[data-part="rail-list"] li + li { margin-top: -20px }', /overlap|covered/],
    ['text on text', '[data-part="chip-noun"] { margin-right: -60px }', /stands on text/],
    [
      'a page that is too wide',
      'body { overflow: visible } [data-part="frame"] { width: 2000px }',
      /too wide|beside the window/,
    ],
    ['a screen that has to be scrolled sideways', 'main h1 { width: 3000px }', /^div\..* is \d+ px too wide/m],
    ['a screen without its landmark', 'main { display: none !important }', /no main/],
    [
      'grey on grey',
      '[data-part="top-bar"] { --ink: #888; --ink-2: #888; --ink-3: #888; background: #777 }',
      /color-contrast/,
    ],
  ])('%s', async (_, style, expected) => {
    await restyle(page, style)
    expect((await problemsIn(page)).join('\n')).toMatch(expected)
  })
})

/** Puts these styles over those of the page, in place of those that were put there before. */
async function restyle(page: Page, style: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, style)
}

async function problemsIn(page: Page): Promise<string[]> {
  return [...(await layoutProblems(page)), ...(await missingLandmarks(page)), ...(await contrastProblems(page))]
}
