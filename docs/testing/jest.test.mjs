// node --experimental-vm-modules node_modules/jest/bin/jest.js jest.test.mjs
import { startHookscope } from 'hookscope/testing'
import { startApp } from './app.mjs'

let hookscope
let app
beforeAll(async () => {
  hookscope = await startHookscope({ sender: 'stripe' })
  app = await startApp('a secret of a different sender')
})
afterAll(async () => {
  await app.stop()
  await hookscope.stop()
})

test('a signature of Stripe is verified', async () => {
  await hookscope.send({ body: { id: 'evt_1', type: 'invoice.paid' } })
  const delivery = await hookscope.waitFor('verdict:valid action:invoice.paid')
  expect(delivery.json()).toEqual({ id: 'evt_1', type: 'invoice.paid' })
})

test('the app refuses the events of a different sender', async () => {
  const answer = await hookscope.send({ body: { id: 'evt_1', type: 'invoice.paid' }, to: app.url })
  expect(answer.status).toBe(401)
})
