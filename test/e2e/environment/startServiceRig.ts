import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Browser, Page } from '@playwright/test'
import { expect } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { startSandbox } from '../../../src/sandbox/startSandbox.ts'
import { openBrowser } from '../../support/openBrowser.ts'
import { commandLine } from '../../build/commandLine.ts'
import { type RunningServe, scratchFolder, startServe } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'

/** The documented line of `hookscope sandbox --json`. */
export interface Service {
  url: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  password: string
}

export const sharedSecret = 'a shared secret of ours'

/** The browser shell, an independent service, and a browser. */
export interface ServiceRig {
  serve: RunningServe
  service: Service
  /** Opens a new page on a screen. */
  open(screen: string): Promise<Page>
  /** The environment with the service's credentials; it is active. */
  newEnvironment(name: string, more?: object): Promise<Environment>
  /** Sends a notification with a valid signature. */
  notify(environment: Environment, resourceType: string, resourceId: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the rig; stops what was started if a part fails to start.
 * @param shared a browser that stays open; only the pages of this rig are closed
 * @param where "processes" are `hookscope serve` and `hookscope sandbox`; a shell that runs stays
 */
export async function startServiceRig(
  shared?: Browser,
  where: 'here' | 'processes' | RunningServe = 'here',
): Promise<ServiceRig> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const stopOne of stops.toReversed()) await stopOne()
  }
  try {
    const service = where === 'processes' ? await startServiceProcess(stops) : await startServiceHere(stops)
    const serve = typeof where === 'object' ? where : await startShell(where, stops)
    const browser = shared ?? (await openBrowser())
    if (shared === undefined) stops.push(async () => browser.close())
    return {
      serve,
      service,
      stop,
      open: async (screen) => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
        stops.push(async () => context.close())
        const page = await context.newPage()
        await page.goto(serve.ui)
        await page.getByRole('navigation', { name: 'Places' }).waitFor()
        await page.evaluate((path) => {
          location.hash = `/${path}`
        }, screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page
      },
      newEnvironment: async (name, more = {}) => {
        const { authUrl, baseUrl, clientId, audience, username, password } = service
        const wish = { name, authUrl, baseUrl, clientId, audience, username, password, ...more }
        const environment = await serve.call<Environment>('POST', '/environments', wish)
        await serve.call('POST', `/environments/${environment.id}/activate`)
        return environment
      },
      notify: async ({ receiverPath }, resourceType, resourceId) => {
        const createdAtUtc = new Date().toISOString()
        const fields = { id: `n-${resourceType}-${resourceId}`, createdAtUtc, resourceType, resourceId }
        const body = JSON.stringify({ ...fields, action: 'create', changes: null })
        const signature = createHmac('sha256', sharedSecret).update(body).digest('base64')
        const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
        const answer = await fetch(new URL(receiverPath, serve.receiver), { method: 'POST', headers, body })
        expect(answer.status).toBe(200)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startShell(where: 'here' | 'processes', stops: (() => Promise<unknown>)[]): Promise<RunningServe> {
  const folder = scratchFolder()
  stops.push(async () => folder.remove())
  const serve = await (where === 'here' ? startServeHere : startServe)(folder.path)
  stops.push(serve.stop)
  return serve
}

async function startServiceHere(stops: (() => Promise<unknown>)[]): Promise<Service> {
  const sandbox = await startSandbox({ port: 0 })
  stops.push(sandbox.stop)
  return { url: sandbox.url, ...sandbox.credentials }
}

async function startServiceProcess(stops: (() => Promise<unknown>)[]): Promise<Service> {
  const child = spawn(process.execPath, [commandLine, 'sandbox', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  stops.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const early = ended.then(([code]) => {
    throw new Error(`hookscope sandbox ended with ${String(code)} before it was ready`)
  })
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), early])) as [string]
  return JSON.parse(line) as Service
}
