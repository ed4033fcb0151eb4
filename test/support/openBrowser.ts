import type { Browser, BrowserContext, Page } from '@playwright/test'
import { launchChromium } from '../../tools/launchChromium.ts'
import { withParkedPages } from './parkedPages.ts'

/**
 * How many times slower than this machine the pages of a run are: `HOOKSCOPE_TEST_SLOW=6 npm run test:e2e`. A test that only
 * passes where the page is quick fails here, before it fails on a slower machine.
 */
const slowness = Number(process.env['HOOKSCOPE_TEST_SLOW'] ?? 1)

/** How long each message of the server takes to a page of a slow run, ms. */
const messageDelay = 400

/** Goes on from file to file, as the worker does; it ends with the worker. */
let running: Promise<Browser> | undefined

/**
 * The Chromium of this worker. To close it closes what was opened through it; the browser itself, and where nothing is left of
 * a test also the process of its page, wait for the next one. Where a slow machine is asked for, so is every page that it opens.
 */
export async function openBrowser(): Promise<Browser> {
  if (running !== undefined && !(await running).isConnected()) running = undefined
  running ??= start()
  const shared = await running
  const opened: BrowserContext[] = []
  const note = (context: BrowserContext) => {
    opened.push(context)
    return context
  }
  const contexts = () => shared.contexts().filter((context) => opened.includes(context))
  const own: Pick<Browser, 'newContext' | 'newPage' | 'contexts' | 'close'> = {
    contexts,
    newContext: async (options) => note(await shared.newContext(options)),
    newPage: async (options) => {
      const page = await shared.newPage(options)
      note(page.context())
      return page
    },
    close: async () => {
      await Promise.all(contexts().map(async (context) => context.close()))
    },
  }
  return Object.assign(Object.create(shared), own) as Browser
}

async function start(): Promise<Browser> {
  const browser = await launchChromium()
  if (slowness > 1) slowDown(browser)
  else Object.assign(browser, withParkedPages(browser))
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

/** Messages of the server arrive late and in their order; those of the page go at once. */
async function delayMessages(context: BrowserContext): Promise<void> {
  await context.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => void setTimeout(() => socket.send(message), messageDelay))
  })
}
