import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../src/engine/checking/wire/exchange.ts'
import { resolveTarget } from '../../src/engine/checking/wire/resolveTarget.ts'
import { selfSignedCertificate } from '../build/selfSignedCertificate.ts'
import { gradeHandler, notable } from './gradeHandler.ts'

const request = { method: 'POST', url: 'http://handler.test/hook', headers: [], body: Buffer.from('{}') }

/** Runs an exchange with a server that sends these bytes, then closes the connection or waits. */
async function answerTo(bytes: string, { method = 'POST', waits = false } = {}) {
  const url = await handlerThat((socket) => (waits ? socket.write(bytes, 'latin1') : socket.end(bytes, 'latin1')))
  const found = await resolveTarget(url, { allowRemote: false, closedPorts: new Set() })
  if (!found.ok) throw new Error(found.problem)
  const { signal } = new AbortController()
  const { status, headers, body, problem, closes } = await exchange(
    found.target,
    { ...request, method },
    undefined,
    5000,
    signal,
  )
  return { status, headers, body: body.toString('latin1'), problem, closes }
}

async function handlerThat(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const chunked = (body: string) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`

describe('an answer that is written to break the check', () => {
  test.each(['-6', '-0', '+1', ' 1', '0x10', '1g', '', 'f'.repeat(400), 'Infinity'])(
    'with the chunk size %j: its status counts, and the body ends there',
    async (size) => {
      const bytes = chunked(`3\r\nabc\r\n${size}\r\n0123456789\r\n0\r\n\r\n`)
      expect(await answerTo(bytes, { waits: true })).toMatchObject({ status: 200, body: 'abc', closes: true })
    },
  )

  test.each(['-5', '0x2', '1e1', '2, 3', '99999999999999999999', ''])(
    'with the Content-Length %j: its status counts, and no body is read',
    async (length) => {
      const bytes = `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nabcdefghijkl`
      expect(await answerTo(bytes, { waits: true })).toMatchObject({ status: 200, body: '', closes: true })
    },
  )

  test('of 140 kB of "103 Early Hints", or of many more than any server sends, is malformed', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
    const final = 'HTTP/1.1 204 No Content\r\n\r\n'
    expect(await answerTo(early.repeat(5000) + final)).toMatchObject({ status: null, problem: 'MALFORMED_ANSWER' })
    expect(await answerTo(early.repeat(33) + final)).toMatchObject({ status: null, problem: 'MALFORMED_ANSWER' })
    expect(await answerTo(early.repeat(3) + final)).toMatchObject({ status: 204, problem: null })
  })

  test.each([
    ['no HTTP', 'SSH-2.0-x'],
    ['another version', 'HTTP/2 200\r\n\r\n'],
    ['a status below 100', 'HTTP/1.1 099 x\r\n\r\n'],
    ['a protocol nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'],
    ['lines that end in LF', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
    ['a head of 70 kB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a head of 70 kB in lines', `HTTP/1.1 200 OK\r\n${'X: x\r\n'.repeat(12_000)}\r\n`],
  ])('with %s is malformed as soon as that is seen', async (_what, bytes) => {
    expect(await answerTo(bytes, { waits: true })).toMatchObject({ status: null, problem: 'MALFORMED_ANSWER' })
  })

  test.each([
    ['chunks of one byte', chunked('1\r\nx\r\n'.repeat(30_000) + '0\r\n\r\n'), 'x'.repeat(30_000)],
    ['chunk extensions and trailers', chunked('3;a=b\r\nabc\r\n0\r\nT: v\r\n\r\n'), 'abc'],
    ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', 'abc'],
    ['the same length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc', 'abc'],
    [
      'a body of 1 MB, of which 64 kB are kept',
      `HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1e6)}`,
      'x'.repeat(65_536),
    ],
  ])('with %s is whole without waiting for the connection to close', async (_what, bytes, body) => {
    expect(await answerTo(bytes, { waits: true })).toMatchObject({ status: 200, body, problem: null, closes: false })
  })

  test('to HEAD ends with its head, and one without a length with the connection', async () => {
    const bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n'
    expect(await answerTo(bytes, { method: 'HEAD', waits: true })).toMatchObject({ status: 200, body: '' })
    expect(await answerTo('HTTP/1.1 200 OK\r\n\r\nabc')).toMatchObject({ status: 200, body: 'abc' })
    expect(await answerTo('HTTP/1.0 200 OK\r\n\r\n')).toMatchObject({ status: 200, closes: true })
  })

  test('with bytes behind its end: the connection is not used again', async () => {
    const two = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 Other\r\nContent-Length: 0\r\n\r\n'
    expect(await answerTo(two, { waits: true })).toMatchObject({ status: 200, closes: true })
  })

  test('ends no check: each is a report', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\n\r\n'
    const url = await handlerThat((socket) => socket.end(early.repeat(5000)))
    expect(await gradeHandler({ url })).toMatchObject({
      state: 'refused',
      stopped: expect.stringContaining('MALFORMED'),
    })
  })
})

test('a handler with https is reset in the middle of a body, as one without', async () => {
  const { key, cert } = selfSignedCertificate()
  const seen = Promise.withResolvers<string | undefined>()
  const server = createSecureServer({ key, cert }, (message, response) => {
    message.on('error', (error: NodeJS.ErrnoException) => seen.resolve(error.code))
    message.resume().on('end', () => response.writeHead(200).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const report = await gradeHandler({ url }, { only: ['reset'] })
  expect(await seen.promise).toBe('ECONNRESET')
  expect(report.results.map(({ probe }) => probe)).toEqual(['valid', 'reset'])
  expect(notable(report)).toEqual({})
})
