import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Look, looks } from '../../../tools/shots/looks.ts'
import { type StageName, stages } from '../../../tools/shots/stages.ts'
import type { Shot, Stage } from '../../../tools/shots/types.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { type Conditions, stageProblems, type Window, windows } from '../../support/screenProblems.ts'

/** Parts of the table by test file, so that several workers share them. */
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
  'case files': 'deliveries',
  'checks of a handler': 'ownSettings',
  'builds and orders': 'ownSettings',
} as const satisfies Record<StageName, string>

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
    it.each(own)('%s, each row in all looks', { tags: 'full' }, look)
  })

  async function look(name: StageName): Promise<void> {
    const stage: Stage | null = await stages[name]()
    if (stage === null) return
    try {
      const conditions = (shot: Shot) => allLooks(name, stage.shots, shot)
      const problems = await stageProblems(browser, stage, conditions)
      expect(problems, problems.slice(0, 20).join('\n')).toEqual([])
    } finally {
      await stage.stop()
    }
  }
}

/**
 * All windows for each row, and a light and a dark theme of which one has more contrast. Axe looks at every row; at the frame
 * around it once in a part of the table and wherever something went wrong.
 */
function allLooks(stage: StageName, shots: readonly Shot[], shot: Shot): Conditions {
  const look = lookAt(turnOf(stage, shots, shot))
  const isFrameNew = shot === shots[0] || shot.state === 'error'
  const axe = isFrameNew ? everything : { without: frame, withContrast: true }
  return { looks: [look, opposites[look]], windows: Object.keys(windows) as Window[], axe }
}

const turnOf = (stage: StageName, shots: readonly Shot[], shot: Shot) => all.indexOf(stage) + shots.indexOf(shot)
const lookAt = (turn: number): Look => looks[turn % looks.length] ?? 'light'

const everything = { without: [], withContrast: true }
const frame = ['[data-part="rail"]', '[data-part="top-bar"]']

const opposites = {
  light: 'dark-contrast',
  dark: 'light-contrast',
  'light-contrast': 'dark',
  'dark-contrast': 'light',
} as const satisfies Record<Look, Look>
