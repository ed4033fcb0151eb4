import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allProbes } from '../../src/engine/checking/battery.ts'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { bodyProven } from '../../src/engine/signature/bodyProof.ts'
import { signatureAge, verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePresets } from '../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../src/shared/signature/signatureScheme.ts'
import { keysFor } from '../build/schemeKeys.ts'
import { gradeHandler, notable, schemeNamed } from './gradeHandler.ts'
import { secret, signatureHeader } from './handlers/handler.ts'
import { oneHandler, type SeenRequest } from './oneHandler.ts'

const digest = (body: Buffer | string, encoding: 'base64' | 'hex' = 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)
const isRight = ({ message, body }: SeenRequest) => message.headers[signatureHeader] === digest(body)

describe('the baseline', () => {
  test('refused: nothing else is tried, because a handler that refuses everything would pass every forgery', async () => {
    const { url } = await oneHandler(() => 401)
    const report = await gradeHandler({ url })
    expect(report.state).toBe('refused')
    expect(report.results.map(({ probe, outcome }) => [probe, outcome])).toEqual([['valid', 'fail']])
    expect(report.stopped).toContain('answered 401')
  })

  test.each<[string, (seen: SeenRequest) => boolean]>([
    ['a signature encoded as hex', ({ message, body }) => message.headers[signatureHeader] === digest(body, 'hex')],
    [
      'the signature of pretty-printed JSON',
      ({ message, body }) =>
        message.headers[signatureHeader] === digest(JSON.stringify(JSON.parse(body.toString()), null, 2)),
    ],
    [
      'the secret with a line feed at its end',
      ({ message, body }) =>
        message.headers[signatureHeader] === createHmac('sha256', `${secret}\n`).update(body).digest('base64'),
    ],
  ])('refused by a handler that expects %s: the report says so', async (what, takes) => {
    const { url } = await oneHandler((seen) => (takes(seen) ? 200 : 401))
    expect((await gradeHandler({ url })).stopped).toContain(what)
  })

  test('of a handler that is not there', async () => {
    const { url, server } = await oneHandler(() => 200)
    server.close()
    const report = await gradeHandler({ url })
    expect(report).toMatchObject({ state: 'refused', stopped: expect.stringContaining('ECONNREFUSED') })
    expect(report.results[0]).toMatchObject({
      sentence: 'No valid delivery was answered (ECONNREFUSED).',
      change: 'Start the handler, and check the host and port of its URL.',
    })
  })

  test.each<[string, string, (response: ServerResponse) => void, string]>([
    ['hangs', 'TIMEOUT', () => undefined, 'Answer before the work is done, and look for what the handler waits for.'],
    [
      'breaks off',
      'CLOSED',
      (response) => void response.destroy(),
      'Look in the handler’s log for why it broke off: it runs, because it answered another delivery.',
    ],
  ])(
    'of a handler that takes two deliveries and %s at the third',
    { tags: 'full' },
    async (_what, problem, atThird, change) => {
      let count = 0
      const { url } = await oneHandler((_seen, response) => {
        count += 1
        return count < 3 ? 200 : atThird(response)
      })
      const report = await gradeHandler({ url })
      expect(report).toMatchObject({
        state: 'refused',
        stopped: `The handler did not answer every valid delivery (${problem}), so nothing else was tried.`,
      })
      expect(report.results[0]).toMatchObject({ sentence: `A valid delivery was not answered (${problem}).`, change })
    },
  )
})

describe('a forgery that is refused by a crash', () => {
  test('is told how to refuse it, not what would be wrong if it were taken; what else was found comes first', async () => {
    const { url } = await oneHandler((seen, response) => {
      if (isRight(seen)) return 200
      response.writeHead(500).end('Error: no\n    at verify (/app/webhooks.js:3:9)')
      return undefined
    })
    const report = await gradeHandler({ url }, { only: ['guessable-secret', 'plain-answer', 'talkative'] })
    const { change, sentence } = report.results.find(({ probe }) => probe === 'guessable-secret') ?? {}
    expect(change).toContain('Answer 401 instead of throwing')
    expect(sentence).toContain('Secret "undefined": 500 instead of 4xx')
    expect(report.results.find(({ probe }) => probe === 'talkative')?.sentence).toContain('a stack trace')
  })
})

test('501 is a clear refusal of a method, and a crash of a signature', async () => {
  const { url } = await oneHandler((seen) => (seen.message.method === 'POST' && isRight(seen) ? 200 : 501))
  const report = await gradeHandler({ url }, { only: ['forged', 'methods'] })
  expect(notable(report)).toEqual({ forged: 'warning medium' })
})

