import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { exchange } from '../../../src/engine/checking/wire/exchange.ts'
import { notAnObject } from '../../../src/engine/jobs/judgeAnswer.ts'
import { type Outbound, startOutbound } from '../../../src/engine/outbound/startOutbound.ts'
import { failureOf } from '../../../src/engine/service/failureOf.ts'
import { startServiceClient } from '../../../src/engine/service/startServiceClient.ts'
import { createProbe } from '../../../src/engine/receiver/probe.ts'
import { readPublicKeys } from '../../../src/engine/signature/keys/readPublicKeys.ts'
import { checkTunnel } from '../../../src/engine/tunnel/checkTunnel.ts'
import { TunnelProblem } from '../../../src/engine/tunnel/providers/provider.ts'
import { registerTunnel } from '../../../src/engine/tunnel/providers/registerTunnel.ts'
import { fuzz, nastyJson } from './fuzz.ts'
import { edited, edits } from './mutate.ts'

/** Answers of foreign servers, before mutation. */
const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n5\r\nabcde\r\n-6;x=y\r\nfgh\r\n0\r\nX-T: v\r\n\r\n',
  `${'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(2000)}HTTP/1.1 204 No Content\r\n\r\n`,
  'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1e999\r\nConnection: close\r\n\r\n',
  'HTTP/1.0 200\r\n\r\nabc',
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: //x\r\nContent-Length: -5\r\n\r\n',
]

let server: Server
let url: string
let port: number
let outbound: Outbound
let bytes: Buffer = Buffer.alloc(0)
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as AddressInfo)
  url = `http://127.0.0.1:${port}`
  outbound = startOutbound()
})
afterAll(async () => {
  await outbound.close()
  server.close()
})

const signal = new AbortController().signal
const deadlineMs = 3000
const send = async (request: Parameters<Outbound['send']>[0]) => outbound.send({ ...request, deadlineMs })

/** One request by each of our clients. A rejection must be one of its named failures. */
const clients: Record<string, () => Promise<unknown>> = {
  'the check of a handler': async () =>
    exchange(
      { url: new URL(url), hostname: '127.0.0.1', address: '127.0.0.1', port, secure: false, loopback: true },
      { method: 'POST', url, headers: [], body: Buffer.from('{}') },
      undefined,
      deadlineMs,
      signal,
    ),
  'a forward': async () => send({ method: 'POST', url, headers: [], body: '{}' }),
  'the service': async () => {
    const client = startServiceClient({ send, close: async () => undefined })
    const call = await client.getObject(credentials(), `${url}/object`)
    failureOf(call, ['secret123'])
    if (call.sent && call.result.ok) notAnObject(call.result)
  },
  'published keys': async () => {
    const answer = await send({ method: 'GET', url, headers: [], maxBodyBytes: 65_536 })
    if (answer.ok) readPublicKeys(Buffer.from(answer.body).toString('utf8'))
  },
  'a tunnel’s server': async () =>
    registerTunnel({ send, server: url, name: 'name', signal }).catch((error: unknown) => {
      if (!(error instanceof TunnelProblem)) throw error
    }),
  'the check of a tunnel': async () =>
    checkTunnel({
      send,
      probe: createProbe(),
      publicUrl: url,
      deadlineMs,
      signal,
    }),
}

function credentials() {
  return {
    environmentId: '1',
    identity: 'master',
    authUrl: url,
    baseUrl: url,
    clientId: 'id',
    audience: 'audience',
    username: 'user',
    password: 'secret123',
    hidden: [],
  } as unknown as Parameters<ReturnType<typeof startServiceClient>['getObject']>[0]
}

const written = fc.record({ answer: fc.nat({ max: answers.length - 1 }), changes: edits })
const objects = fc.record({
  status: fc.constantFrom(200, 400, 401, 429, 500),
  body: nastyJson,
  depth: fc.constantFrom(0, 0, 50_000),
})

it('hostile answers to every client of ours: each is data, and the process goes on', async () => {
  const input = fc.record({ client: fc.constantFrom(...Object.keys(clients)), said: fc.oneof(written, objects) })
  await fuzz('answers', input, async ({ client, said }) => {
    if ('answer' in said) bytes = edited(Buffer.from(answers[said.answer] ?? '', 'latin1'), said.changes)
    else {
      const text = JSON.stringify(said.body)
      const nested = `{"access_token":"t","detail":${text},"errors":{"a":${'['.repeat(said.depth)}${text}${']'.repeat(said.depth)}}}`
      bytes = Buffer.from(`HTTP/1.1 ${said.status} X\r\nContent-Length: ${Buffer.byteLength(nested)}\r\n\r\n${nested}`)
    }
    await clients[client]?.()
  })
})
