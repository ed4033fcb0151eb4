import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Environment, Status } from '../../../src/shared/wireTypes.ts'
import { json, startScriptedServer, type ScriptedServer } from '../../build/startScriptedServer.ts'
import { scratchFolder, type ServeProcess, startServe } from '../../build/startServe.ts'

/** How long, min: `HOOKSCOPE_SOAK_MINUTES=60 npm run test:soak` is the hour. */
const minutes = Number(process.env['HOOKSCOPE_SOAK_MINUTES'] ?? 2)
const perSecond = 200
/** Number of objects; each delivery names one, so objects are fetched again. */
const objects = 5_000
const secret = 'a secret for an hour'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let service: ScriptedServer
let url: string
const agent = new Agent({ keepAlive: true, maxSockets: 50 })

beforeAll(async () => {
  folder = scratchFolder()
  service = await startScriptedServer((asked, response) => {
    if (asked.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
    else json(response, 200, { id: asked.path.split('/').at(-1), status: 'processing', amount: Date.now() })
  })
  serve = await startServe(folder.path, ['--receiver-port', '0'])
  const { receiverPath } = await serve.call<Environment>('POST', '/environments', {
    name: 'Soak',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'p',
    sharedSecret: secret,
  })
  url = serve.receiver + receiverPath
})
afterAll(async () => {
  await serve.kill('SIGTERM')
  await service.stop()
  agent.destroy()
  folder.remove()
})

/** Posts one delivery; how long until it was answered, ms. */
async function deliver(number: number): Promise<number> {
  const fields = { id: `n-${number}`, resourceType: 'Payment', resourceId: `p-${number % objects}`, action: 'update' }
  const body = JSON.stringify({ ...fields, changes: [{ field: 'status', from: 'a', to: String(number) }] })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`Answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** A minute of deliveries at the set rate, whatever the answers do; their latencies in order, ms. */
async function aMinute(first: number): Promise<number[]> {
  const began = performance.now()
  const running: Promise<number>[] = []
  for (let at = 0; at < perSecond * 60; at++) {
    const due = began + (at * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await wait(early)
    running.push(deliver(first + at))
  }
  return (await Promise.all(running)).toSorted((a, b) => a - b)
}

interface Use {
  residentMb: number
  handles: number
  logMb: number
  p50: number
  p99: number
}

function use(latencies: readonly number[]): Use {
  const proc = `/proc/${serve.pid}`
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`${proc}/status`, 'utf8'))
  const logs = readdirSync(folder.path).filter((name) => name.endsWith('-wal'))
  const quantile = (part: number) => latencies[Math.floor(latencies.length * part)] ?? Number.NaN
  return {
    residentMb: Number(resident?.[1]) / 1024,
    handles: readdirSync(`${proc}/fd`).length,
    logMb: Math.max(0, ...logs.map((name) => statSync(join(folder.path, name)).size)) / 2 ** 20,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

const described = ({ residentMb, handles, logMb, p50, p99 }: Use) =>
  `${residentMb.toFixed(0)} MB resident, ${handles} handles, log ${logMb.toFixed(1)} MB, answered in ${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`

it(`memory, handles and log stay as they are at ${perSecond} deliveries a second, and nothing is lost`, async () => {
  const all: Use[] = []
  for (let minute = 0; minute < minutes; minute++) {
    all.push(use(await aMinute(minute * perSecond * 60)))
    if (minute === 0 || minute === minutes - 1 || minute % 10 === 9) {
      console.info(`after ${minute + 1} min: ${described(all[minute] ?? use([]))}`)
    }
  }
  const [first] = all
  const last = all.at(-1)
  if (first === undefined || last === undefined) throw new Error('HOOKSCOPE_SOAK_MINUTES is 1 or more.')
  expect((await serve.call<Status>('GET', '/status')).counts.deliveries).toBe(minutes * perSecond * 60)
  expect(last.residentMb - first.residentMb).toBeLessThan(100)
  expect(last.handles - first.handles).toBeLessThanOrEqual(10)
  for (const { logMb } of all) expect(logMb).toBeLessThan(64)
})
