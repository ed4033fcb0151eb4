import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { json, startScriptedServer } from '../build/startScriptedServer.ts'
import { selfSignedCertificate } from '../build/selfSignedCertificate.ts'
import { gets, startTestFollowUps, startTestService, type TestOptions } from './startTestFollowUps.ts'

/** One follow-up against a service with such answers. The tests assert the sentence for the user. */
async function followUp(answer: (response: ServerResponse) => void, options: TestOptions = {}, action = 'update') {
  const service = await startTestService((_request, response) => answer(response))
  const test = await startTestFollowUps(service, options)
  const { id } = await test.receive({ action })
  const end = await test.ended(id)
  return { end, attempts: await test.store.attempts(id), service, test }
}

/** `npm test` tries the usual ones of many similar statuses. */
const usual = new Set([401, 404, 500])

describe('a follow-up that the service refuses', () => {
  for (const [status, reason] of [
    [
      401,
      'The service does not accept the token (401), not even a new one. Check audience and base URL under Connection. The service says: Sorry',
    ],
    [
      403,
      'This user may not do that (403). A read only user may only read; the master user may do everything. The service says: Sorry',
    ],
    [
      404,
      'We guessed this path. Correct it under Object paths. The service knows nothing at this address (404). The service says: Sorry',
    ],
    [409, 'It conflicts with what the service already has (409). The service says: Sorry'],
    [410, 'It is no longer there: the service says that it is gone for good (410). The service says: Sorry'],
    [418, 'The service answered 418, which was not expected. The service says: Sorry'],
  ] as const)
    it(`with ${status} fails at once and says why`, { tags: usual.has(status) ? [] : ['full'] }, async () => {
      const { end, attempts, service } = await followUp((response) => json(response, status, { title: 'Sorry' }))
      expect(end).toMatchObject({ state: 'failed', status, reason, why: { fields: { said: 'Sorry' } } })
      // Only a 401 is asked for twice: with the token of before and with a new one.
      expect(gets(service)).toHaveLength(status === 401 ? 2 : 1)
      expect(attempts.map((attempt) => attempt.status)).toEqual(status === 401 ? [401, 401] : [status])
      expect(Buffer.from(attempts[0]?.body ?? []).toString()).toBe('{"title":"Sorry"}')
    })

  it('with 404 after it was deleted does not blame the path', async () => {
    const { end } = await followUp((response) => json(response, 404, {}), {}, 'Delete')
    expect(end.reason).toMatch(/^The service knows nothing at this address \(404\)\. Check/)
  })

  it('with a redirect fails, shows where it points, and does not go there', async () => {
    const elsewhere = await startScriptedServer((_request, response) => json(response, 200, {}))
    onTestFinished(async () => elsewhere.stop())
    const { end, attempts } = await followUp((response) => response.writeHead(302, { location: elsewhere.url }).end())
    expect(end).toEqual({
      state: 'failed',
      status: 302,
      reason:
        'The service redirects (302). A token is not sent elsewhere: give the final address as base URL under Connection.',
      why: { code: 'service-redirects', fields: { status: 302, said: null } },
    })
    expect(attempts[0]?.responseHeaders).toContainEqual(['location', elsewhere.url])
    expect(elsewhere.seen).toHaveLength(0)
  })
})

describe('a token that expires in mid-flight', () => {
  it('is replaced once, the request is sent once more, and both are kept without their tokens', async () => {
    let refused = false
    const { end, attempts, service } = await followUp((response) => {
      if (refused) json(response, 200, { id: 'x' })
      else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end()
      refused = true
    })
    expect(end).toEqual({ state: 'done', status: 200, reason: null })
    expect(service.seen.map(({ path }) => path.slice(0, 6))).toEqual(['/oauth', '/api/t', '/oauth', '/api/t'])
    expect(attempts.map(({ status }) => status)).toEqual([401, 200])
    for (const { requestHeaders } of attempts) expect(requestHeaders).toContainEqual(['authorization', '[redacted]'])
  })
})

