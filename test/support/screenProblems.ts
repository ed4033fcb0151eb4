import type { Browser, Page } from '@playwright/test'
import { type Look, setDensity, setLook, sizes } from '../../tools/shots/looks.ts'
import { drawn, showShot } from '../../tools/shots/showShot.ts'
import type { Shot, Stage } from '../../tools/shots/types.ts'
import { axeProblemsBeside, contrastProblems } from './axeProblems.ts'
import { layoutProblems } from './layoutProblems.ts'
import { watchPage } from './watchPage.ts'

/** The windows in which a screen has to fit; a zoom of 200 % halves one of 1280x800. */
export const windows = {
  large: { viewport: sizes.large, density: 'comfortable' },
  small: { viewport: sizes.small, density: 'comfortable' },
  zoomed: { viewport: { width: 640, height: 400 }, density: 'comfortable' },
  'small, compact': { viewport: sizes.small, density: 'compact' },
} as const

export type Window = keyof typeof windows

/**
 * In which themes and windows a screen is looked at, and the selectors of parts that axe leaves out there, because it has seen
 * them.
 */
export interface Conditions {
  looks: readonly Look[]
  windows: readonly Window[]
  axe: { without: readonly string[]; withContrast: boolean }
}

/** Problems on any row of a part of the table: in its layout, for assistive technology, or in what the page logged. */
export async function stageProblems(
  browser: Browser,
  stage: Stage,
  conditionsOf: (shot: Shot) => Conditions,
): Promise<string[]> {
  const problems: string[] = []
  const page = await browser.newPage({ viewport: sizes.large })
  let before: Shot | undefined
  for (const shot of stage.shots) {
    const watched = watchPage(page)
    const found = await shotProblems(page, stage, shot, conditionsOf(shot), before).catch((error: unknown) => [
      `not reached: ${String(error).slice(0, 300)}`,
    ])
    found.push(...watched.stop().filter((text) => shot.state !== 'error' || !isLostLine(text)))
    problems.push(...found.map((problem) => `${shot.name} (${shot.state}): ${problem}`))
    before = found.length > 0 ? undefined : shot
  }
  await page.close()
  return problems
}

async function shotProblems(
  page: Page,
  stage: Stage,
  shot: Shot,
  conditions: Conditions,
  before: Shot | undefined,
): Promise<string[]> {
  const [firstLook = 'light'] = conditions.looks
  // A row that is only a place is the same in any window, so one window is enough.
  const [onlyWindow = 'large', ...more] = conditions.windows
  const first = shot.isPlace === true && more.length === 0 ? windows[onlyWindow] : windows.large
  await page.setViewportSize(first.viewport)
  await setLook(page, firstLook)
  await showShot(page, stage, shot, before)
  const found = await missingLandmarks(page)
  found.push(...(await movingParts(page)).map((part) => `moves although no motion is asked for: ${part}`))
  for (const [index, look] of conditions.looks.entries()) {
    if (index > 0) {
      await setLook(page, look)
      await drawn(page)
    }
    const problems = index === 0 ? await axeProblemsBeside(page, conditions.axe) : await contrastProblems(page)
    found.push(...problems.map((problem) => `${look}: ${problem}`))
  }
  for (const name of conditions.windows) {
    const { viewport, density } = windows[name]
    if (viewport !== first.viewport || more.length > 0) await page.setViewportSize(viewport)
    if (density === 'compact') await setDensity(page, density)
    await drawn(page)
    found.push(...(await layoutProblems(page)).map((problem) => `${name}: ${problem}`))
    if (density === 'compact') await setDensity(page, 'comfortable')
  }
  return found
}

/** The parts of the page that everybody finds their way by. */
export async function missingLandmarks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A room sees the one thing that is presented, without the frame around it.
    const isPresented = location.href.includes('present=1')
    const landmarks = { navigation: 'nav', banner: 'body header:not(:is(main, article, section) *)', main: 'main' }
    const missing = Object.entries(landmarks)
      .filter(([name]) => name === 'main' || !isPresented)
      .filter(([name, element]) => {
        const [first] = document.querySelectorAll(`${element}, [role="${name}"]`)
        return (
          first?.checkVisibility({ visibilityProperty: true }) !== true || first.getBoundingClientRect().width === 0
        )
      })
      .map(([name]) => `no ${name}`)
    return document.querySelectorAll('h1').length === 1 ? missing : [...missing, 'not exactly one first heading']
  })
}

/** Moving elements, although no motion is asked for. A wait may show that it goes on: its sign turns, and slowly. */
async function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .flatMap(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        const isSlowWait =
          target?.matches('[data-part="spinner"]') === true && Number(effect?.getTiming().duration) >= 3000
        const isAppearing = target?.matches('[data-part="loading"]') === true
        return isSlowWait || isAppearing ? [] : [target?.outerHTML.slice(0, 120) ?? 'something']
      }),
  )
}

/** Whether a message is the browser's own about a server that is gone, or refuses. */
function isLostLine(text: string): boolean {
  return /^console: (WebSocket connection to|Failed to load resource)/.test(text)
}
