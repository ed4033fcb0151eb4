import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDelivery } from '../build/startTestHost.ts'
import { startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433'])(
  'nothing is sent again to the page’s own port as %s, not even by who asks for the receiver',
  async (name) => {
    const came = nextDelivery(serve.host)
    const { receiver } = await serve.client.status()
    await fetch(receiver.url ?? '', { method: 'POST', body: '{}', headers: { authorization: serve.authorization } })
    const { id } = await came
    const url = `http://${name}:${serve.port}/api/v1/status`
    for (const toReceiver of [false, true]) {
      await expect(serve.client.deliveries.replay({ id, url, toReceiver })).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    expect(await serve.client.deliveries.attempts({ id })).toEqual([])
  },
)

test('nothing is forwarded to the page’s own port', async () => {
  const url = `http://localhost.:${serve.port}/`
  const { environment } = await serve.client.status()
  const rule = { id: environment.id, target: url }
  await expect(serve.client.forwarding.live(rule)).rejects.toThrow('one of Hookscope’s own')
})
