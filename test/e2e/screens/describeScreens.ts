import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Look, looks } from '../../../tools/shots/looks.ts'
import { type StageName, stages } from '../../../tools/shots/stages.ts'
import type { Shot, Stage } from '../../../tools/shots/types.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { type Conditions, stageProblems, type Window, windows } from '../../support/screenProblems.ts'
import { isThorough } from '../../support/thorough.ts'

/** Which file looks at which part of the table, so that several workers share them. */
const files = {
  'a first start': 'ownSettings',
  'an ordinary day': 'everything',
  'all that there is': 'everything',
  'what is done with deliveries': 'deliveries',
  'a presentation': 'deliveries',
  'stories of objects': 'deliveries',
  'repairs and senders': 'everything',
  'a tunnel': 'ownSettings',
  'the signature lab': 'ownSettings',
  'environments and access': 'ownSettings',
  'what goes wrong': 'deliveries',
  'a full disk': 'deliveries',
} as const satisfies Record<StageName, string>

/**
 * In `npm run test:full` only. `npm test` sees every screen with nothing and with everything on it, and every dialog and menu;
 * these are more states of the same screens.
 */
const onlyThorough = new Set<StageName>([
  'an ordinary day',
  'stories of objects',
  'repairs and senders',
  'a tunnel',
  'the signature lab',
  'what goes wrong',
  'a full disk',
])

const all = Object.keys(stages) as StageName[]

/** Looks at every row of the parts of the table that belong to a file. */
export function describeScreens(file: (typeof files)[StageName]): void {
  const own = all.filter((name) => files[name] === file)
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => browser.close())

  describe('every screen can be read and used, in all themes and densities, both sizes, and at 200 % zoom', () => {
    it.each(own.filter((name) => isThorough || !onlyThorough.has(name)))('%s', async (name) => {
      const stage: Stage | null = await stages[name]()
      if (stage === null) return
      try {
        const conditions = (shot: Shot) => conditionsOf(name, stage.shots, shot)
        expect(await stageProblems(browser, stage, conditions)).toEqual([])
      } finally {
        await stage.stop()
      }
    })
  })
}

/**
 * In `npm test` each row of the table in one theme and one window, in turn: sixteen rows see each theme with each window, and
 * a screen that comes in several parts of the table is seen otherwise in each. Axe takes longer than all the rest, and looks at
 * one part, which has every screen and every tab in it, and there once at each. In `npm run test:full` axe looks at every row,
 * in a light and a dark theme of which one has more contrast, and each row is laid out in all windows.
 */
function conditionsOf(stage: StageName, shots: readonly Shot[], shot: Shot): Conditions {
  const turn = all.indexOf(stage) + shots.indexOf(shot)
  const names = Object.keys(windows) as Window[]
  const look = looks[turn % looks.length] ?? 'light'
  if (isThorough) return { looks: [look, opposites[look]], windows: names, withAxe: true }
  const window = names[(turn + Math.floor(turn / looks.length)) % names.length] ?? 'large'
  return { looks: [look], windows: [window], withAxe: stage === seenByAxe && isFirstLook(shots, shot) }
}

/** A row that is named after another shows the same screen: another part of it, or longer words. */
function isFirstLook(shots: readonly Shot[], { name }: Shot): boolean {
  return !shots.some((other) => name.startsWith(`${other.name}-`))
}

/** Has every screen and every tab of a delivery, with all that there is on it. */
const seenByAxe: StageName = 'all that there is'

const opposites = {
  light: 'dark-contrast',
  dark: 'light-contrast',
  'light-contrast': 'dark',
  'dark-contrast': 'light',
} as const satisfies Record<Look, Look>