describe('a follow-up that fails in a way that may pass', () => {
  for (const [status, reason] of [
    [408, /^The service waited too long for the request \(408\)\. It was tried 5 times within 1 s\. Run it again/],
    [429, /^The service wants fewer requests \(429\)\. It was tried 5 times within 1 s\. Run it again/],
    [500, /^The service failed \(500\)\. It was tried 5 times within 1 s\. Run it again when the trouble is over\.$/],
    [503, /^The service failed \(503\)\. It was tried 5 times within 1 s\. Run it again/],
  ] as const)
    it(
      `with ${status} is tried five times, and each try is kept`,
      { tags: usual.has(status) ? [] : ['full'] },
      async () => {
        const { end, attempts, service } = await followUp((response) => response.writeHead(status).end('sorry'))
        expect(end).toMatchObject({ state: 'failed', status, reason: expect.stringMatching(reason) as string })
        expect(gets(service)).toHaveLength(5)
        expect(attempts.map((attempt) => attempt.status)).toEqual(Array.from({ length: 5 }, () => status))
        for (const { timing, body } of attempts) {
          expect(timing).toMatchObject({ queue: expect.any(Number) as number, total: expect.any(Number) as number })
          expect(timing.firstByte).toBeGreaterThan(0)
          expect(Buffer.from(body ?? []).toString()).toBe('sorry')
        }
      },
    )

  it('comes through when the trouble passes', async () => {
    let asked = 0
    const { end, attempts } = await followUp((response) => json(response, ++asked < 3 ? 500 : 200, { id: 'x' }))
    expect(end).toEqual({ state: 'done', status: 200, reason: null })
    expect(attempts.map(({ status }) => status)).toEqual([500, 500, 200])
  })

  it('when the connection is refused says that nothing listens', async () => {
    const dead = await startScriptedServer(() => undefined)
    await dead.stop()
    const { end, attempts } = await followUp(() => undefined, { baseUrl: dead.url })
    expect(end.reason).toBe(
      `Nothing listens at ${new URL(dead.url).host}. It was tried 5 times within 1 s. Run it again when the trouble is over.`,
    )
    expect(attempts.map(({ error }) => error?.code)).toEqual(Array.from({ length: 5 }, () => 'ECONNREFUSED'))
  })

  it('when the service hangs ends at the deadline and says so', async () => {
    const { end } = await followUp(() => undefined, { deadlineMs: 100 })
    expect(end.reason).toMatch(/^127\.0\.0\.1:\d+ did not answer within 0\.1 s\. It was tried 5 times/)
  })

  it(
    'when the answer drips ends at the deadline, however lively it drips, and what came is kept',
    { tags: 'full' },
    async () => {
      const { end, attempts } = await followUp(
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const drip = setInterval(() => response.write(' '), 5)
          response.on('close', () => clearInterval(drip))
        },
        { deadlineMs: 500 },
      )
      expect(end.reason).toMatch(
        /^127\.0\.0\.1:\d+ did not finish its answer within 0\.5 s: \d+ bytes came\. It was tried 5 times/,
      )
      expect(attempts[0]).toMatchObject({ status: 200, bodyTruncated: true, error: { code: 'DEADLINE' } })
      expect(attempts[0]?.body?.length).toBeGreaterThan(0)
    },
  )

  it('when the answer is shorter than it said is not taken for the object, and what came is kept', async () => {
    const { end, attempts, test } = await followUp((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{"id":"x"}', () => response.destroy())
    })
    expect(end.reason).toMatch(
      /^127\.0\.0\.1:\d+ broke off in the middle of its answer: 10 of 100 bytes came\. It was tried 5 times/,
    )
    expect(attempts[0]).toMatchObject({ status: 200, bodyTruncated: true, error: { code: 'TRUNCATED' } })
    expect(Buffer.from(attempts[0]?.body ?? []).toString()).toBe('{"id":"x"}')
    const [summary] = (await test.store.list({ limit: 1 })).items
    const { environmentId, resourceType, resourceId } = summary ?? {}
    expect(await test.store.snapshots(environmentId ?? '', resourceType ?? '', resourceId ?? '', 10)).toEqual([])
  })

  it('when the connection is cut in a chunked answer is a broken answer too', { tags: 'full' }, async () => {
    const { end } = await followUp((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"id":', () => response.destroy())
    })
    expect(end.reason).toMatch(/broke off in the middle of its answer: 6 bytes came\. It was tried 5 times/)
  })

  it('when no token is to be had for a moment is tried again, and each try says why', async () => {
    const provider = await startScriptedServer((_request, response) =>
      response.writeHead(503, { 'retry-after': '0' }).end(),
    )
    onTestFinished(async () => provider.stop())
    const { end, attempts } = await followUp(() => undefined, { authUrl: provider.url })
    expect(end.reason).toBe(
      'The identity provider failed with status 503. It was tried 5 times within 1 s. Run it again when the trouble is over.',
    )
    expect(attempts).toHaveLength(5)
    expect(attempts[0]).toMatchObject({ status: null, error: { code: 'http_503' }, requestHeaders: [] })
    // A provider that fails is left alone for two seconds, whoever asks.
    expect(provider.seen).toHaveLength(1)
  })
})