describe('what cannot be known is inconclusive, never a pass', () => {
  test('repetitions, where nobody counts effects', async () => {
    const { url } = await oneHandler((seen) => (isRight(seen) ? 200 : 401))
    const report = await gradeHandler({ url }, { only: ['twice', 'fifty-at-once', 'retry-after-break'] })
    expect(notable(report)).toEqual({
      twice: 'inconclusive',
      'fifty-at-once': 'inconclusive',
      'retry-after-break': 'inconclusive',
    })
  })

  test('a count that no valid delivery changed shows nothing', { tags: 'full' }, async () => {
    const { url } = await oneHandler((seen) => (isRight(seen) ? 200 : 401))
    const report = await gradeHandler({ url, effects: () => 0 }, { only: ['twice'] })
    expect(notable(report)).toEqual({ twice: 'inconclusive' })
    expect(report.results.at(-1)?.sentence).toContain('changed no count in time')
  })

  test('an effect before the refusal is a failure, whatever the status says', async () => {
    let work = 0
    const { url } = await oneHandler((seen) => {
      work += 1
      return isRight(seen) ? 200 : 401
    })
    const report = await gradeHandler({ url, effects: () => work }, { only: ['forged'] })
    expect(notable(report)).toEqual({ forged: 'fail critical' })
    expect(report.results.at(-1)?.sentence).toBe(
      'A delivery that must be refused had an effect. 1 effect was counted where 0 are right.',
    )
  })
})

describe('a handler that dies', () => {
  test('is named with the probe that killed it, and the run ends when it stays away', async () => {
    const { url, server } = await oneHandler((seen, response) => {
      const header = String(seen.message.headers[signatureHeader] ?? '')
      if (header === '') {
        server.close()
        server.closeAllConnections()
        response.destroy()
        return undefined
      }
      return isRight(seen) ? 200 : 401
    })
    const report = await gradeHandler({ url }, { only: ['empty-signature', 'forged'], restartMs: 300 })
    expect(report.state).toBe('died')
    expect(report.results.at(-1)).toMatchObject({ probe: 'empty-signature', outcome: 'fail', severity: 'critical' })
  })

  test('at a connection that is reset in the middle of a body is named, too', async () => {
    const { url, server } = await oneHandler((seen) => (isRight(seen) ? 200 : 401))
    server.on('request', (message: SeenRequest['message']) => {
      message.on('error', () => {
        server.close()
        server.closeAllConnections()
      })
    })
    const report = await gradeHandler({ url }, { only: ['reset'], restartMs: 300 })
    expect(report.results.at(-1)).toMatchObject({ probe: 'reset', outcome: 'fail' })
  })

  test('is told apart from one that refuses valid deliveries from then on', async () => {
    let isLocked = false
    const { url } = await oneHandler((seen) => {
      isLocked ||= seen.message.headers[signatureHeader] === ''
      return isLocked ? 429 : isRight(seen) ? 200 : 401
    })
    const report = await gradeHandler({ url }, { only: ['empty-signature', 'forged'], restartMs: 300 })
    expect(report).toMatchObject({
      state: 'died',
      stopped: 'After the probe "empty-signature" the handler answers 429 to valid deliveries.',
    })
  })

  test('and goes on where something starts it again', { tags: 'full' }, async () => {
    let dead = 0
    const { url } = await oneHandler((seen, response) => {
      if (seen.message.headers[signatureHeader] === '') dead = 3
      if (dead > 0) {
        dead -= 1
        response.destroy()
        return undefined
      }
      return isRight(seen) ? 200 : 401
    })
    const report = await gradeHandler({ url }, { only: ['empty-signature', 'one-bit'] })
    expect(report.state).toBe('done')
    expect(notable(report)).toEqual({ 'empty-signature': 'fail critical' })
  })
})

