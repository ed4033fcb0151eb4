/** @module-tag full */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { expect, test } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { openStandIn } from '../standIn/launchStandIn.ts'
import { expectPage } from '../support/expectPage.ts'
import { openBrowser } from '../support/openBrowser.ts'

test("the desktop app shows the page of Vite's development server, which compiles it as it is asked for", async () => {
  const folder = scratchFolder()
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, '../../src/renderer'),
    plugins: [react()],
    cacheDir: join(folder.path, 'vite'),
    server: { host: '127.0.0.1', port: 0 },
  })
  await server.listen()
  const url = server.resolvedUrls?.local[0] ?? ''
  const browser = await openBrowser()
  const machine = await openStandIn({ folder: folder.path, browser, variables: { ELECTRON_RENDERER_URL: url } })
  try {
    const app = await machine.start()
    await app.noted('window.loadURL', ({ url: loaded }) => loaded === url)
    const page = await app.page()
    await expectPage(page.getByRole('button', { name: 'Run the demo' })).toBeVisible()
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:/)
  } finally {
    await machine.stop()
    await browser.close()
    await server.close()
    folder.remove()
  }
})
