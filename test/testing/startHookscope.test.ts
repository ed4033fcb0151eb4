/** `hookscope/testing`: what a test of a webhook handler does with Hookscope, in its own process. */
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startHookscope } from '../../src/testing/startHookscope.ts'
import type { StartOptions } from '../../src/testing/testing.d.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'

async function start(options: StartOptions = {}) {
  const hookscope = await startHookscope(options)
  onTestFinished(() => hookscope.stop())
  return hookscope
}

const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('hookscope-testing-'))

describe('Hookscope in a test', () => {
  it('receives what a sender posts, and removes its folder when it stops', async () => {
    const before = ownFolders()
    const hookscope = await startHookscope({ sender: 'github', secret: 'our secret' })
    expect(ownFolders().length).toBe(before.length + 1)
    await hookscope.send({ body: { zen: 'Design for failure.' }, headers: { 'x-github-event': 'ping' } })
    const delivery = await hookscope.waitFor('verdict:valid "Design for failure."')
    expect(delivery).toMatchObject({
      id: '1',
      method: 'POST',
      verdict: 'valid',
      eventType: 'ping',
      answeredStatus: 200,
    })
    expect(delivery.json()).toEqual({ zen: 'Design for failure.' })
    expect(delivery.headers).toContainEqual(['content-type', 'application/json'])
    await hookscope.stop()
    expect(ownFolders()).toEqual(before)
  })

  it('returns each delivery once, also one that came before the wait', async () => {
    const hookscope = await start({ sender: 'shopify' })
    await hookscope.send({ body: { id: 1 } })
    await hookscope.send({ body: { id: 2 } })
    expect((await hookscope.waitFor('verdict:valid')).json()).toEqual({ id: 1 })
    const third = hookscope.waitFor('verdict:valid "three"')
    expect((await hookscope.waitFor('verdict:valid')).json()).toEqual({ id: 2 })
    await hookscope.send({ body: { id: 'three' } })
    expect((await third).json()).toEqual({ id: 'three' })
    expect((await hookscope.deliveries()).map(({ text }) => text)).toEqual(['{"id":1}', '{"id":2}', '{"id":"three"}'])
    expect((await hookscope.deliveries('"three"')).map(({ id }) => id)).toEqual(['3'])
  })

  it.each(['stripe', 'service'])('sends to an app, signed as %s, and returns its answer', async (sender) => {
    const hookscope = await start({ sender })
    const received: { headers: Record<string, unknown>; body: string }[] = []
    const app = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks as Buffer[]).toString() })
        response.writeHead(202).end('queued')
      })
    })
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void app.close())
    const { port } = app.address() as { port: number }
    const answer = await hookscope.send({ body: '{"a":1}', to: `http://127.0.0.1:${port}/hook` })
    expect(answer).toMatchObject({ status: 202, body: 'queued' })
    expect(received.map(({ body }) => body)).toEqual(['{"a":1}'])
    // The same request to the receiver is proven by the same secret.
    await hookscope.send({ body: '{"a":1}' })
    expect((await hookscope.waitFor('')).verdict).toBe('valid')
  })

  it('verifies a sender with a key pair', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const secret = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const hookscope = await start({ sender: 'discord', secret })
    await hookscope.send({ body: { type: 1 }, secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() })
    expect((await hookscope.waitFor('')).verdict).toBe('valid')
    await expect(startHookscope({ sender: 'discord' })).rejects.toThrow('signs with a key pair')
  })

  it('triggers the sandbox, whose delivery is verified', async () => {
    const hookscope = await start()
    const delivery = await hookscope.trigger('payment')
    expect(delivery).toMatchObject({ verdict: 'valid', resourceType: 'Payment', action: 'create' })
    expect(await hookscope.trigger('payment', { update: delivery.resourceId ?? '' })).toMatchObject({
      action: 'update',
    })
  })

  it('answers senders by a rule until it is undone', async () => {
    const hookscope = await start({ sender: 'github' })
    const undo = await hookscope.answerWith({
      when: '"slow"',
      status: 503,
      body: 'later',
      headers: { 'retry-after': '1' },
    })
    expect(await hookscope.send({ body: { is: 'slow' } })).toMatchObject({ status: 503, body: 'later' })
    expect(await hookscope.send({ body: { is: 'quick' } })).toMatchObject({ status: 200 })
    await undo()
    expect(await hookscope.send({ body: { is: 'slow' } })).toMatchObject({ status: 200 })
    await hookscope.answerWith({ status: 500, times: 1 })
    expect((await hookscope.send({ body: {} })).status).toBe(500)
    expect((await hookscope.send({ body: {} })).status).toBe(200)
  })
})

