import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { looks } from '../../../tools/shots/looks.ts'
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
  'a tunnel': 'ownSettings',
  'the signature lab': 'ownSettings',
  'environments and access': 'ownSettings',
  'what goes wrong': 'deliveries',
  'a full disk': 'deliveries',
} as const satisfies Record<StageName, string>

/** In `npm run test:full` only: the same screens with more on them are in "all that there is". */
const onlyThorough = new Set<StageName>(['an ordinary day'])

/** Looks at every row of the parts of the table that belong to a file. */
export function describeScreens(file: (typeof files)[StageName]): void {
  const all = Object.keys(stages) as StageName[]
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
        const conditions = (shot: Shot) => conditionsOf(stage.shots, shot, all.indexOf(name))
        expect(await stageProblems(browser, stage, conditions)).toEqual([])
      } finally {
        await stage.stop()
      }
    })
  })
}

/**
 * Each row of the table in one theme and one window, in turn: sixteen rows see each theme with each window, and a screen that
 * comes in several parts of the table is seen otherwise in each. Axe looks at a screen once in each of its states.
 */
function conditionsOf(shots: readonly Shot[], shot: Shot, part: number): Conditions {
  const turn = part + shots.indexOf(shot)
  const names = Object.keys(windows) as Window[]
  if (isThorough) return { looks, windows: names, withAxe: true }
  const look = looks[turn % looks.length] ?? 'light'
  const window = names[(turn + Math.floor(turn / looks.length)) % names.length] ?? 'large'
  const first = shots.find(({ screen, state }) => screen === shot.screen && state === shot.state)
  return { looks: [look], windows: [window], withAxe: shot === first }
}
