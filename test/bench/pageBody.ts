/**
 * node test/bench/pageBody.ts [--rounds N]: how long the page needs to show a body of 10 MB of JSON in a real Chromium, and
 * how long it was blocked. Needs the build. On a busy machine other processes take most of the wall clock time, so the
 * work of the threads is printed, too, and the share of a core that a busy loop got.
 */
import { parseArgs } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { launchChromium } from '../../tools/launchChromium.ts'
import { scratchFolder, startServe } from '../build/startServe.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
const rounds = Number(values.rounds)
const megabytes = 10

/** Duration of one step, by round, ms. */
interface Step {
  name: string
  /** From the click until the first view of it is painted. */
  wall: number[]
  /** Work of the page's own thread, and of its longest task. */
  page: number[]
  longest: number[]
  /** The longest task by the wall clock. */
  longestWall: number[]
  /** Work of the worker. */
  worker: number[]
}

interface TraceEvent {
  name: string
  cat: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const folder = scratchFolder()
const serve = await startServe(folder.path)
const browser = await launchChromium()
try {
  const id = await sendBody()
  const steps = new Map<string, Step>()
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(serve.ui)
    await page.goto(`${serve.ui.split('#')[0]}#/inbox/${id}`)
    await page.getByRole('tab', { name: 'Body' }).waitFor()
    const step = async (name: string, action: string, result: string) =>
      measure(browser, page, steps, name, action, result)
    await step('open as a tree', 'tab:Body', '[aria-label="Body as a tree"] [role=treeitem]')
    await step('open all', 'button:Open all', '[aria-label="Body as a tree"] [role=treeitem][aria-level="4"]')
    await step('pretty', 'button:Pretty', '[data-part="json-line"]')
    await step('raw', 'button:Raw', '[data-cut]')
    await step('hex', 'button:Hex', '[data-at]')
    await step('search', 'type:processing', '[data-mark="current"]')
    await page.close()
  }
  print([...steps.values()])
} finally {
  await browser.close()
  await serve.kill('SIGTERM')
  folder.remove()
}

function print(steps: Step[]): void {
  const share = busyLoopMs(100) / 100
  console.log(
    `${megabytes} MB of JSON, ${rounds} rounds, medians in ms and the worst of all rounds for the longest task.`,
  )
  console.log(
    `A loop of 100 ms of work took ${Math.round(share * 100)} ms just now: wall clocks are that much too high.\n`,
  )
  console.log('                 wall  page works  longest task  (its wall)  worker works')
  for (const { name, wall, page, longest, longestWall, worker } of steps) {
    const cells = [median(wall), median(page), Math.max(...longest), Math.max(...longestWall), median(worker)]
    console.log(name.padEnd(15), ...cells.map((cell) => String(Math.round(cell)).padStart(9)))
  }
}

/** Wall clock time of a loop that works for `work` ms. */
function busyLoopMs(work: number): number {
  const begin = performance.now()
  const cpu = process.cpuUsage()
  for (let used = 0; used < work * 1000;) {
    const { user, system } = process.cpuUsage(cpu)
    used = user + system
  }
  return performance.now() - begin
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Sends JSON as services send it; the delivery's id. */
async function sendBody(): Promise<string> {
  const entries: string[] = []
  for (let size = 0; size < megabytes * 1e6;) {
    const entry = JSON.stringify({
      id: `7d9f2c1e-0000-4000-8000-${String(entries.length).padStart(12, '0')}`,
      amount: entries.length * 1.25,
      currency: 'EUR',
      state: 'processing',
      tags: ['a', 'b', 'ü'],
      nested: { createdAtUtc: '2026-11-21T16:00:00.1234567Z', iban: 'DE00 0000', booked: true, reference: null },
    })
    entries.push(entry)
    size += entry.length + 1
  }
  const body = `{"entries":[${entries.join(',')}]}`
  const [environment] = await serve.call<{ receiverPath: string }[]>('GET', '/environments')
  const receiver = new URL(environment?.receiverPath ?? '', serve.receiver)
  const response = await fetch(receiver, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (!response.ok) throw new Error(`The receiver answered ${response.status}.`)
  const { items } = await serve.call<{ items: { id: string }[] }>('GET', '/deliveries?limit=1')
  return items[0]?.id ?? ''
}

/** Does one thing in the page, waits until its result is painted, and looks into the browser's own record of its work. */
async function measure(
  browser: Browser,
  page: Page,
  steps: Map<string, Step>,
  name: string,
  action: string,
  result: string,
): Promise<void> {
  await browser.startTracing(undefined, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] })
  const wall = await page.evaluate(act, [action, result])
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const mine = workOf(trace.traceEvents, 'CrRendererMain')
  const worker = workOf(trace.traceEvents, 'DedicatedWorker thread')
  const step = steps.get(name) ?? { name, wall: [], page: [], longest: [], longestWall: [], worker: [] }
  step.wall.push(wall)
  step.page.push(mine.sum)
  step.longest.push(mine.longest)
  step.longestWall.push(mine.longestWall)
  step.worker.push(worker.sum)
  steps.set(name, step)
}

/** Runs in the page, on its own clock: without the round trips of a test. */
async function act([action = '', result = '']: string[]): Promise<number> {
  const [kind, text = ''] = action.split(':')
  const begin = performance.now()
  if (kind === 'type') {
    document.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    document.execCommand('insertText', false, text)
  } else {
    const controls = [...document.querySelectorAll<HTMLElement>(kind === 'tab' ? '[role=tab]' : 'button')]
    controls.find((control) => [control.textContent, control.ariaLabel].includes(text))?.click()
  }
  const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve))
  while (document.querySelector(result) === null) await frame()
  await frame()
  return performance.now() - begin
}

/** Work of the threads of a name, ms. */
function workOf(events: readonly TraceEvent[], thread: string) {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === thread)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
  const works = tasks.map(({ tdur = 0 }) => tdur / 1000)
  const sum = works.reduce((total, ms) => total + ms, 0)
  return { sum, longest: Math.max(0, ...works), longestWall: Math.max(0, ...tasks.map(({ dur = 0 }) => dur / 1000)) }
}
