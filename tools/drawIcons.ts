/** Draws the app's icons from the seal (resources/icon/*.svg): `node tools/drawIcons.ts`. Its files are committed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { launchChromium } from './launchChromium.ts'
import { icnsEdges, icnsOf, icoOf, type Picture } from './packaging/iconFiles.ts'

const folder = join(import.meta.dirname, '../resources/icon')
/** Sizes that a Linux desktop looks for. */
const linuxEdges = [16, 32, 48, 64, 128, 256, 512]
const windowsEdges = [16, 24, 32, 48, 64, 256]

const browser = await launchChromium()
try {
  const plain = await draw(
    browser,
    'app.svg',
    [...new Set([...linuxEdges, ...windowsEdges])].sort((left, right) => left - right),
  )
  const mac = await draw(browser, 'app-mac.svg', icnsEdges)
  for (const { edge, png } of plain.filter((picture) => linuxEdges.includes(picture.edge))) {
    writeFileSync(join(folder, `${edge}x${edge}.png`), png)
  }
  writeFileSync(join(folder, 'app.ico'), icoOf(plain.filter(({ edge }) => windowsEdges.includes(edge))))
  writeFileSync(join(folder, 'app.icns'), icnsOf(mac))
} finally {
  await browser.close()
}

/** Draws each size from the vector: a picture that is only scaled down is blurred. */
async function draw(chromium: Browser, file: string, edges: readonly number[]): Promise<Picture[]> {
  const svg = readFileSync(join(folder, file), 'utf8')
  const page = await chromium.newPage()
  const pictures: Picture[] = []
  for (const edge of edges) {
    await page.setViewportSize({ width: edge, height: edge })
    await page.setContent(
      `<style>html,body{margin:0;background:none}svg{display:block;width:100vw;height:100vh}</style>${svg}`,
    )
    pictures.push({ edge, png: await page.screenshot({ omitBackground: true }) })
  }
  await page.close()
  return pictures
}
