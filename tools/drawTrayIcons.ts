/**
 * Draws the tray's icons from the seal into src/desktop/trayIcons.ts: `node tools/drawTrayIcons.ts`. They are small, so they
 * travel as text in the program, where no packaging can lose them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchChromium } from './launchChromium.ts'

const root = join(import.meta.dirname, '..')
const [, seal = ''] = /<path d="([^"]+)" fill/.exec(readFileSync(join(root, 'src/renderer/app/icon.svg'), 'utf8')) ?? []
const hook = 'M14.6 6.2V13.6A3.4 3.4 0 0 1 7.8 13.6L7.8 12.4M7.8 12.2 9.9 14.2'
const hookStroke = 'fill="none" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"'
const crack = 'M12 0 10.2 6.4 13.4 9.6 10.4 14.2 12.8 24'

/** The mark over the seal in each look, and the part that it cuts out of the seal. */
const marks = {
  capturing: { cut: '', over: '' },
  unseen: { cut: '<circle cx="18.4" cy="5.6" r="6.8" fill="black"/>', over: '<circle cx="18.4" cy="5.6" r="5"/>' },
  problem: { cut: `<path d="${crack}" fill="none" stroke="black" stroke-width="2.6"/>`, over: '' },
} as const
type Look = keyof typeof marks

const edges = [16, 32] as const

const browser = await launchChromium()
try {
  const page = await browser.newPage()
  const icons: Record<string, string[]> = {}
  for (const look of Object.keys(marks) as Look[]) {
    icons[look] = await draw(page, coloured(look))
    icons[`${look}Template`] = await draw(page, template(look))
  }
  const lines = Object.entries(icons).map(
    ([name, pngs]) => `  ${name}: [\n${pngs.map((png) => `    '${png}',`).join('\n')}\n  ],`,
  )
  const text = `/**
 * The tray's icons, drawn by tools/drawTrayIcons.ts: PNGs as base64, ${edges.join(' and ')} px. Names with
 * "Template" are for macOS, which colours them.
 */
export const trayIcons = {
${lines.join('\n')}
} as const
`
  writeFileSync(join(root, 'src/desktop/trayIcons.ts'), text)
} finally {
  await browser.close()
}

/** Black where there is ink, and nothing elsewhere. */
function template(look: Look): string {
  const { cut, over } = marks[look]
  return svg(`<mask id="m"><rect width="24" height="24" fill="white"/><path d="${hook}" ${hookStroke} stroke="black"/>${cut}</mask>
    <path d="${seal}" mask="url(#m)"/>${over}`)
}

/** Dark with a light rim, so that it is seen on light and dark taskbars alike. */
function coloured(look: Look): string {
  const { cut, over } = marks[look]
  const colour = look === 'unseen' ? '#d9480f' : '#c4321c'
  const body = look === 'problem' ? colour : '#1c1d20'
  return svg(`<mask id="m"><rect width="24" height="24" fill="white"/>${cut}</mask>
    <g mask="url(#m)"><path d="${seal}" fill="${body}" stroke="#f6f5f1" stroke-width="1.2" stroke-linejoin="round" paint-order="stroke"/>
    <path d="${hook}" ${hookStroke} stroke="#f6f5f1"/></g><g fill="${colour}">${over}</g>`)
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`
}

async function draw(page: Page, picture: string): Promise<string[]> {
  const pngs: string[] = []
  for (const edge of edges) {
    await page.setViewportSize({ width: edge, height: edge })
    await page.setContent(
      `<style>html,body{margin:0;background:none}svg{display:block;width:100vw;height:100vh}</style>${picture}`,
    )
    pngs.push((await page.screenshot({ omitBackground: true })).toString('base64'))
  }
  return pngs
}
