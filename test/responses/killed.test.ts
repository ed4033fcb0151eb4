/** @module-tag full */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Delivery, Environment, ResponseRules } from '../../src/shared/wireTypes.ts'
import { scratchFolder, startServe, type ServeProcess } from '../build/startServe.ts'
import { aRule } from './startResponsesHost.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServe(folder.path, ['--receiver-port', '0'])
})
afterEach(async () => {
  await serve.kill('SIGKILL')
  folder.remove()
})

const senders = 12

it('with delays on, whatever was answered before kill -9 is on disk, and counting goes on', async () => {
  const [environment] = await serve.call<Environment[]>('GET', '/environments')
  const { id = '', receiverPath = '' } = environment ?? {}
  await serve.call('PUT', `/environments/${id}/response-rules`, {
    rules: [
      aRule({ id: 'slow', name: 'Slow', when: { nth: { every: 2 } }, answer: { status: 503, delayMs: 60_000 } }),
      aRule({ id: 'short', name: 'Short', answer: { status: 202, delayMs: 40 } }),
    ],
  })
  const answered = new Set<string>()
  let sent = 0
  const enough = new Promise<void>((resolve) => {
    const send = async (): Promise<void> => {
      const body = `body ${(sent += 1)}`
      const answer = await fetch(serve.receiver + receiverPath, { method: 'POST', body }).catch(() => null)
      if (answer === null) return
      expect(answer.status).toBe(202)
      answered.add(body)
      if (answered.size === 100) resolve()
      await send()
    }
    // Every second request stays unanswered, so the other senders continue.
    for (let index = 0; index < 100 + senders; index += 1) void send()
  })
  await enough
  await serve.kill('SIGKILL')

  serve = await startServe(folder.path, ['--receiver-port', '0'])
  const stored = new Map<string, Delivery>()
  const { items } = await serve.call<{ items: Delivery[] }>('GET', '/deliveries?limit=500')
  for (const delivery of items) {
    stored.set(new TextDecoder().decode(await serve.bytes(`/deliveries/${delivery.id}/body`)), delivery)
  }
  expect([...answered].filter((body) => !stored.has(body))).toEqual([])
  // Delayed deliveries are stored without an answer.
  const slow = items.filter(({ answeredBy }) => answeredBy?.ruleId === 'slow')
  expect(slow.length).toBeGreaterThan(0)
  expect(new Set(slow.map(({ answeredStatus }) => answeredStatus))).toEqual(new Set([0]))
  const { rules } = await serve.call<ResponseRules>('GET', `/environments/${id}/response-rules`)
  expect(rules[0]).toMatchObject({ id: 'slow', state: 'on', matched: items.length })
})
