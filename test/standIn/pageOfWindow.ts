import type { BrowserContext, CDPSession, Page, Route } from '@playwright/test'
import { type FromWorld, pack, preloadBinding, preloadSource, preloadWorld, unpack } from './preloadWorld.ts'
import type { ToProcess, WireRequest, WireResponse } from './wire.ts'

/** Chromium shows no page of a scheme of ours, so that the page has this origin instead. */
const shownOrigin = 'https://hookscope.stand-in.test'
const ownOrigin = 'app://hookscope'
/** As Electron does, which sets no limit: a development server may have all of the page to build first. */
const untilItLoads = { timeout: 0 }

/** How the main process is asked and told, see launchStandIn.ts. */
export interface Line {
  ask<Answer>(what: string, ...args: unknown[]): Promise<Answer>
  tell(message: ToProcess): void
}

/** A window of the stand-in: a Chromium page whose requests the main process answers. */
export interface PageOfWindow {
  /** The page of the window; a new one after a crash, because a crashed page cannot be used. */
  page(): Page
  load(url: string): Promise<void>
  reload(): Promise<void>
  /** As the page's process would end by a fault. */
  crash(): Promise<void>
  post(channel: string, message: unknown, ports: number[]): void
  toPage(port: number, data: unknown): void
  endPort(port: number): void
  close(): Promise<void>
}

/** @param developmentOrigin of a server whose pages are shown as they come, or null */
export async function openPageOfWindow(
  context: BrowserContext,
  window: number,
  preload: string,
  developmentOrigin: string | null,
  line: Line,
  onPage: (page: Page) => void,
): Promise<PageOfWindow> {
  let current = await openWorld()
  let isOurs = false

  async function openWorld(): Promise<World> {
    const world = await openPreloadWorld(
      context,
      preload,
      (said, url) => {
        if (said.kind === 'ipc')
          return line.tell({
            kind: 'ipc',
            window,
            channel: said.channel,
            args: said.args,
            url: toOwn(url),
            isMainFrame: true,
          })
        line.tell({ kind: 'fromPage', window, port: said.port, data: unpack(said.data) })
      },
      () => line.tell({ kind: 'dropPorts', window }),
    )
    const { page } = world
    await page.route('**/*', async (route) => answer(route, page))
    page.on('crash', () => line.tell({ kind: 'gone', window, reason: 'crashed', exitCode: 5 }))
    page.on('popup', (popup) => {
      void line
        .ask<string>('mayOpen', window, toOwn(popup.url()))
        .then(async (action) => (action === 'deny' ? popup.close() : undefined))
    })
    onPage(page)
    return world
  }

  async function answer(route: Route, page: Page): Promise<void> {
    const request = route.request()
    const url = toOwn(request.url())
    const navigates = request.isNavigationRequest() && request.frame() === page.mainFrame()
    // A process that is gone lets nothing through.
    const mayNavigate = async () => line.ask<boolean>('mayNavigate', window, url).catch(() => false)
    if (navigates && !isOurs && !(await mayNavigate())) return route.abort('aborted')
    if (developmentOrigin !== null && new URL(url).origin === developmentOrigin) return route.continue()
    const wanted: WireRequest = { url, method: request.method(), headers: request.headers() }
    const response = await line.ask<WireResponse | null>('request', wanted).catch(() => null)
    if (response === null) return route.abort()
    await route.fulfill({ status: response.status, headers: response.headers, body: Buffer.from(response.body) })
  }

  /** What the main process loads is not asked for again. */
  async function ourselves(work: () => Promise<unknown>): Promise<void> {
    isOurs = true
    let problem: string | null = null
    try {
      await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problem = /ERR_ABORTED|interrupted by another navigation/.test(reason) ? 'ERR_ABORTED' : reason
    } finally {
      isOurs = false
    }
    line.tell({ kind: 'loaded', window, url: toOwn(current.page.url()), problem })
  }

  return {
    page: () => current.page,
    load: async (url) => ourselves(async () => current.page.goto(toShown(url), untilItLoads)),
    reload: async () => {
      if (!current.hasCrashed()) return ourselves(async () => current.page.reload(untilItLoads))
      const { page } = current
      const url = page.url()
      await page.close()
      current = await openWorld()
      await ourselves(async () => current.page.goto(url, untilItLoads))
    },
    // The address never answers: the page is gone before.
    crash: async () => void current.page.goto('chrome://crash').catch(() => undefined),
    post: (channel, message, ports) =>
      current.run(`__standIn.emit(${JSON.stringify(channel)}, ${JSON.stringify(message)}, ${JSON.stringify(ports)})`),
    toPage: (port, data) => current.run(`__standIn.deliver(${port}, ${JSON.stringify(pack(data))})`),
    endPort: (port) => current.run(`__standIn.end(${port})`),
    close: async () => current.page.close().catch(() => undefined),
  }
}

/** A window for what no page has a part in: it is said to be loaded at once. */
export function windowWithoutPage(window: number, line: Line): PageOfWindow {
  const nothing = () => undefined
  const none = async () => undefined
  return {
    page: () => {
      throw new Error('This window has no page.')
    },
    load: async (url) => line.tell({ kind: 'loaded', window, url, problem: null }),
    reload: none,
    crash: none,
    post: nothing,
    toPage: nothing,
    endPort: nothing,
    close: none,
  }
}

export function toOwn(url: string): string {
  return url.startsWith(shownOrigin) ? ownOrigin + url.slice(shownOrigin.length) : url
}

export function toShown(url: string): string {
  return url.startsWith(ownOrigin) ? shownOrigin + url.slice(ownOrigin.length) : url
}

interface World {
  page: Page
  hasCrashed(): boolean
  /** Evaluates an expression in the isolated world, after those before it. */
  run(expression: string): void
}

async function openPreloadWorld(
  context: BrowserContext,
  preload: string,
  onSaid: (said: FromWorld, url: string) => void,
  onCleared: () => void,
): Promise<World> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  let world: number | null = null
  let hasCrashed = false
  let queue: Promise<unknown> = Promise.resolve()
  page.on('crash', () => {
    hasCrashed = true
  })
  session.on('Runtime.executionContextCreated', ({ context: created }) => {
    if (created.name === preloadWorld) world = created.id
  })
  session.on('Runtime.executionContextsCleared', () => {
    world = null
    onCleared()
  })
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === preloadBinding) onSaid(JSON.parse(payload) as FromWorld, page.url())
  })
  await session.send('Page.enable')
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: preloadBinding, executionContextName: preloadWorld })
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: preloadSource(preload),
    worldName: preloadWorld,
  })
  return {
    page,
    hasCrashed: () => hasCrashed,
    run: (expression) => {
      const contextId = world
      if (contextId === null) return
      // Messages to a world that is gone are dropped.
      queue = queue.then(async () => session.send('Runtime.evaluate', { expression, contextId })).catch(() => undefined)
    },
  }
}
