import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../src/host/shells/types.ts'
import { fillWithData } from '../fillWithData.ts'
import { goTo } from './steps/goTo.ts'
import { shot } from './shot.ts'
import type { Shot } from './types.ts'

/** Two builds that differ, and an app whose state depends on the order. */
export async function buildShots(host: Host, stops: (() => unknown)[]): Promise<Shot[]> {
  await fillWithData(host, 8)
  const { comparisons, objects, orders } = createRouterClient(host.router, { context: {} })
  const [old, recent] = [await startApp(false), await startApp(true)]
  stops.push(old.stop, recent.stop)
  const { run } = await comparisons.start({ old: `${old.url}/hook`, new: `${recent.url}/hook` })
  let comparison = await comparisons.get({ run })
  while (comparison.state === 'running') comparison = await comparisons.get({ run, after: comparison.done })
  const { items } = await objects.list({})
  const object = items.toSorted((a, b) => b.notifications - a.notifications)[0]
  if (object === undefined) throw new Error('There is no object to play the deliveries of.')
  const { resourceType, resourceId } = object
  const app = { to: `${old.url}/hook`, reset: `${old.url}/reset`, state: `${old.url}/state` }
  const started = await orders.start({ resourceType, resourceId, ...app })
  let found = await orders.get(started)
  while (found.state === 'running') found = await orders.get({ ...started, after: found.changes })
  return [
    shot('compare-found', 'compare-builds', 'full', async (page) => {
      await goTo(page, 'compare-builds')
      await page.getByRole('heading', { name: 'Differences' }).waitFor()
    }),
    shot('orders-found', 'orders', 'full', async (page) => {
      await goTo(page, 'orders')
      await page.getByRole('heading', { name: 'What ends otherwise' }).waitFor()
    }),
  ]
}

/** An app that keeps the last action of each object. @param fails at updates */
async function startApp(fails: boolean) {
  const last = new Map<string, string>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url === '/reset') last.clear()
      if (request.url !== '/hook') return void response.end(JSON.stringify(Object.fromEntries(last)))
      const { id, action, resourceId } = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, string>
      last.set(resourceId ?? '', id ?? '')
      const isFault = fails && action === 'update'
      response.writeHead(isFault ? 500 : 200).end(JSON.stringify(isFault ? { error: 'no customer' } : { action }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}
