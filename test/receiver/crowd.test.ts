import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../src/engine/receiver/types.ts'
import { post } from './rawClient.ts'
import { startTestReceiver, type TestReceiver } from './startTestReceiver.ts'

let test: TestReceiver
const others: ChildProcess[] = []
let answer: () => void = () => undefined

async function start(headersTimeout?: number): Promise<TestReceiver> {
  const limits = { maxConnections: 20, ...(headersTimeout === undefined ? {} : { headersTimeout }) }
  return startTestReceiver(limits, async ({ request, refusal }) => {
    if (Buffer.from(request.body).toString() === 'delayed') {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
    }
    return { status: refusal ?? 200 }
  })
}

beforeEach(async () => {
  test = await start()
})
afterEach(async () => {
  for (const child of others.splice(0)) child.kill('SIGKILL')
  await test.stop()
})

/** Another process that opens sockets and sends this over each, or nothing; `closed` lists those that the receiver closed. */
async function strangers(count: number, text = ''): Promise<{ closed: number[]; firstClosed: Promise<unknown> }> {
  const script = `
    const { connect } = require('node:net')
    let open = 0
    for (let at = 0; at < ${count}; at++) {
      const socket = connect(${test.receiver.port}, '127.0.0.1', () => {
        socket.write(${JSON.stringify(text)})
        if (${text === ''} && ++open === ${count}) console.log('open')
      })
      socket.on('error', () => undefined)
      socket.once('data', () => { if (++open === ${count}) console.log('open') })
      socket.on('close', () => console.log(at))
      socket.resume()
    }`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  others.push(child)
  const closed: number[] = []
  const first = Promise.withResolvers<void>()
  const lines = createInterface({ input: child.stdout })
  const opened = Promise.withResolvers<void>()
  lines.on('line', (line) => {
    if (line === 'open') opened.resolve()
    else {
      closed.push(Number(line))
      first.resolve()
    }
  })
  await opened.promise
  return { closed, firstClosed: first.promise }
}

const partOfHead = 'POST /in/known HTTP/1.1\r\nHost: x\r\n'

/** Whether a sender that comes now is taken. */
async function isTaken(by = test): Promise<boolean> {
  const sender = await by.connect()
  sender.send(post('new'))
  const taken = await sender.answer().then(
    ({ status }) => status === 200,
    () => false,
  )
  sender.socket.destroy()
  return taken
}

describe('silent sockets up to the limit', () => {
  it('do not close the receiver: the oldest goes for one that comes', async () => {
    const silent = await strangers(20)
    expect(await isTaken()).toBe(true)
    await silent.firstClosed
    expect(silent.closed).toEqual([0])
  })

  it('do not close it by coming all the time either', async () => {
    await strangers(20)
    await strangers(200)
    expect(await isTaken()).toBe(true)
  })

  it('do not close it with an answer on each: the longest unused goes, once it cannot be in a request', async () => {
    await test.stop()
    test = await start(100)
    const used = await strangers(20, post('one'))
    await expect.poll(async () => isTaken(), { timeout: 10_000 }).toBe(true)
    await used.firstClosed
    expect(used.closed).toEqual([0])
  })
})

describe('a sender that does not read its answer', () => {
  const body = Buffer.alloc(32 * 1024 * 1024)
  it('does not hold its connection for ever', async () => passesOn({ status: 200, body }))

  it.each<[string, Answer['how']]>([
    ['cut off', { truncateAt: body.length - 1 }],
    ['reset in its middle', { reset: 'middle' }],
  ])('does not do so either where that is %s', { tags: 'full' }, async (_what, how) =>
    passesOn({ status: 200, body, how: how ?? {} }),
  )

  /** The only connection goes to the next sender, although the first one reads nothing of its answer. */
  async function passesOn(large: Answer): Promise<void> {
    const answers = [large, { status: 200 }]
    const limits = { maxConnections: 1, requestTimeout: 100 }
    const small = await startTestReceiver(limits, async () => answers.shift() ?? { status: 200 })
    const client = await small.connect()
    client.socket.pause()
    client.send(post('one'))
    await small.keptCount(1)
    await expect.poll(async () => isTaken(small)).toBe(true)
    await small.stop()
  }

  it('may be silent after it has read it', async () => {
    const large = { status: 200, body: Buffer.alloc(1024 * 1024) }
    const own = await startTestReceiver({ maxConnections: 2, requestTimeout: 100 }, async () => large)
    const client = await own.connect()
    client.send(post('one'))
    expect((await client.answer()).status).toBe(200)
    await client.take(large.body.length)
    // Wait until another sender has run into the same limit.
    const slow = await own.connect()
    slow.send(partOfHead)
    expect((await slow.answer()).status).toBe(408)
    client.send(post('two'))
    expect((await client.answer()).status).toBe(200)
    await own.stop()
  })
})

it('an answer that Node refuses to write ends its connection, and the next sender is answered', async () => {
  const answers: Answer[] = [{ status: 200, headers: { 'X-Line': 'one\ntwo' } }, { status: 200 }]
  const own = await startTestReceiver({}, async () => answers.shift() ?? { status: 500 })
  const client = await own.connect()
  client.send(post('one'))
  await client.ended()
  expect(await isTaken(own)).toBe(true)
  await own.stop()
})

describe('a connection stays', () => {
  it('when a request has begun on it, although others are younger', async () => {
    const begun = await strangers(1, `${post('one')}${partOfHead}`)
    const silent = await strangers(19)
    expect(await isTaken()).toBe(true)
    await silent.firstClosed
    expect(begun.closed).toEqual([])
  })

  it('while its answer is delayed: when all are in use, who comes then is turned away', async () => {
    const delayed = await test.connect()
    delayed.send(post('delayed'))
    await test.keptCount(1)
    const silent = await strangers(19)
    for (let count = 0; count < 19; count++) (await test.connect()).send(partOfHead)
    await expect.poll(() => silent.closed.length).toBe(19)
    expect(await isTaken()).toBe(false)
    answer()
    expect((await delayed.answer()).status).toBe(200)
  })

  it('when it is our own, as a tunnel keeps some that carry nothing yet', async () => {
    const own = await test.connect()
    const silent = await strangers(19)
    for (let count = 0; count < 25; count++) expect(await isTaken()).toBe(true)
    await silent.firstClosed
    own.send(post('at last'))
    expect((await own.answer()).status).toBe(200)
  })
})
