import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Environment, SandboxState } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

/** Bytes that a client sends before it disconnects: a whole request, or a part of one. */
interface Broken {
  name: string
  origin: string
  text: string
  count: number
}

const folder = scratchFolder()
let serve: ServeProcess
let broken: Broken[]

/** Background work opens a file now and then. */
const slack = 10

describe.runIf(existsSync('/proc/self/fd'))('requests that are broken off', () => {
  beforeAll(async () => {
    serve = await startServe(folder.path, ['--receiver-port', '0'])
    const [page, receiver] = [new URL(serve.api).origin, serve.receiver]
    const { url: sandbox } = await serve.call<SandboxState>('GET', '/sandbox')
    const [environment] = await serve.call<Environment[]>('GET', '/environments')
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await fetch(`${page}/`)).text())?.[1]
    const key = `Authorization: Bearer ${serve.token}\r\n`
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
    const some = 30
    const partOfBody = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":'
    const request = (origin: string, start: string, rest: string) =>
      `${start} HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${rest}`
    broken = [
      { name: 'page', origin: page, text: request(page, `GET ${script}`, '\r\n'), count: 200 },
      { name: 'call', origin: page, text: request(page, 'GET /api/v1/deliveries', `${key}\r\n`), count: some },
      { name: 'body of a call', origin: page, text: request(page, 'POST /api/v1/send', key + partOfBody), count: some },
      {
        name: 'file',
        origin: page,
        text: request(page, 'POST /api/v1/case-files/open', key + partOfBody),
        count: some,
      },
      { name: 'events', origin: page, text: request(page, 'GET /api/v1/events', `${key}\r\n`), count: some },
      { name: 'refused upgrade', origin: page, text: request(page, 'GET /rpc', `${upgrade}\r\n`), count: some },
      {
        name: 'upgrade',
        origin: page,
        text: request(page, 'GET /rpc', `${key}${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`),
        count: some,
      },
      { name: 'head', origin: page, text: 'GET / HTTP/1.1\r\nHo', count: some },
      { name: 'tunnel', origin: page, text: request(page, 'CONNECT x:1', '\r\n'), count: some },
      { name: 'nonsense', origin: page, text: '\u0016\u0003\u0001', count: some },
      {
        name: 'delivery',
        origin: receiver,
        text: request(receiver, `POST ${environment?.receiverPath}`, partOfBody),
        count: some,
      },
      { name: 'stray', origin: receiver, text: request(receiver, 'POST /x', partOfBody), count: some },
      { name: 'silent socket', origin: receiver, text: '', count: some },
      { name: 'tunnel', origin: receiver, text: request(receiver, 'CONNECT x:1', '\r\n'), count: some },
      { name: 'nonsense', origin: receiver, text: '\u0016\u0003\u0001', count: some },
      { name: 'document', origin: sandbox, text: request(sandbox, 'GET /openapi.json', '\r\n'), count: some },
      { name: 'body', origin: sandbox, text: request(sandbox, 'POST /oauth/token', partOfBody), count: some },
      { name: 'head', origin: sandbox, text: 'GET / HTTP/1.1\r\nHo', count: some },
    ]
    // Lazily loaded modules and files open with the first request of a kind, and stay.
    for (const kind of broken) await breakOff({ ...kind, count: 20 })
  })
  afterAll(async () => {
    await serve.kill('SIGTERM')
    folder.remove()
  })

  fewAndAll('leave no file descriptor open, at any port', [1, 35], async (times) => {
    const before = descriptors()
    for (const kind of broken) {
      await breakOff({ ...kind, count: kind.count * times })
      await expect
        .poll(descriptors, { message: `${kind.count} × ${kind.name} at ${kind.origin}` })
        .toBeLessThanOrEqual(before + slack)
    }
    expect((await serve.call<{ state: string }>('GET', '/status')).state).not.toBe('')
  })

  it('leave no memory taken after 10,000 loads of the page', { tags: 'full' }, async () => {
    const [page] = broken
    if (page === undefined) throw new Error('There is a load of the page.')
    const before = residentMb()
    await breakOff({ ...page, count: 10_000 })
    expect(residentMb() - before).toBeLessThan(50)
  })
})

/** 50 at a time. Every second client waits for the first bytes of an answer, where there is one. */
async function breakOff({ origin, text, count }: Broken): Promise<void> {
  for (let done = 0; done < count; done += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - done) }, async (_, at) => breakOffOnce(origin, text, at % 2 === 0)),
    )
  }
}

async function breakOffOnce(origin: string, text: string, waits: boolean): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.once('connect', () => {
    socket.write(text, () => setImmediate(() => (waits && text.endsWith('\r\n\r\n') ? null : socket.resetAndDestroy())))
  })
  socket.once('data', () => socket.resetAndDestroy())
  await new Promise((resolve) => socket.once('close', resolve))
}

const descriptors = () => readdirSync(`/proc/${serve.pid}/fd`).length

const residentMb = () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${serve.pid}/status`, 'utf8'))?.[1]) / 1024
