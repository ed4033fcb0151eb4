import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../tools/launchChromium.ts'
import { setLook, sizes } from '../../tools/shots/looks.ts'
import { drawn, showShot } from '../../tools/shots/showShot.ts'
import { stages } from '../../tools/shots/stages.ts'
import type { Shot, Stage } from '../../tools/shots/types.ts'
import { axeProblems } from '../support/axeProblems.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(async () => browser.close())

describe('nothing keeps a person from using it, in any theme, and nothing moves for those who want no motion', () => {
  it.each(Object.entries(stages))('%s', async (_, start) => {
    const stage = await start()
    if (stage === null) return
    const problems: string[] = []
    try {
      const page = await browser.newPage({ viewport: sizes.large })
      for (const shot of stage.shots) {
        const found = await problemsOf(page, stage, shot).catch((error: unknown) => [
          `not reached: ${String(error).slice(0, 300)}`,
        ])
        problems.push(...found.map((problem) => `${shot.name} (${shot.state}): ${problem}`))
      }
      await page.close()
    } finally {
      await stage.stop()
    }
    expect(problems).toEqual([])
  })
})

async function problemsOf(page: Page, stage: Stage, shot: Shot): Promise<string[]> {
  await setLook(page, 'light')
  await showShot(page, stage, shot)
  const found = (await movingParts(page)).map((part) => `moves although no motion is asked for: ${part}`)
  // Colours in every theme are the business of screens.test.ts; the rest is the same in each of two.
  for (const look of ['light', 'dark-contrast'] as const) {
    await setLook(page, look)
    await drawn(page)
    found.push(...(await axeProblems(page)).map((problem) => `${look}: ${problem}`))
  }
  return found
}

/** What moves now, for those who asked for no motion. A wait may show that it goes on: its sign turns, and slowly. */
async function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .flatMap(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        const isSlowWait = target?.matches('.spinner') === true && Number(effect?.getTiming().duration) >= 3000
        const isAppearing = target?.matches('.loading') === true
        return isSlowWait || isAppearing ? [] : [target?.outerHTML.slice(0, 120) ?? 'something']
      }),
  )
}
