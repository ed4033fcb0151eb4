import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post, request } from './rawClient.ts'
import { startTestReceiver, type TestReceiver } from './startTestReceiver.ts'

let test: TestReceiver
beforeEach(async () => {
  test = await startTestReceiver({ headersTimeout: 80, requestTimeout: 240 })
})
afterEach(async () => test.stop())

/** Resolves once the receiver has certainly looked at its timers: another sender ran into the head limit since. */
async function headLimitPassed(): Promise<void> {
  const slow = await test.connect()
  slow.send('POST /in/known HTTP/1.1\r\n')
  expect((await slow.answer()).status).toBe(408)
}

describe('a socket on which no request has begun', () => {
  it('is never timed out when it was opened ahead', async () => {
    const ahead = await test.connect()
    await headLimitPassed()
    await headLimitPassed()
    await headLimitPassed()
    await headLimitPassed()
    ahead.send(post('finally'))
    expect((await ahead.answer()).status).toBe(200)
  })

  it('is never timed out between two requests', async () => {
    const client = await test.connect()
    client.send(post('one'))
    expect((await client.answer()).status).toBe(200)
    await headLimitPassed()
    await headLimitPassed()
    await headLimitPassed()
    await headLimitPassed()
    client.send(post('two'))
    expect((await client.answer()).status).toBe(200)
  })
})

describe('a slow sender', () => {
  it('gets 408 when its head does not end in time, and the connection is ended', async () => {
    const client = await test.connect()
    client.send('POST /in/known HTTP/1.1\r\nHost: x\r\nX-')
    expect(await client.answer()).toMatchObject({ status: 408, headers: { connection: 'close' } })
    await client.ended()
    expect(test.kept).toHaveLength(0)
  })

  it('gets 408 for its head also on a socket that waited long before, and on a later request of a connection', async () => {
    const ahead = await test.connect()
    const used = await test.connect()
    used.send(`${post('one')}POST /in/kno`)
    expect((await used.answer()).status).toBe(200)
    expect((await used.answer()).status).toBe(408)
    await headLimitPassed()
    ahead.send('POST /in/known HTTP/1.1\r\n')
    expect((await ahead.answer()).status).toBe(408)
  })

  it('gets 408 when its body does not end in time; what came is recorded, what comes later does not count', async () => {
    const client = await test.connect()
    client.send(request({ 'Content-Length': '10' }), 'hello')
    expect((await client.answer()).status).toBe(408)
    client.send('world', post('another'))
    expect(await client.ended()).toBe('')
    client.socket.end()
    await test.keptCount(1)
    expect(test.kept).toHaveLength(1)
    expect(test.kept[0]).toMatchObject({ refusal: 408, request: { truncated: true, contentLength: 10 } })
    expect(Buffer.from(test.kept[0]?.request.body ?? []).toString()).toMatch(/^hello/)
    expect(test.answered).toHaveLength(0)
  })

  it('that drips bytes is cut off too', async () => {
    const client = await test.connect()
    client.send(request({ 'Content-Length': '100000' }))
    const drip = setInterval(() => client.send('x'), 10)
    expect((await client.answer()).status).toBe(408)
    clearInterval(drip)
    await client.ended()
  })
})

describe('a sender that goes away', () => {
  it('in mid-body leaves a truncated record that was never acknowledged', async () => {
    const client = await test.connect()
    client.send(request({ 'Content-Length': '10', Expect: '100-continue' }))
    expect((await client.answer()).status).toBe(100)
    client.send('hel')
    client.socket.resetAndDestroy()
    await test.keptCount(1)
    expect(test.kept[0]).toMatchObject({ refusal: 408, request: { truncated: true, contentLength: 10 } })
    expect(test.answered).toHaveLength(0)
  })

  it('by ending its side in mid-body gets 400, and what came is recorded', async () => {
    const client = await test.connect()
    client.socket.end(`${request({ 'Content-Length': '10' })}hel`)
    expect((await client.answer()).status).toBe(400)
    await test.keptCount(1)
    expect(test.kept[0]).toMatchObject({ refusal: 408, request: { truncated: true, size: 3 } })
  })

  it('in mid-head leaves nothing', async () => {
    const client = await test.connect()
    client.socket.end('POST /in/known HT')
    expect((await client.answer()).status).toBe(400)
    await client.ended()
    expect(test.kept).toHaveLength(0)
  })
})
