import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../build/startTestHost.ts'
import { postTo } from './postTo.ts'

const secret = 'a-secret-of-github'
let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let github: Environment

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  github = await test.client.environments.create({ name: 'GitHub', kind: 'sender', signatureScheme: 'github' })
  await test.client.environments.update({ id: github.id, sharedSecret: secret })
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

let sent = 0

/** A push as GitHub sends it, signed. */
async function push(fields: Record<string, unknown> = {}, key = secret) {
  sent += 1
  const body = JSON.stringify({ ref: 'refs/heads/main', size: sent, visibility: 'public', ...fields })
  const signature = `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  const headers = { 'x-hub-signature-256': signature, 'x-github-event': 'push', 'x-github-delivery': `d-${sent}` }
  return postTo(test, github, headers, body)
}

it('marks what departs, tells each page, and forgets it once it is accepted', async () => {
  for (let n = 0; n < 22; n += 1) await push()
  const { client, host } = test
  const environment = github.id
  expect(await client.shapes.changes({ environment })).toEqual({ changes: [], pending: 0 })

  const told = nextEvent(host, (event) => (event.type === 'changes' ? event : undefined))
  const forged = await push({ forged: true }, 'another-secret')
  const departing = await push({ compare: 'https://example.test/a' })
  expect(await told).toEqual({ type: 'changes', found: 1, deliveries: [{ id: departing.id, changes: [1] }] })
  const listed = await client.deliveries.list({ filter: 'is:drift' })
  expect(listed.items.map(({ id, drift }) => [id, drift])).toEqual([[departing.id, [1]]])
  expect(listed.remarks).toBeUndefined()
  expect((await client.deliveries.get({ id: forged.id })).drift).toBeUndefined()
  const [change] = (await client.shapes.changes({ environment })).changes
  expect(change).toMatchObject({
    number: 1,
    type: 'push',
    sentence: 'compare is new.',
    before: '',
    now: 'https://example.test/a',
    deliveryId: departing.id,
    deliveries: 1,
  })

  const gone = nextEvent(host, (event) => (event.type === 'changes' ? event : undefined))
  expect(await client.shapes.accept({ environment, changes: 'all' })).toEqual({ accepted: 1 })
  expect(await gone).toEqual({ type: 'changes', found: 0, deliveries: [{ id: departing.id, changes: [] }] })
  await push({ compare: 'https://example.test/b' })
  expect((await client.deliveries.list({ filter: 'is:drift' })).items).toEqual([])
  const { changes } = await client.shapes.get({ source: 'body', type: 'push', environment })
  expect(changes).toMatchObject([{ number: 1, deliveries: 1, deliveryId: null }])
  expect(changes[0]?.acceptedAt).not.toBeNull()
})

it('writes the types of what was sent as code', async () => {
  await push()
  const code = await test.client.shapes.code({ source: 'body', type: 'push', environment: github.id, language: 'ts' })
  expect(code).toMatchObject({ language: 'ts', tested: true, code: expect.stringContaining('export interface Push') })
})

it('forgets the changes of an environment with it', async () => {
  for (let n = 0; n < 22; n += 1) await push()
  await push({ compare: 'x' })
  expect((await test.client.shapes.changes({ environment: github.id })).changes).toHaveLength(1)
  await test.client.environments.remove({ id: github.id })
  const database = new DatabaseSync(join(folder.path, 'deliveries.db'), { readOnly: true })
  expect(database.prepare('SELECT count(*) AS count FROM shape_changes').get()).toEqual({ count: 0 })
  database.close()
})

it.each(['list', 'changes'] as const)('says of an environment that is not there that it is not: %s', async (call) => {
  await expect(test.client.shapes[call]({ environment: 'GitHub' })).rejects.toMatchObject({
    data: { why: { code: 'no-environment' } },
  })
})
