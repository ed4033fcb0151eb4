import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { launchChromium } from './tools/launchChromium.ts'
import { openStore } from './src/engine/store/openStore.ts'
import { startTestHost } from './test/build/startTestHost.ts'
import { attempt, delivery, notification } from './test/store/build.ts'
const data = '/tmp/w/builds-data'
rmSync(data, { recursive: true, force: true }); mkdirSync(data, { mode: 0o700 })
process.env['HOOKSCOPE_KEYRING'] = 'off'
const first = await startTestHost(data)
await first.client.environments.update({ id: 'sandbox', sharedSecret: 'x'.repeat(20) })
await first.host.stop()
const store = await openStore({ folder: data })
const st = ['created', 'processing', 'settled']
for (let p = 0; p < 60; p++) {
  const object = `pay_${Math.floor(p / 3)}`
  const status = st[p % 3]
  const id = await store.append(delivery(notification({ resourceId: object, action: p % 3 === 0 ? 'create' : 'update', id: `n${p}`, changes: { status, version: (p % 3) + 1 } }), { request: { receivedAt: Date.now() - 3600_000 + p * 1000, headers: ['Content-Type', 'application/json'] } }))
  await store.addAttempt(attempt({ deliveryId: id, resourceType: 'Payment', resourceId: object, startedAt: Date.now() - 3600_000 + p * 1000 + 100, body: Buffer.from(JSON.stringify({ id: object, status })) }))
}
await store.close()
const app = (fault: (n: number) => unknown) => new Promise<string>((resolve) => {
  const orders: Record<string, unknown> = {}
  const server = createServer(async (request, response) => {
    if (request.url === '/reset') { for (const k of Object.keys(orders)) delete orders[k]; return void response.end() }
    if (request.url === '/orders') return void response.end(JSON.stringify({ orders }))
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { id, resourceId, changes, action } = JSON.parse(Buffer.concat(parts).toString())
    orders[resourceId] = { ...changes, mails: ((orders[resourceId] as any)?.mails ?? 0) + 1 }
    const n = Number(id.slice(1))
    const f = fault(n) as any
    response.writeHead(f?.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(f?.json ?? { requestId: Math.random(), handledAt: new Date().toISOString(), order: { id: resourceId, status: changes.status, action, ...f?.more } }))
  }).listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`))
  server.unref()
})
const good = await app(() => null)
const bad = await app((n) => n % 20 === 7 ? { status: 500, json: { error: `TypeError: cannot read row ${n}` } } : n % 12 === 3 ? { more: { amount: '12.50' } } : n % 30 === 29 ? { more: { status: null } } : null)
const dev = spawn(process.execPath, ['tools/devServe.mjs', '--receiver-port', '0', '--data', data, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HOOKSCOPE_KEYRING: 'off' } })
let url = ''
for await (const line of createInterface(dev.stdout)) { console.log(line); const m = /http:\/\/\S+/.exec(line); if (m) { url = m[0]; break } }
const browser = await launchChromium()
const page = await browser.newPage()
page.setDefaultTimeout(60_000)
const shots = '/tmp/w/builds-data/shots'; mkdirSync(shots, { recursive: true })
const shot = async (name: string) => {
  for (const scheme of ['light', 'dark'] as const) for (const width of [1440, 800]) {
    await page.emulateMedia({ colorScheme: scheme }); await page.setViewportSize({ width, height: 1000 })
    await page.screenshot({ path: `${shots}/${name}-${scheme}-${width}.png` })
  }
}
try {
  await page.goto(url)
  await page.waitForSelector('nav')
  await page.evaluate(() => { location.hash = '/compare-builds' })
  await page.getByLabel('Old build').waitFor()
  await shot('compare-empty')
  await page.getByLabel('Old build').fill(good)
  await page.getByLabel('New build').fill(bad)
  await page.getByRole('button', { name: 'Compare builds' }).click()
  await page.getByText('in three ways').first().waitFor()
  await page.setViewportSize({ width: 1440, height: 1000 })
  await shot('compare-full')
  await page.evaluate(() => { location.hash = '/orders' })
  await page.getByLabel('Type').waitFor()
  await shot('orders-empty')
  await page.getByLabel('Type').fill('Payment')
  await page.getByLabel('ID', { exact: true }).fill('pay_3')
  await page.getByLabel('URL of your handler').fill(good)
  await page.getByLabel('URL that resets').fill(good.replace('/webhooks', '/reset'))
  await page.getByLabel('URL of its state').fill(good.replace('/webhooks', '/orders'))
  await page.getByRole('button', { name: 'Play orders' }).click()
  await page.getByText('faults found').or(page.getByText('fault found')).first().waitFor()
  await shot('orders-full')
} catch (error) { console.log(String(error)); await page.screenshot({ path: `${shots}/error.png` }) }
finally { await browser.close(); dev.kill('SIGTERM'); await once(dev, 'exit').catch(() => {}); process.exit(0) }
