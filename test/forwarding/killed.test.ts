/** @module-tag full */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeliverySummary } from '../../src/shared/model.ts'
import type { Attempt, ForwardRules, Status } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { startApp } from './startApp.ts'
import { rule } from './startTestRules.ts'

/** Number of deliveries of each of the two types. */
const count = 1000
const objects = 24
const connections = 8
const path = '/environments/sandbox/forward-rules'

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

interface Sent {
  id: string
  resourceType: string
  resourceId: string
  nth: number
  /** Bytes that are no text. */
  noise: string
}

it('an app that was down is caught up over kill -9: nothing lost, nothing again after its 2xx was kept, in order, byte for byte', async () => {
  let isDown = true
  const payments = await startApp((_request, response) => {
    if (isDown) response.destroy()
    else response.writeHead(204).end()
  })
  const kyc = await startApp()
  await serve.call('PUT', path, {
    rules: [
      rule(payments.url, { id: 'payments', when: { filter: 'type:payment' } }),
      rule(kyc.url, { id: 'kyc', when: { filter: 'type:kyc' } }),
    ],
  })
  const sent = await sendAll()
  await kyc.count(count)
  await until(async () => (await stateOf('payments')).failed === count)
  expect(kyc.seen).toHaveLength(count)
  expectInOrder(numbersOf(kyc.seen))

  isDown = false
  payments.seen.length = 0
  await serve.call('POST', `${path}/payments/catch-up`, { since: '2020-01-01T00:00:00Z' })
  await payments.count(count / 3)
  await serve.kill('SIGKILL')
  const before = payments.seen.length
  const recorded = takenByRule(folder.path)
  expect(recorded.size).toBeGreaterThan(0)
  expect(recorded.size).toBeLessThan(count)

  serve = await startServe(folder.path, ['--receiver-port', '0'])
  await until(async () => (await stateOf('payments')).catchUp?.endedAt != null)
  const all = numbersOf(payments.seen)
  expect(new Set(all.map(({ nth }) => nth)).size).toBe(count)
  const after = await idsOf(payments.seen.slice(before).map(({ body }) => (JSON.parse(body.toString()) as Sent).id))
  expect(after.filter((id) => recorded.has(id))).toEqual([])
  expectInOrder(all)
  for (const { body } of [...payments.seen, ...kyc.seen]) {
    const { nth, resourceType } = JSON.parse(body.toString()) as Sent
    expect(body.equals(sent.get(`${resourceType} ${nth}`) ?? Buffer.alloc(0))).toBe(true)
  }
  const twice = await idsOf(repeated(payments.seen.map(({ body }) => (JSON.parse(body.toString()) as Sent).id)))
  // At most this many are in flight at once.
  expect(twice.length).toBeLessThanOrEqual(8)
  for (const id of twice) {
    const attempts = await serve.call<Attempt[]>('GET', `/deliveries/${id}/attempts`)
    expect(attempts.at(-1)).toMatchObject({ status: 204, forwarded: { ruleId: 'payments', again: true } })
  }
})

/** Sends all of them; those of one object one after the other. Answers their bytes. */
async function sendAll(): Promise<Map<string, Buffer>> {
  const receiver = (await serve.call<Status>('GET', '/status')).receiver.url ?? ''
  const sent = new Map<string, Buffer>()
  const lane = async (connection: number) => {
    for (let nth = connection; nth < count; nth += connections) {
      for (const resourceType of ['Payment', 'Kyc']) {
        const resourceId = `o-${nth % objects}`
        const fields: Sent = { id: `${resourceType}-${nth}`, resourceType, resourceId, nth, noise: '\u00E9\u0001' }
        const body = Buffer.from(`${JSON.stringify(fields)} \r\n`)
        sent.set(`${resourceType} ${nth}`, body)
        const answer = await fetch(receiver, { method: 'POST', body })
        expect(answer.status).toBe(200)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, async (_, connection) => lane(connection)))
  return sent
}

async function stateOf(id: string) {
  const { rules } = await serve.call<ForwardRules>('GET', path)
  const found = rules.find((known) => known.id === id)
  if (found === undefined) throw new Error(`There is no rule ${id}.`)
  return found.state
}

/** Asks again until it is so; each answer takes as long as the server needs. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}

/** Deliveries with a 2xx on the disk of a killed process. */
function takenByRule(data: string): Set<string> {
  const database = new DatabaseSync(join(data, 'deliveries.db'), { readOnly: true })
  const rows = database
    .prepare(
      "SELECT delivery_id AS id FROM attempts WHERE kind = 'forward' AND status = 204 AND rest LIKE '%payments%'",
    )
    .all()
  database.close()
  return new Set(rows.map(({ id }) => String(id)))
}

/** The deliveries of notifications. */
async function idsOf(notifications: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const id of notifications) {
    const { items } = await serve.call<{ items: DeliverySummary[] }>('GET', `/deliveries?filter=id:${id}`)
    ids.push(...items.map((item) => item.id))
  }
  return ids
}

function numbersOf(seen: readonly { body: Buffer }[]): Sent[] {
  return seen.map(({ body }) => JSON.parse(body.toString()) as Sent)
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}

/** Of each object: what came once more came right after itself. */
function expectInOrder(seen: readonly Sent[]): void {
  const last = new Map<string, number>()
  for (const { resourceId, nth } of seen) {
    expect(nth).toBeGreaterThanOrEqual(last.get(resourceId) ?? -1)
    last.set(resourceId, nth)
  }
}