describe('a wait that fails', () => {
  it('says what arrived, and proves why a signature failed', async () => {
    const hookscope = await start({ sender: 'github', secret: 'right' })
    await hookscope.send({ body: { id: 1 }, headers: { 'x-github-event': 'push' }, secret: ' right' })
    const failure = hookscope.waitFor('verdict:valid', { timeout: 300 })
    await expect(failure).rejects.toThrow('No delivery matched "verdict:valid" within 0.3 s. Arrived:')
    await expect(failure).rejects.toThrow('#1 POST push: signature invalid, answered 200')
    await expect(failure).rejects.toThrow(/Proven: .*space/)
  })

  it('says where nothing arrived', async () => {
    const hookscope = await start()
    await expect(hookscope.waitFor('verdict:valid', { timeout: 50 })).rejects.toThrow(
      `Nothing arrived at ${hookscope.url}`,
    )
  })

  it('refuses a filter that cannot match', async () => {
    const hookscope = await start()
    await expect(hookscope.waitFor('verdit:valid')).rejects.toThrow('verdict')
  })
})

describe('what cannot be used', () => {
  it.each<[StartOptions, string]>([
    [{ sender: 'strip' }, 'There is no sender "strip". Did you mean "stripe"?'],
    [{ environment: 'x' }, '`environment` needs `join: true`.'],
    [{ join: true, data: '/nonexistent/hookscope' }, 'No Hookscope runs on /nonexistent/hookscope.'],
    [{ join: true, sender: 'github', environment: 'x' }, 'Give either `sender`'],
  ])('%o is refused with a sentence', async (options, sentence) => {
    const before = ownFolders()
    await expect(startHookscope(options)).rejects.toThrow(sentence)
    expect(ownFolders()).toEqual(before)
  })

  it('an app that does not answer is named', async () => {
    const hookscope = await start({ sender: 'github' })
    await expect(hookscope.send({ body: {}, to: 'http://127.0.0.1:9/hook' })).rejects.toThrow('No answer came from')
    await expect(hookscope.send({ body: {}, to: 'http://example.com/' })).rejects.toThrow('example.com')
  })
})

describe('joined to a running instance', () => {
  const folder = scratchFolder()
  let serve: ServeProcess
  beforeAll(async () => {
    serve = await startServe(folder.path, ['--receiver-port', '0'])
  })
  afterAll(async () => {
    await serve.stop()
    folder.remove()
  })

  it('has an environment of its own, which is removed with its deliveries', async () => {
    const { data, call } = serve
    const hookscope = await startHookscope({ join: true, data, sender: 'github' })
    await hookscope.send({ body: { id: 1 } })
    expect((await hookscope.waitFor('verdict:valid')).json()).toEqual({ id: 1 })
    await hookscope.stop()
    const environments = await call<{ name: string }[]>('GET', '/environments')
    expect(environments.filter(({ name }) => name.startsWith('github test'))).toEqual([])
    expect(existsSync(data)).toBe(true)
  })

  it('leaves an existing environment as it was, rules included', async () => {
    const { data, call } = serve
    const hookscope = await startHookscope({ join: true, data, environment: 'sandbox' })
    await hookscope.answerWith({ status: 503 })
    expect((await hookscope.send({ body: {}, secret: 'any' })).status).toBe(503)
    await hookscope.stop()
    expect(await call('GET', '/environments/sandbox/response-rules')).toMatchObject({ rules: [] })
  })
})
