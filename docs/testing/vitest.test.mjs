import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHookscope } from 'hookscope/testing'
import { notify, startApp } from './app.mjs'

let hookscope
let app
beforeAll(async () => {
  hookscope = await startHookscope({ sender: 'github' })
  app = await startApp(hookscope.secret)
})
afterAll(async () => {
  await app.stop()
  await hookscope.stop()
})

test('the app accepts a signed event', async () => {
  const answer = await hookscope.send({ body: { action: 'opened' }, to: app.url })
  expect(answer.status).toBe(204)
  expect(app.accepted).toEqual([{ action: 'opened' }])
})

test('our own webhooks are signed, and sent again after a 503', async () => {
  await hookscope.answerWith({ status: 503, times: 1 })
  for (let status = 503; status === 503;) {
    status = (await notify(hookscope.url, hookscope.secret, { action: 'closed' })).status
  }
  expect((await hookscope.waitFor('verdict:valid "closed"')).answeredStatus).toBe(503)
  expect((await hookscope.waitFor('verdict:valid "closed"')).answeredStatus).toBe(200)
})
