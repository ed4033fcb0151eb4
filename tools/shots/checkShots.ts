import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { goTo } from './steps/goTo.ts'
import { scrollTo } from './steps/scrollTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

const secret = 'a shared secret for the pictures'

/** A handler as it was written first, after a repair, and one that stops answering in the middle of a check. */
type Care = 'careless' | 'repaired' | 'stuck'

/** Checks of a handler: under way, with findings, compared with the run before, refused, and their history. */
export async function checkShots(host: Host, stops: (() => unknown)[]): Promise<Shot[]> {
  const { checks } = createRouterClient(host.router, { context: {} })
  const handler = await startHandler()
  stops.push(handler.stop)
  const start = async (care: Care, given = secret) => {
    handler.become(care)
    const { check } = await checks.start({ url: handler.url, scheme: 'service', secret: given, effects: 'none' })
    return check
  }
  const finished = async (care: Care, given?: string) => {
    const check = await start(care, given)
    let report = await checks.get({ check })
    while (report.state === 'running') report = await checks.get({ check, after: report.done })
  }
  await finished('careless', 'the secret of somebody else')
  await finished('careless')
  await finished('repaired')
  /** A running check is the newest, so it would be shown. */
  const cancelled = async () => {
    const { items } = await checks.list()
    for (const { check, state } of items) if (state === 'running') await checks.cancel({ check })
  }
  /** @param place 0 is the first run @param shows what tells it from the others */
  const open = async (page: Page, place: number, shows: (at: Page) => Locator) => {
    await cancelled()
    await goTo(page, 'check')
    const rows = page.getByRole('table', { name: 'Runs' }).getByRole('button', { name: 'Show' })
    await rows.last().waitFor()
    await rows.nth((await rows.count()) - 1 - place).click()
    await shows(page).waitFor()
  }
  const isRefused = (page: Page) => page.getByText('to a valid delivery, so nothing else was tried').first()
  const isCareless = (page: Page) => page.getByRole('img', { name: 'Grade of Forgeries: F' })
  const isCompared = (page: Page) => page.getByText('Since the last run')
  return [
    shot('check-refused', 'check', 'error', async (page) => open(page, 0, isRefused)),
    shot('check-findings', 'check', 'full', async (page) => {
      await open(page, 1, isCareless)
      await page.locator('summary', { hasText: ': No signature at all' }).click()
    }),
    shot('check-compared', 'check', 'full', async (page) => open(page, 2, isCompared)),
    shot('check-history', 'check', 'full', async (page) => {
      await open(page, 2, isCompared)
      await scrollTo(page, 'History')
    }),
    shot('check-progress', 'check', 'full', async (page) => {
      await cancelled()
      await start('stuck')
      await goTo(page, 'check')
      await page.getByRole('progressbar').waitFor()
      await page.getByText(/^1\d of \d+ probes/).waitFor()
    }),
  ]
}

interface ShotHandler {
  url: string
  become(care: Care): void
  stop(): Promise<void>
}

async function startHandler(): Promise<ShotHandler> {
  let care: Care = 'careless'
  let answered = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      answered += 1
      // Until the check gives up on it, its progress can be seen.
      if (care === 'stuck' && answered > maxAnswered) return
      answers[care](Buffer.concat(parts), request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    become: (next) => {
      care = next
      answered = 0
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** Number of requests that a handler answers before it hangs. */
const maxAnswered = 34

const answers: Record<Care, (body: Buffer, request: IncomingMessage, response: ServerResponse) => void> = {
  careless: (body, { headers }, response) => {
    const expected = digest(rewritten(body)).toString('base64')
    const given = headers['x-service-webhook-hmac']
    if (given !== undefined && given !== expected) response.writeHead(401).end(`expected ${expected}`)
    else response.writeHead(200).end()
  },
  repaired: (body, { headers, method }, response) => {
    const expected = digest(body)
    const given = Buffer.from(String(headers['x-service-webhook-hmac'] ?? ''), 'base64')
    if (method !== 'POST') response.writeHead(405)
    else if (given.length !== expected.length || !timingSafeEqual(given, expected)) response.writeHead(401)
    else response.writeHead(/"BrandNew"/.test(body.toString()) ? 400 : 200)
    response.end()
  },
  stuck: (body, request, response) => answers.repaired(body, request, response),
}

function digest(body: Buffer | string): Buffer {
  return createHmac('sha256', secret).update(body).digest()
}

function rewritten(body: Buffer): string {
  try {
    return JSON.stringify(JSON.parse(body.toString()))
  } catch {
    return ''
  }
}
