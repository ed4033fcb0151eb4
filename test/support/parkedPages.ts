import { type EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

type Options = NonNullable<Parameters<Browser['newContext']>[0]>

/** A page between two tests: nothing is left of what was on it, but the process that drew it goes on. */
interface Parked {
  context: BrowserContext
  page: Page
  session: CDPSession
  /** Closes the context for the last time: its own methods are replaced while it is lent. */
  discard(): Promise<void>
  closePage(): Promise<void>
  openPage(): Promise<Page>
}

/** How many wait at a time: each keeps a process. */
const mostParked = 2

/** Calls with effects that cannot be undone; `park` undoes all others. */
const spoiling =
  'addCookies addInitScript addLocatorHandler exposeBinding exposeFunction newCDPSession route routeFromHAR routeWebSocket ' +
  'setDefaultNavigationTimeout setDefaultTimeout setExtraHTTPHeaders setGeolocation setOffline'

const events =
  'close console crash dialog domcontentloaded download filechooser frameattached framedetached framenavigated load page ' +
  'pageerror popup request requestfailed requestfinished response weberror websocket worker'

/**
 * Makes contexts out of such that were used before with the same options. A test sees no difference: cookies, storage,
 * permissions, history, listeners, and what was emulated are as in a new one. A new context is a new process that compiles
 * the page's script again, which takes as long as a short test.
 */
export function withParkedPages(browser: Browser): Pick<Browser, 'newContext' | 'newPage' | 'contexts'> {
  const waiting: (Parked & { key: string })[] = []
  const lent = new Set<BrowserContext>()
  const newOne = browser.newContext.bind(browser)
  const lot = openLot()
  const newContext = async (options: Options = {}) => {
    const key = JSON.stringify(options)
    const index = waiting.findIndex((parked) => parked.key === key)
    const [parked = await fresh(await newOne(options))] = index === -1 ? [] : waiting.splice(index, 1)
    lent.add(parked.context)
    return lend(parked, async (origins) => {
      lent.delete(parked.context)
      if (origins === null || !(await park(parked, options, origins, await lot).catch(() => false))) return false
      waiting.push({ ...parked, key })
      const [oldest] = waiting.length > mostParked ? waiting.splice(0, 1) : []
      await oldest?.discard()
      return true
    })
  }
  return {
    contexts: () => [...lent],
    newContext,
    newPage: async (options) => {
      const context = await newContext(options)
      const page = await context.newPage()
      page.close = async () => context.close()
      return page
    },
  }
}

async function fresh(context: BrowserContext): Promise<Parked> {
  const page = await context.newPage()
  return {
    context,
    page,
    session: await context.newCDPSession(page),
    discard: context.close.bind(context),
    closePage: page.close.bind(page),
    openPage: context.newPage.bind(context),
  }
}

/** An empty page of the same site as those of the tests: a process goes on from them to it, and from it to them. */
async function openLot(): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title></title>'),
  )
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/**
 * Hands a context to a test, until that closes it.
 * @param giveBack gets the origins that the page was on, null when the page cannot be parked; says whether it was
 */
function lend(parked: Parked, giveBack: (origins: string[] | null) => Promise<boolean>): BrowserContext {
  const { context, page } = parked
  const origins = new Set<string>()
  let isSpoiled = false
  const spoil = () => {
    isSpoiled = true
  }
  const putBack = [context, page].flatMap((target) => [keepListeners(target), watchCalls(target, spoil)])
  page.on('framenavigated', () => void origins.add(new URL(page.url()).origin))
  page.once('close', spoil)
  const pages = [page]
  const end = async () => {
    for (const undo of putBack) undo()
    // A test may close its page, and what cleans up after the test once more.
    page.close = async () => undefined
    if (!(await giveBack(isSpoiled ? null : [...origins]))) await parked.discard()
  }
  let ended: Promise<void> | undefined
  page.close = parked.closePage
  context.newPage = async () => pages.pop() ?? parked.openPage()
  context.close = async () => (ended ??= end())
  return context
}

/** Returns a function that removes all listeners added from now on. */
function keepListeners(target: BrowserContext | Page): () => void {
  const emitter = target as unknown as EventEmitter
  const kept = events.split(' ').map((event) => ({ event, listeners: emitter.listeners(event) }))
  return () => {
    for (const { event, listeners } of kept) {
      const added = emitter.listeners(event).filter((listener) => !listeners.includes(listener))
      for (const listener of added) emitter.off(event, listener as () => void)
    }
  }
}

/** Tells of the calls that nothing puts back, the clock's among them. Returns how to stop. */
function watchCalls(target: BrowserContext | Page, tell: () => void): () => void {
  const methods = target as unknown as Record<string, (...args: unknown[]) => unknown>
  const names = spoiling.split(' ').filter((name) => typeof methods[name] === 'function')
  for (const name of names) {
    const method = methods[name]?.bind(target)
    methods[name] = (...args) => {
      tell()
      return method?.(...args)
    }
  }
  const { clock } = target
  const get = () => {
    tell()
    return clock
  }
  Object.defineProperty(target, 'clock', { configurable: true, get })
  return () => {
    for (const name of names) Reflect.deleteProperty(target, name)
    Object.defineProperty(target, 'clock', { configurable: true, writable: true, value: clock })
  }
}

/** Clears a page and leaves it on the lot; false where something would stay. */
async function park(
  { context, page, session }: Parked,
  options: Options,
  origins: string[],
  lot: string,
): Promise<boolean> {
  const [origin, ...others] = origins.filter((name) => name.startsWith('http'))
  // Only the storage of the tab on its last origin can be cleared.
  if (page.isClosed() || others.length > 0) return false
  await Promise.all(context.pages().map(async (other) => other === page || other.close()))
  // Another page cannot clear these two, and nothing that still runs, or hears that it is left, is to write again.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => undefined
    sessionStorage.clear()
    window.name = ''
  })
  await page.goto(lot)
  await Promise.all([
    origin && session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    session.send('Page.resetNavigationHistory'),
    context.clearCookies(),
    context.clearPermissions(),
    page.setViewportSize(options.viewport ?? { width: 1280, height: 720 }),
    page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      contrast: options.contrast ?? 'no-preference',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
    }),
    page.mouse.up(),
    ...['Shift', 'Control', 'Alt', 'Meta'].map(async (key) => page.keyboard.up(key)),
  ])
  if (options.permissions) await context.grantPermissions(options.permissions)
  return true
}