describe('a run', () => {
  test('sends nothing more on a connection that the handler said it closes, however long that takes', async () => {
    const received: number[] = []
    const server = createServer((socket) => {
      const at = received.push(0) - 1
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        if (!data.includes('POST ')) return
        received[at] = (received[at] ?? 0) + 1
        // As Werkzeug does: it announces that, and then reads on.
        if (received[at] === 1) socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const report = await gradeHandler({ url: `http://127.0.0.1:${port}/` }, { only: ['reuse'] })
    expect(notable(report)).toEqual({})
    expect(received).toEqual(Array.from({ length: 23 }, () => 1))
  })

  test('ends when it is cancelled, with what is known so far', async () => {
    const { url } = await oneHandler((seen) => (isRight(seen) ? 200 : 401))
    const abort = new AbortController()
    const report = await gradeHandler(
      { url },
      { signal: abort.signal, onProgress: ({ done }) => (done >= 2 ? abort.abort() : undefined) },
    )
    expect(report.state).toBe('cancelled')
    expect(report.results.map(({ probe }) => probe)).toEqual(['valid', 'follow-up'])
  })

  test('sends the same bytes again with the same seed', async () => {
    const runs: string[][] = []
    for (const turn of [0, 1]) {
      const bodies: string[] = []
      runs[turn] = bodies
      const { url } = await oneHandler((seen) => {
        bodies.push(seen.body.toString())
        return isRight(seen) ? 200 : 401
      })
      await gradeHandler({ url }, { only: ['forged', 'layout'], now: () => 1_770_000_000_000 })
    }
    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]?.length).toBeGreaterThan(5)
  })

  test('never has the secret in its report, not where a redirect says it', async () => {
    const location = `/in?key=${secret}`
    const { url } = await oneHandler((_seen, response) => void response.writeHead(302, { location }).end())
    const report = await gradeHandler({ url })
    expect(report.stopped).toContain('It redirects to /in?key=')
    expect(JSON.stringify(report)).not.toContain(secret)
  })

  test('never has the secret in its report, not even where the handler says it or the sender sends it', async () => {
    const { url } = await oneHandler((seen, response) => {
      const taken = seen.message.headers['x-gitlab-token'] === secret
      response.writeHead(taken ? 200 : 401).end(`the secret is ${secret}`)
    })
    const report = await gradeHandler({ url }, { scheme: schemeNamed('gitlab') })
    expect(notable(report)).toMatchObject({ talkative: 'fail critical' })
    expect(JSON.stringify(report)).not.toContain(secret)
    expect(JSON.stringify(report)).not.toContain(Buffer.from(secret).toString('base64'))
  })
})

describe('every scheme that can be signed', () => {
  const all = schemePresets
  // One of each way to sign; all of them in the full run.
  const usual = new Set(
    (
      'service stripe standard-webhooks github shopify twilio gitlab linear adyen discord paypal plaid mailgun ' +
      'adyen-payments http-signature-ed25519 ebay'
    ).split(' '),
  )
  for (const scheme of all) {
    const name = `${scheme.id}: a handler that verifies as Hookscope does takes every valid delivery and no forgery`
    test(name, { tags: usual.has(scheme.id) ? [] : ['full'] }, async () => {
      const { signs, checks } = keysFor(scheme)
      const { url } = await oneHandler((seen) => (verified(seen, url, scheme, checks) ? 200 : 401))
      const report = await gradeHandler({ url }, { scheme, secret: signs, skip: ['slow', 'fifty-at-once', 'reuse'] })
      expect(report).toMatchObject({ state: 'done', stopped: null })
      const critical = report.results.filter(({ outcome, group }) => outcome === 'fail' && group !== 'repeats')
      expect(critical.map(({ probe, sentence }) => `${probe}: ${sentence}`)).toEqual([])
    })
  }

  test('has at least the probes of signatures that apply to it, and says why others do not', async () => {
    expect(all.length).toBeGreaterThan(80)
    const { url } = await oneHandler((seen) => (verified(seen, url, schemeNamed('gitlab'), secret) ? 200 : 401))
    const report = await gradeHandler({ url }, { scheme: schemeNamed('gitlab') })
    const unasked = report.results.filter(({ outcome }) => outcome === 'not-applicable')
    expect(unasked.map(({ probe }) => probe)).toEqual(expect.arrayContaining(['old', 'one-bit', 'rotation']))
    for (const { sentence } of unasked) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})

/** A handler that is right in all: signature, body, time. */
function verified({ message, body }: SeenRequest, url: string, scheme: SignatureScheme, text: string): boolean {
  const seen = {
    headers: message.rawHeaders,
    body,
    truncated: false,
    method: message.method ?? '',
    urls: [new URL(message.url ?? '', url).href],
    receivedAt: Date.now(),
  }
  const key = verificationSecret({ id: '1', label: '', text, current: true }, scheme)
  if (message.method !== 'POST' || verifySignature(seen, scheme, [key]).verdict !== 'valid') return false
  return (bodyProven(seen, scheme, key) || scheme.bodyUnsigned === true) && signatureAge(seen, scheme)?.tooOld !== true
}

test('probes have names of their own, and texts that are sentences', () => {
  expect(new Set(allProbes.map(({ name }) => name)).size).toBe(allProbes.length)
  for (const { good, fault, change, needs } of allProbes) {
    for (const text of [good, fault, change]) expect(text).toMatch(/^["A-Z].*\.$/)
    if (needs !== undefined) expect(allProbes.map(({ name }) => name)).toContain(needs)
  }
})
