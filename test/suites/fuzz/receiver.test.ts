import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { fuzz } from './fuzz.ts'
import { edited, edits } from './mutate.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let port: number
let path: string
beforeAll(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  port = Number(new URL(test.host.receiverOrigin).port)
  path = (await test.client.status()).environment.receiverPath
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

const json = '{"id":"1","resourceType":"Payment","resourceId":"p","action":"create","changes":[]}'

/** Requests of senders, before they are mutated. */
const requests = (): string[] => [
  `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\nX-A: b\r\n\r\n${json}`,
  `POST ${path} HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nabcde\r\n3;x=y\r\nfgh\r\n0\r\nX-T: v\r\n\r\n`,
  `POST ${path} HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `POST ${path} HTTP/1.0\r\nContent-Length: 4\r\n\r\nabcdGET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`,
  `PUT ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nxPOST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\ny`,
]

/** Writes bytes, ends its side, and reads all that comes back. */
async function exchange(bytes: Uint8Array): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
  })
  socket.once('connect', () => socket.end(bytes))
  return new Promise((resolve) => {
    socket.once('error', () => resolve(answer))
    socket.once('end', () => resolve(answer))
    socket.once('close', () => resolve(answer))
  })
}

const known = new Set([100, 200, 400, 404, 405, 408, 411, 413, 414, 417, 426, 431, 501, 503, 505])

it('any bytes are answered as HTTP or the connection ends, and what is answered 200 is kept', async () => {
  const input = fc.record({ request: fc.nat({ max: requests().length - 1 }), changes: edits })
  let accepted = 0
  const before = (await test.client.status()).counts.deliveries
  await fuzz('receiver', input, async ({ request, changes }) => {
    const answer = await exchange(edited(Buffer.from(requests()[request] ?? '', 'latin1'), changes))
    const statuses = [...answer.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status))
    if (answer !== '' && statuses.length === 0) throw new Error(`Not HTTP: ${answer.slice(0, 100)}`)
    for (const status of statuses) if (!known.has(status)) throw new Error(`Answered ${status}`)
    accepted += statuses.filter((status) => status === 200).length
  })
  expect((await test.client.status()).counts.deliveries - before).toBeGreaterThanOrEqual(accepted)
  const response = await fetch(test.host.receiverOrigin + path, { method: 'POST', body: json })
  expect(response.status).toBe(200)
})
