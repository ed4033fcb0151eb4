/**
 * npm run shots: photographs every row of the table (tools/shots) in four themes and two sizes, in a real Chromium. The
 * README's go to docs/pictures, all others to .scratch/shots. `npm run shots -- lab` takes only those with "lab" in
 * the name of the picture or of its part of the table, `npm run shots -- readme` only those of the README, `npm run
 * shots -- desktop` only the window of the desktop app on the stand-in.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { launchChromium } from './launchChromium.ts'
import { looks, setLook, sizes } from './shots/looks.ts'
import { shootDesktop } from './shots/shootDesktop.ts'
import { drawn, showShot } from './shots/showShot.ts'
import { stages } from './shots/stages.ts'
import type { Stage } from './shots/types.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const others = join(root, '.scratch/shots')
/** The pictures that the README shows, and in which state. */
const readme: Record<string, 'empty' | 'full'> = {
  'inbox-light': 'full',
  'body-dark': 'full',
  'lab-explained-dark': 'full',
  'objects-story-light': 'full',
  'health-dark': 'full',
}

const [wanted = ''] = process.argv.slice(2)
const onlyReadme = wanted === 'readme'
const forReadme = new Set(Object.keys(readme).map((name) => name.replace(/-(?:light|dark)$/, '')))
const parts = Object.entries(stages)
const named = parts.filter(([name]) => name.includes(wanted))
mkdirSync(pictures, { recursive: true })
mkdirSync(others, { recursive: true })
const browser = await launchChromium()
try {
  for (const [name, start] of named.length > 0 || wanted === 'desktop' ? named : parts) {
    const stage = await start()
    if (stage === null) {
      console.log(`${name}: cannot be shown on this machine`)
      continue
    }
    try {
      const shots = stage.shots.filter(({ name: picture, state }) =>
        onlyReadme
          ? forReadme.has(picture) && ['light', 'dark'].some((look) => readme[`${picture}-${look}`] === state)
          : name.includes(wanted) || picture.includes(wanted),
      )
      console.log(`${name}: ${shots.map((shot) => shot.name).join(', ')}`)
      await photograph(browser, { ...stage, shots })
    } finally {
      await stage.stop()
    }
  }
  if ('desktop'.includes(wanted)) await shootDesktop(browser, others)
} finally {
  await browser.close()
}

async function photograph(chromium: Browser, stage: Stage): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    if (onlyReadme && size !== 'large') continue
    const page = await chromium.newPage({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
    for (const shot of stage.shots) {
      await showShot(page, stage, shot)
      for (const look of looks) {
        await setLook(page, look)
        await drawn(page)
        const isForReadme = size === 'large' && readme[`${shot.name}-${look}`] === shot.state
        const file = isForReadme
          ? join(pictures, `${shot.name}-${look}.png`)
          : join(others, `${shot.name}-${shot.state}-${size}-${look}.png`)
        await page.screenshot({ path: file })
      }
    }
    await page.close()
  }
}
