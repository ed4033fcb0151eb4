import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CheckInput, CheckReport } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'
import { startExpress } from '../checking/handlers/expressHandlers.ts'
import { type Care, secret } from '../checking/handlers/handler.ts'
import { sandboxAccess, startFetchingHandler } from '../checking/handlers/fetchingHandler.ts'
import { postTo } from './postTo.ts'

let folder: ReturnType<typeof scratchFolder>
let host: TestHost['host']
let client: TestHost['client']
beforeAll(async () => {
  folder = scratchFolder()
  ;({ host, client } = await startTestHost(folder.path))
})
afterAll(async () => {
  await host.stop()
  folder.remove()
})

async function handler(care: Care): Promise<string> {
  const started = await startExpress(care)
  onTestFinished(started.stop)
  return started.url
}

async function graded(input: Omit<CheckInput, 'scheme'> & { scheme?: string }): Promise<CheckReport> {
  const { check } = await client.checks.start({ scheme: 'service', ...input })
  let report = await client.checks.get({ check })
  while (report.state === 'running') report = await client.checks.get({ check, after: report.done })
  return report
}

describe('a check over the API', () => {
  test('tells its progress, and its result is kept for the next start, without the secret', async () => {
    const url = await handler('careless')
    const report = await graded({ url, secret, only: ['unsigned', 'reformatted'] })
    expect(report).toMatchObject({ state: 'done', of: 3, done: 3, url, scheme: 'service' })
    expect(report.results.map(({ probe, outcome }) => [probe, outcome])).toEqual([
      ['valid', 'pass'],
      ['unsigned', 'fail'],
      ['reformatted', 'fail'],
    ])
    const { items } = await client.checks.list()
    expect(items[0]).toMatchObject({ check: report.check, state: 'done' })
    for (const name of readdirSync(folder.path).filter((file) => file.startsWith('deliveries.db')))
      expect(readFileSync(join(folder.path, name), 'latin1')).not.toContain(secret)
    expect(await client.checks.get({ check: report.check })).toEqual(report)
  })

  test('is there after a restart, newest first, the newest four with their requests, in no file of its own', async () => {
    const url = await handler('good')
    for (let runs = 0; runs < 5; runs++) await graded({ url, secret, only: ['unsigned'], effects: 'none' })
    const { items: before } = await client.checks.list()
    expect(before.length).toBeGreaterThanOrEqual(5)
    await host.stop()
    ;({ host, client } = await startTestHost(folder.path))
    const { items } = await client.checks.list()
    expect(items).toEqual(before)
    const newest = await Promise.all(items.slice(0, 5).map(async ({ check }) => client.checks.get({ check })))
    const exchanged = newest.map(({ results }) => results.some(({ exchanges }) => exchanges.length > 0))
    expect(exchanged).toEqual([true, true, true, true, false])
    expect(readdirSync(folder.path)).not.toContain('checks.json')
  })

  test('signs with a stored secret that is named by its fingerprint', async () => {
    const { sharedSecrets } = await client.environments.update({ id: 'sandbox', sharedSecret: secret })
    const fingerprint = sharedSecrets[0]?.fingerprint ?? ''
    const url = await handler('good')
    const report = await graded({ url, secret: { fingerprint }, only: ['forged'], effects: 'none' })
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['pass', 'pass'])
  })

  test('takes a captured delivery as the valid one', async () => {
    const sandbox = (await client.environments.list()).find(({ id }) => id === 'sandbox')
    if (sandbox === undefined) throw new Error('no sandbox')
    const body = '{"id":"captured-1","resourceType":"Payment","note":"from a capture"}'
    const { id } = await postTo({ host, client }, sandbox, { 'content-type': 'application/json' }, body)
    const report = await graded({ url: await handler('good'), secret, delivery: id, only: ['unsigned'] })
    expect(report.state).toBe('done')
    expect(report.results[0]?.exchanges[0]?.sent).toContain('from a capture')
  })

  test('takes an example of the environment’s contract as the valid one, or names a message that has one', async () => {
    await client.contracts.set({ environment: 'sandbox', builtIn: 'sandbox' })
    const { items } = await client.contracts.examples({ environment: 'sandbox' })
    const [first] = items
    const input = { url: await handler('good'), secret, environment: 'sandbox', only: ['unsigned'] }
    const report = await graded({ ...input, contractMessage: first?.message ?? '' })
    expect(report.results[0]?.exchanges[0]?.sent).toContain(JSON.parse(first?.body ?? '').resourceId)
    await expect(graded({ ...input, contractMessage: 'Paymnt' })).rejects.toMatchObject({
      data: { why: { code: 'no-contract-example', fields: { message: 'Paymnt', nearest: 'Payment' } } },
    })
  })

  test('counts effects by the handler’s own requests to the sandbox, unless that is switched off', async () => {
    const { url, stop } = await startFetchingHandler(await sandboxAccess(client))
    onTestFinished(stop)
    const only = ['twice']
    const twice = async (more: Partial<CheckInput>) => (await graded({ url, secret, only, ...more })).results
    expect((await twice({})).map(({ probe, outcome }) => [probe, outcome])).toEqual([
      ['valid', 'pass'],
      ['follow-up', 'pass'],
      ['twice', 'fail'],
    ])
    expect((await twice({ effects: 'none' })).map(({ probe, outcome }) => [probe, outcome])).toEqual([
      ['valid', 'pass'],
      ['twice', 'inconclusive'],
    ])
    expect((await client.sandbox.get()).objects).toEqual([])
  })

  test('of another sender counts nothing where nobody asked for it', async () => {
    const report = await graded({ url: await handler('good'), scheme: 'github', secret, only: ['forged'] })
    // The probe that counts are measured by would be a third one.
    expect(report).toMatchObject({ state: 'refused', of: 2 })
  })

  test('is refused where requests to the sandbox are to be counted for an object that it cannot have', async () => {
    const sandbox = (await client.environments.list()).find(({ id }) => id === 'sandbox')
    if (sandbox === undefined) throw new Error('no sandbox')
    const body = '{"id":"captured-2","resourceType":"Weather"}'
    const { id } = await postTo({ host, client }, sandbox, { 'content-type': 'application/json' }, body)
    const input = { url: await handler('good'), scheme: 'service', secret, delivery: id, only: ['valid'] }
    await expect(client.checks.start({ ...input, effects: 'follow-ups' })).rejects.toMatchObject({
      data: { why: { code: 'follow-ups-uncountable' } },
    })
    const { check } = await client.checks.start(input)
    expect(await client.checks.cancel({ check })).toMatchObject({ check })
  })

  test('ends when it is cancelled; another one may not run beside it', async () => {
    const url = await handler('good')
    const { check } = await client.checks.start({ url, scheme: 'service', secret })
    await expect(client.checks.start({ url, scheme: 'service', secret })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { why: { code: 'check-running' } },
    })
    expect(await client.checks.cancel({ check })).toMatchObject({ check, state: 'cancelled' })
  })

  test.each<[string, Partial<CheckInput> & { url: string }, string]>([
    ['another machine', { url: 'http://192.0.2.1/webhooks' }, 'check-target-refused'],
    ['no address', { url: 'webhooks' }, 'check-target-refused'],
    ['a scheme that nobody knows', { url: 'http://127.0.0.1:9/', scheme: 'nobody' }, 'scheme-unknown'],
    ['a secret that is no private key', { url: 'http://127.0.0.1:9/', scheme: 'discord' }, 'private-key-unusable'],
    ['a probe that is none', { url: 'http://127.0.0.1:9/', only: ['nothing'] }, 'no-such-probe'],
    [
      'an unknown secret',
      { url: 'http://127.0.0.1:9/', secret: { fingerprint: 'ffffffff' } },
      'signing-secret-unknown',
    ],
    [
      'a count of requests to the sandbox for a sender that is not the service',
      { url: 'http://127.0.0.1:9/', scheme: 'github', effects: 'follow-ups' },
      'follow-ups-uncountable',
    ],
  ])('is refused for %s', async (_what, input, code) => {
    await expect(client.checks.start({ scheme: 'service', secret, ...input })).rejects.toMatchObject({
      data: { why: { code } },
    })
  })

  test('never goes to a port of our own', async () => {
    const url = new URL('/webhooks', host.receiverOrigin).href
    await expect(client.checks.start({ url, scheme: 'service', secret })).rejects.toMatchObject({
      data: { why: { code: 'check-target-refused', fields: { problem: 'our-own' } } },
    })
  })
})
