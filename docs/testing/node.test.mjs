import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startHookscope } from 'hookscope/testing'
import { notify, startApp } from './app.mjs'

let hookscope
let app
before(async () => {
  hookscope = await startHookscope({ sender: 'github' })
  app = await startApp(hookscope.secret)
})
after(async () => {
  await app.stop()
  await hookscope.stop()
})

test('the app accepts a signed event', async () => {
  const answer = await hookscope.send({ body: { action: 'opened' }, to: app.url })
  assert.equal(answer.status, 204)
  assert.deepEqual(app.accepted, [{ action: 'opened' }])
})

test('the app refuses a body that was changed on its way', async () => {
  const answer = await hookscope.send({ body: { action: 'opened' }, to: app.url, break: 'flip-byte' })
  assert.equal(answer.status, 401)
})

test('our own webhooks are signed', async () => {
  await notify(hookscope.url, hookscope.secret, { action: 'closed' })
  const delivery = await hookscope.waitFor('verdict:valid "closed"')
  assert.deepEqual(delivery.json(), { action: 'closed' })
})
