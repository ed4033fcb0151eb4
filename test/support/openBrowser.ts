import type { Browser, BrowserContext, Page } from '@playwright/test'
import { launchChromium } from '../../tools/launchChromium.ts'

/**
 * How many times slower than this machine the pages of a run are: `HOOKSCOPE_TEST_SLOW=6 npm run test:e2e`. A test that only
 * passes where the page is quick fails here, before it fails on somebody else's machine.
 */
const slowness = Number(process.env['HOOKSCOPE_TEST_SLOW'] ?? 1)

/** How long each message of the server takes to a page of a slow run, ms. */
const messageDelay = 400

/** A Chromium for tests. Where a slow machine is asked for, so is every page that it opens. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchChromium()
  if (slowness > 1) slowDown(browser)
  return browser
}

function slowDown(browser: Browser): void {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await delayMessages(context)
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      await throttle(page)
      return page
    }
    return context
  }
  browser.newPage = async (options) => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.once('close', () => void context.close().catch(() => undefined))
    return page
  }
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/** What the server says arrives late and in its order; what the page says goes at once. */
async function delayMessages(context: BrowserContext): Promise<void> {
  await context.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => void setTimeout(() => socket.send(message), messageDelay))
  })
}
