import type { Socket } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { type Line, openPageOfWindow, type PageOfWindow, windowWithoutPage } from './pageOfWindow.ts'
import { type FromProcess, receive, send, type ToProcess } from './wire.ts'

/** A line of the journal: what the main process did. */
export interface Note {
  what: string
  more: Record<string, unknown>
}

/** One process of the stand-in, as a test sees and drives it. */
export interface StandInProcess {
  pid: number
  argv: string[]
  journal: readonly Note[]
  socket: Socket
  /** Acts as the user, the system or the page; see `answer` in test/standIn/electron. */
  ask<Answer = unknown>(what: string, ...args: unknown[]): Promise<Answer>
  /** The first line of the journal that fits, also one that was written already. */
  noted(what: string, fits?: (more: Record<string, unknown>) => boolean): Promise<Note>
  /** The page of a window, as soon as it shows something; a later one when `after` was shown before. */
  page(after?: Page): Promise<Page>
  /** Its exit code, or null when it was killed. */
  ended: Promise<number | null>
}

interface World {
  context: BrowserContext
  /** False: windows are told to be loaded, and nothing is. */
  hasPages(): boolean
  developmentOrigin: string | null
  /** Electron opens the system's save dialog for a download unless the test takes downloads. */
  asksWhereToSave: boolean
  onPage: (page: Page) => void
}

/** Serves a process of the stand-in with windows; resolves when it said who it is. */
export async function serveProcess(socket: Socket, world: World): Promise<StandInProcess> {
  const journal: Note[] = []
  const windows = new Map<number, Promise<PageOfWindow>>()
  const pages: Page[] = []
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const changes = new Set<() => void>()
  const changed = () => {
    for (const look of changes) look()
  }
  let nextAsk = 1
  const line: Line = {
    tell: (message: ToProcess) => {
      if (!socket.destroyed) void send(socket, message)
    },
    ask: async <Answer>(what: string, ...args: unknown[]) =>
      new Promise<Answer>((resolve, reject) => {
        const id = nextAsk++
        if (socket.destroyed) return reject(new Error('The process of the stand-in is gone.'))
        asked.set(id, { resolve: resolve as (value: unknown) => void, reject })
        line.tell({ kind: 'ask', id, what, args })
      }),
  }
  let exitCode: number | null = null
  let isOver = false
  world.context.on('close', () => {
    isOver = true
  })
  const hello = Promise.withResolvers<{ pid: number; argv: string[] }>()
  const ended = new Promise<number | null>((resolve) => {
    socket.on('close', () => {
      isOver = true
      for (const { reject } of asked.values()) reject(new Error('The process of the stand-in is gone.'))
      for (const window of windows.values()) useWindow(window, async ({ close }) => close())
      hello.reject(new Error('The process went before it said who it is.'))
      resolve(exitCode)
      changed()
    })
  })
  socket.on('error', () => undefined)

  receive<FromProcess>(socket, (message) => {
    if (isOfWindow(message)) {
      useWindow(windows.get(message.window), async (page) => act(page, message))
      return
    }
    switch (message.kind) {
      case 'hello':
        hello.resolve(message)
        return
      case 'note':
        note(message)
        return
      case 'answer': {
        const waiting = asked.get(message.id)
        asked.delete(message.id)
        if (message.error === null) waiting?.resolve(message.value)
        else waiting?.reject(new Error(message.error))
        return
      }
      case 'exit':
        exitCode = message.code
        return
      case 'open':
        windows.set(message.window, openWindow(message.window, message.preload, message.mayCopy))
    }
  })

  function note(line: Note): void {
    journal.push(line)
    changed()
  }

  /** Does something with a window once it is open. The end of the test may come before that, which is no failure. */
  function useWindow(window: Promise<PageOfWindow> | undefined, use: (page: PageOfWindow) => Promise<void>): void {
    window?.then(use).catch((error: unknown) => {
      if (!isOver) throw error
    })
  }

  async function openWindow(window: number, preload: string, mayCopy: boolean): Promise<PageOfWindow> {
    if (!world.hasPages()) return windowWithoutPage(window, line)
    if (mayCopy) await world.context.grantPermissions(['clipboard-write'])
    return openPageOfWindow(world.context, window, preload, world.developmentOrigin, line, (page) => {
      world.onPage(page)
      page.on('download', (download) => {
        if (world.asksWhereToSave) note({ what: 'save dialog', more: { name: download.suggestedFilename() } })
      })
      page.on('framenavigated', (frame) => {
        if (frame !== page.mainFrame() || frame.url() === 'about:blank') return
        if (!pages.includes(page)) pages.push(page)
        changed()
      })
    })
  }

  /** The value, as soon as it is there; rejects when the process ended without. */
  async function until<Value>(look: () => Value | undefined, what: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const value = look()
        if (value === undefined && !socket.destroyed) return
        changes.delete(check)
        if (value !== undefined) return resolve(value)
        reject(
          new Error(
            `The process ended without ${what}. Its journal:\n${journal.map(({ what: line, more }) => `${line} ${JSON.stringify(more)}`).join('\n')}`,
          ),
        )
      }
      changes.add(check)
      check()
    })
  }

  const { pid, argv } = await hello.promise
  return {
    pid,
    argv,
    journal,
    socket,
    ended,
    ask: line.ask,
    noted: async (what, fits = () => true) =>
      until(() => journal.find((note) => note.what === what && fits(note.more)), `"${what}"`),
    page: async (after) =>
      until(() => pages.slice(after === undefined ? 0 : pages.indexOf(after) + 1).at(-1), 'a page'),
  }
}

type OfWindow = Exclude<Extract<FromProcess, { window: number }>, { kind: 'open' }>

function isOfWindow(message: FromProcess): message is OfWindow {
  return 'window' in message && message.kind !== 'open'
}

async function act(page: PageOfWindow, message: OfWindow): Promise<void> {
  switch (message.kind) {
    case 'load':
      return page.load(message.url)
    case 'reload':
      return page.reload()
    case 'crash':
      return page.crash()
    case 'post':
      return page.post(message.channel, message.message, message.ports)
    case 'toPage':
      return page.toPage(message.port, message.data)
    case 'endPort':
      return page.endPort(message.port)
    case 'close':
      return page.close()
  }
}