describe('a follow-up that trying again does not help', () => {
  it('fails at once for a certificate that nobody trusts', async () => {
    const server = createTlsServer(selfSignedCertificate(), (_request, response) => response.end('{}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { end, attempts } = await followUp(() => undefined, { baseUrl: `https://127.0.0.1:${port}` })
    expect(end.reason).toBe(
      `The TLS certificate of 127.0.0.1:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Check the address and the certificate.`,
    )
    expect(attempts).toHaveLength(1)
  })

  it('fails at once where https is asked of a port that speaks http', { tags: 'full' }, async () => {
    const plain = await startScriptedServer((_request, response) => json(response, 200, {}))
    onTestFinished(async () => plain.stop())
    const { host } = new URL(plain.url)
    const { end } = await followUp(() => undefined, { baseUrl: `https://${host}` })
    expect(end.reason).toMatch(
      /^127\.0\.0\.1:\d+ does not speak TLS \((EPROTO|ERR_SSL_[A-Z_]+)\)\. Check whether the address should begin with http:\/\//,
    )
  })

  it('fails at once where something answers that is not HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { end } = await followUp(() => undefined, { baseUrl: `http://127.0.0.1:${port}` })
    expect(end.reason).toMatch(
      /^127\.0\.0\.1:\d+ did not answer in HTTP \(HPE_[A-Z_]+\)\. Check the address and the port\.$/,
    )
  })
})

describe('an answer with 200 that is not the object', () => {
  it('because it is a page: says what came, and keeps it', async () => {
    const page = '<!doctype html>\n<html><title>Sign in</title>'
    const { end, attempts, service } = await followUp((response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    )
    expect(end).toEqual({
      state: 'failed',
      status: 200,
      reason:
        'The service answered 200, but not with JSON (content type text/html; charset=utf-8), so no object came. It begins: "<!doctype html> <html><title>Sign in</title>". Check the base URL under Connection and the path under Object paths.',
      why: {
        code: 'answer-not-json',
        fields: {
          status: 200,
          contentType: 'text/html; charset=utf-8',
          contentEncoding: null,
          begins: '<!doctype html> <html><title>Sign in</title>',
        },
      },
    })
    expect(gets(service)).toHaveLength(1)
    expect(attempts[0]).toMatchObject({ status: 200, error: { code: 'NOT_JSON', message: end.reason } })
    expect(Buffer.from(attempts[0]?.body ?? []).toString()).toBe(page)
  })

  it('because its JSON is broken: says so although the content type promises JSON', async () => {
    const { end } = await followUp((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    )
    expect(end.reason).toMatch(
      /but not with JSON \(content type application\/json\), so no object came\. It begins: "{"id":"/,
    )
  })

  it('because it is empty', { tags: 'full' }, async () => {
    const { end } = await followUp((response) => response.writeHead(204).end())
    expect(end).toMatchObject({ state: 'failed', status: 204 })
    expect(end.reason).toMatch(/^The service answered 204 with nothing in it, so no object came\./)
  })

  it('because it is larger than what is kept: it is cut, said so, and not asked for again', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20)
    let sent = 0
    const { end, attempts, service } = await followUp((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 * chunk.length })
      const more = () => {
        while (sent < 100) {
          sent += 1
          if (!response.write(chunk)) return
        }
        response.end()
      }
      response.on('drain', more)
      more()
    })
    expect(end.reason).toBe(
      'The answer is larger than 4.2 MB, which is as much as is kept, so it is not taken for the object. The attempt has its beginning.',
    )
    expect(attempts).toHaveLength(1)
    expect(attempts[0]).toMatchObject({ bodyTruncated: true, error: { code: 'TOO_LARGE' } })
    expect(attempts[0]?.body?.length).toBe(4 * chunk.length)
    expect(gets(service)).toHaveLength(1)
    expect(sent).toBeLessThan(100)
  })
})

describe('an answer that is the object', () => {
  it('is taken whatever its content type says, as long as it is JSON', { tags: 'full' }, async () => {
    const { end } = await followUp((response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end('{"a":1}'),
    )
    expect(end).toEqual({ state: 'done', status: 200, reason: null })
  })

  it('is kept without the token when the service repeats what it was sent', async () => {
    let token = ''
    const service = await startTestService(({ headers }, response) => {
      token = headers.authorization?.slice('Bearer '.length) ?? ''
      response.setHeader('x-echo', token)
      json(response, 200, { echo: `Bearer ${token}` })
    })
    const test = await startTestFollowUps(service)
    const { id } = await test.receive()
    await test.ended(id)
    expect(token).toMatch(/^token-\d$/)
    const kept = (await test.store.attempts(id)).map((attempt) => ({
      ...attempt,
      body: Buffer.from(attempt.body ?? []).toString(),
    }))
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept[0]?.body).toBe('{"echo":"Bearer [redacted]"}')
  })
})
