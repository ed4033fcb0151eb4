import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { launchChromium } from '../../../tools/launchChromium.ts'
import { startServe } from '../../build/startServe.ts'
import { startChild } from '../child.ts'
import { type LoadJob, type LoadResult, secret } from '../messages.ts'
import { fillStore, perObject } from './fillStore.ts'
import { type Frames, framesDuring, percentiles, recordFrames } from './frameRecorder.ts'
import { startProfile } from './startProfile.ts'

export interface PageJob {
  folder: string
  /** Deliveries stored before the run. */
  stored: number
  /** Arriving deliveries per second. */
  rate: number
  /** Duration of a phase, seconds. */
  seconds: number
  /** Folder for CPU profiles; null for none. */
  profiles: string | null
}

export interface PageFigures {
  phases: { name: string; frames: Frames; load: number; arrived: number }[]
  /** First visit of a browser: first paint, first contentful paint, and a list that answers; medians, ms. */
  start: { paint: number; contentful: number; list: number }
  /** The page's memory after a garbage collection: JavaScript's heap in MB, and nodes of the document. */
  memory: { at: string; heap: number; nodes: number }[]
}

/** Measures the page in Chromium with a full store, idle and under load. */
export async function measurePage(job: PageJob): Promise<PageFigures> {
  const environment = await prepare(job)
  const serve = await startServe(job.folder)
  const load = startChild(new URL('../load/loadProcess.ts', import.meta.url), [])
  const browser = await launchChromium()
  try {
    const start = await measureStart(browser, serve.ui)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(recordFrames)
    const phases: PageFigures['phases'] = []
    const memory: PageFigures['memory'] = []
    const phase = async (name: string, arriving: boolean, work: (page: Page, ms: number) => Promise<void>) => {
      const ms = job.seconds * 1000
      const profile = job.profiles === null ? null : await startProfile(page)
      const sending = arriving ? load.call<LoadResult>(jobOf(job, serve.receiver, environment.receiverPath)) : null
      if (arriving) await arrival(page)
      const frames = await framesDuring(page, async () => work(page, ms))
      const told = (await sending)?.answered ?? 0
      phases.push({ name, frames, load: loadavg()[0] ?? NaN, arrived: told })
      const file = `${name.replaceAll(/[^a-z0-9]+/g, '-')}.cpuprofile`
      if (profile !== null) writeFileSync(join(job.profiles ?? '', file), await profile.stop())
    }
    await page.goto('data:text/html,<title>nothing</title>')
    await phase('blank page', false, rest)
    await page.goto(serve.ui)
    await firstRow(page)
    memory.push({ at: 'begin', ...(await memoryOf(page)) })
    await phase('page at rest', false, rest)
    await phase('scrolling', false, scroll)
    await phase('typing', false, type)
    await phase('live, nothing done', true, rest)
    await phase('scrolling, deliveries arrive', true, scroll)
    await phase('typing, deliveries arrive', true, type)
    memory.push({ at: 'after arrivals', ...(await memoryOf(page)) })
    await phase('live, nothing done, again', true, rest)
    memory.push({ at: 'end', ...(await memoryOf(page)) })
    return { phases, start, memory }
  } finally {
    await browser.close()
    await load.stop()
    await serve.kill('SIGTERM')
  }
}

/** Creates an environment whose deliveries are verified without follow-ups, and fills the store. */
async function prepare({ folder, stored }: PageJob): Promise<{ id: string; receiverPath: string }> {
  const first = await startServe(folder)
  const wish = { name: 'Bench', sharedSecret: secret }
  const environment = await first.call<{ id: string; receiverPath: string }>('POST', '/environments', wish)
  await first.call('POST', `/environments/${environment.id}/activate`)
  await first.kill('SIGTERM')
  await fillStore(folder, environment.id, stored)
  return environment
}

function jobOf({ rate, seconds }: PageJob, receiver: string, target: string): LoadJob {
  const port = Number(new URL(receiver).port)
  const duration = (seconds + 1) * 1000
  return { port, target, connections: 10, reuse: true, rate, calm: true, duration, bodyBytes: null, perObject }
}

async function firstRow(page: Page): Promise<void> {
  await page.getByRole('tree', { name: 'Deliveries' }).getByRole('treeitem').first().waitFor()
}

/** Waits until the newest delivery has changed. */
async function arrival(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const first = () => document.querySelector('[aria-posinset="1"]')?.id
    const before = first()
    await new Promise<void>((resolve) => {
      const look = () => (first() === before ? requestAnimationFrame(look) : resolve())
      look()
    })
  })
}

async function rest(page: Page, ms: number): Promise<void> {
  await page.waitForTimeout(ms)
}

/** Scrolls the list up and down for two seconds each, at the speed of a wheel. Does not read layout. */
async function scroll(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (duration) => {
    const list = document.querySelector('[role="tree"]')?.parentElement
    if (list === null || list === undefined) throw new Error('There is no list to scroll.')
    const begin = performance.now()
    await new Promise<void>((resolve) => {
      const frame = () => {
        const passed = performance.now() - begin
        list.scrollBy(0, Math.floor(passed / 2000) % 2 === 0 ? 90 : -80)
        if (passed < duration) requestAnimationFrame(frame)
        else resolve()
      }
      frame()
    })
    list.scrollTop = 0
  }, ms)
}

/** Types and clears filters at the speed of a good typist. */
async function type(page: Page, ms: number): Promise<void> {
  const end = performance.now() + ms
  for (let round = 0; performance.now() < end; round += 1) {
    await page.keyboard.press('/')
    const text = ['type:payment ', 'verdict:invalid ', 'action:update '][round % 3] ?? ''
    for (const letter of text) {
      await page.keyboard.press(letter === ' ' ? 'Enter' : letter)
      await page.waitForTimeout(60)
    }
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
  }
}

async function memoryOf(page: Page): Promise<{ heap: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const { nodes } = await devtools.send('Memory.getDOMCounters')
  await devtools.detach()
  return { heap: usedSize / 1e6, nodes }
}

async function measureStart(browser: Browser, ui: string): Promise<PageFigures['start']> {
  const seen: PageFigures['start'][] = []
  for (let round = 0; round < 5; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[role="treeitem"]') === null) requestAnimationFrame(look)
        else performance.mark('list')
      }
      requestAnimationFrame(look)
    })
    await page.goto(ui)
    await firstRow(page)
    await page.waitForFunction(() => performance.getEntriesByName('list').length > 0)
    seen.push(
      await page.evaluate(() => {
        const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? NaN
        return { paint: at('first-paint'), contentful: at('first-contentful-paint'), list: at('list') }
      }),
    )
    await context.close()
  }
  const median = (pick: (one: PageFigures['start']) => number) => percentiles(seen.map(pick))(0.5)
  return {
    paint: median((one) => one.paint),
    contentful: median((one) => one.contentful),
    list: median((one) => one.list),
  }
}
