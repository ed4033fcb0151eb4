import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@playwright/test'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { json, startScriptedServer } from '../../build/startScriptedServer.ts'
import { scratchFolder, startServe } from '../../build/startServe.ts'
import { openStandIn, type StandIn, type StandInOptions } from '../../standIn/launchStandIn.ts'
import type { StandInProcess } from '../../standIn/serveProcess.ts'

/** A machine with the app on it, whose environment is live and is to be disabled when the app quits. */
export interface LiveMachine extends StandIn {
  /** Starts the app and waits until its engine runs. */
  run(...args: string[]): Promise<StandInProcess>
  /** The data folder. */
  data: string
  /** Posts one delivery; answers with its status. */
  deliver(body: string): Promise<number>
  /** How many deliveries are on disk, and whether the database is whole. To be asked when no app runs. */
  kept(): { deliveries: number; integrity: unknown }
}

/** Webhook configs received by the organization's service, and a way to make it answer late. */
export interface LiveService {
  /** On loopback. */
  port: number
  told: readonly Record<string, unknown>[]
  /** From now on it takes requests and does not answer. Returns how to let it answer. */
  hold(): () => void
  /** Resolves when it has been told this often. */
  toldTimes(times: number): Promise<void>
}

/**
 * Makes one live data folder, of which every machine gets a copy of its own.
 * @param address what the environment calls its service at the end; default: where it really is
 */
export async function prepareLive(browser: Browser, address?: string) {
  const prepared = scratchFolder()
  const told: Record<string, unknown>[] = []
  const changes = new Set<() => void>()
  let held: (() => void)[] | null = null
  const service = await startScriptedServer(({ path, method, body }, response) => {
    if (path === '/oauth/token') return json(response, 200, { access_token: 'a token', expires_in: 3600 })
    if (method !== 'PATCH') return json(response, 404, {})
    told.push(JSON.parse(body) as Record<string, unknown>)
    for (const look of changes) look()
    if (held === null) json(response, 200, {})
    else held.push(() => json(response, 200, {}))
  })
  // Every copy of the folder takes this port again; none that a system assigns, nor the usual one.
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const serve = await startServe(prepared.path, ['--receiver-port', String(port)])
  const environment = await serve.call<Environment>('POST', '/environments', {
    name: 'Acme',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'client',
    audience: 'audience',
    username: 'user',
    password: 'a password',
  })
  await serve.call('POST', `/environments/${environment.id}/activate`)
  const config = { enabled: true, sharedSecret: 'a shared secret', webhookTypes: ['payment'], send: 'all' }
  await serve.call('PATCH', `/environments/${environment.id}/webhook-config`, config)
  await serve.call('PATCH', `/environments/${environment.id}`, { onQuit: 'disable' })
  if (address !== undefined) {
    await serve.call('PATCH', `/environments/${environment.id}`, { authUrl: address, baseUrl: address })
  }
  // A clean end would disable it at once.
  await serve.kill('SIGKILL')
  const receiver = new URL(environment.receiverPath, serve.receiver)

  const live: LiveService = {
    port: Number(new URL(service.url).port),
    told,
    hold: () => {
      const answers: (() => void)[] = []
      held = answers
      return () => {
        held = null
        for (const answer of answers) answer()
      }
    },
    toldTimes: async (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (told.length < times) return
          changes.delete(look)
          resolve()
        }
        changes.add(look)
        look()
      }),
  }

  return {
    service: live,
    openMachine: async (options: Partial<StandInOptions> = {}): Promise<LiveMachine> => {
      told.splice(0)
      held = null
      const folder = scratchFolder()
      const data = join(folder.path, 'data')
      cpSync(prepared.path, data, { recursive: true })
      const machine = await openStandIn({ folder: folder.path, browser, ...options })
      return {
        ...machine,
        data,
        run: async (...args) => {
          const app = await machine.start(...args)
          await app.noted('window.loadURL', ({ url }) => url === 'app://hookscope/')
          return app
        },
        deliver: async (body) => (await fetch(receiver, { method: 'POST', body })).status,
        kept: () => {
          const database = new DatabaseSync(join(data, 'deliveries.db'), { readOnly: true })
          const { deliveries } = database.prepare('SELECT count(*) AS deliveries FROM deliveries').get() as {
            deliveries: number
          }
          const integrity = database.prepare('PRAGMA integrity_check').get()
          database.close()
          return { deliveries, integrity }
        },
        stop: async () => {
          await machine.stop()
          folder.remove()
        },
      }
    },
    stop: async () => {
      await service.stop()
      prepared.remove()
    },
  }
}
