/** The contract of an environment, over its calls: what it says about deliveries, and when it is read again. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxSpecialKinds } from '../../src/shared/schemas/sandboxSchemas.ts'
import { webhookTypes } from '../../src/shared/model.ts'
import type { ContractCheck, ContractResult, ContractView } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { serveHere } from '../cli/serve/serveHere.ts'
import { runHere } from '../cli/runHere.ts'
import { openApi } from './contractFolder.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
let serve: Awaited<ReturnType<typeof serveHere>>
let url = ''
let environment = ''

beforeAll(async () => {
  serve = await serveHere(data)
  const made = await serve.call<{ id: string; receiverPath: string }>('POST', '/environments', {
    name: 'Shop',
    kind: 'sender',
  })
  environment = made.id
  url = `${serve.receiver}${made.receiverPath}`
})
afterAll(async () => {
  await serve.stop()
  folder.remove()
})

const document = (name: string): string => join(folder.path, name)
const view = async () => serve.call<ContractView>('GET', `/environments/${environment}/contract`)
const set = async (path: string) => serve.call<ContractView>('PUT', `/environments/${environment}/contract`, { path })

/** Posts a body. Returns the id of its delivery. */
async function post(event: string, body: unknown): Promise<string> {
  const headers = { 'x-event': event, 'content-type': 'application/json' }
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(200)
  const { items } = await serve.call<{ items: { id: string }[] }>(
    'GET',
    `/deliveries?environment=${environment}&limit=1`,
  )
  return items[0]?.id ?? ''
}

async function resultOf(id: string): Promise<ContractResult | null> {
  return (await serve.call<{ result: ContractResult | null }>('GET', `/deliveries/${id}/contract`)).result
}

const listed = async (filter: string) => {
  const query = `environment=${environment}&filter=${encodeURIComponent(filter)}`
  const { items } = await serve.call<{ items: { id: string; contract?: string }[] }>('GET', `/deliveries?${query}`)
  return items.map(({ id, contract }) => `${id} ${contract ?? ''}`)
}

async function validated(): Promise<ContractView['counts']> {
  await expect.poll(async () => (await view()).counts?.pending).toBe(0)
  return (await view()).counts
}

describe('a contract that is set', () => {
  const ids: string[] = []

  test('is validated against by what is stored and by what comes', async () => {
    ids.push(await post('order.paid', { id: 'one' }))
    writeFileSync(
      document('api.json'),
      JSON.stringify(openApi({ 'order.paid': { properties: { id: { type: 'integer' } } } })),
    )
    const { source, document: read } = await set(document('api.json'))
    expect([source?.path, read?.messages.length, read?.problems]).toEqual([document('api.json'), 1, []])
    ids.push(await post('order.paid', { id: 2 }), await post('order.paid', 'not an object'))
    expect(await validated()).toEqual({ held: 2, violated: 1, unmatched: 0, unfinished: 0, pending: 0 })
    expect(await resultOf(ids[0] ?? '')).toMatchObject({
      state: 'violated',
      message: 'order.paid',
      violations: [{ pointer: '/id', rule: 'type', expected: 'integer', found: 'one' }],
    })
  })

  test('is a filter', async () => {
    const [first, second, third] = ids
    expect(await listed('contract:violated')).toEqual([`${first} violated`])
    expect(await listed('contract:held')).toEqual([`${third} held`, `${second} held`])
    expect(await listed('contract:unmatched|unfinished')).toEqual([])
    expect(await listed('-contract:held')).toEqual([`${first} violated`])
  })

  test('is read again when its file changed, and its old results are gone at once', async () => {
    writeFileSync(document('api.json'), JSON.stringify(openApi({ 'order.sent': {}, 'order.lost': {} })))
    await expect.poll(async () => (await view()).document?.messages.length).toBe(2)
    expect(await validated()).toMatchObject({ unmatched: 3 })
    expect(await resultOf(ids[0] ?? '')).toMatchObject({
      reason: 'The contract has no message for header.x-event order.paid.',
    })
  })

  test('stays set when its file cannot be read, and says why', async () => {
    writeFileSync(document('api.json'), '{ "openapi": ')
    await serve.call('POST', `/environments/${environment}/contract/reload`)
    expect((await view()).document?.problems[0]?.message).toMatch(/neither JSON nor YAML/)
    rmSync(document('api.json'))
    await serve.call('POST', `/environments/${environment}/contract/reload`)
    expect((await view()).document?.problems[0]?.message).toMatch(/^There is no file/)
  })

  test('holds up no sender while a pattern explodes', async () => {
    writeFileSync(
      document('slow.json'),
      JSON.stringify(openApi({ slow: { properties: { a: { pattern: '^(a+)+$' } } } })),
    )
    await set(document('slow.json'))
    const id = await post('slow', { a: `${'a'.repeat(60)}!` })
    // The pattern is still being matched: the next sender is answered, and its delivery is listed.
    const next = await post('slow', { a: 'aaa' })
    expect(await resultOf(id)).toBeNull()
    await validated()
    expect((await resultOf(id))?.reason).toBe(
      'Not finished: the pattern ^(a+)+$ of slow was still being matched after 1 second.',
    )
    expect(await resultOf(next)).toMatchObject({ state: 'held' })
  })

  test('says nothing any more once it is removed', async () => {
    await serve.call('DELETE', `/environments/${environment}/contract`)
    expect(await view()).toEqual({ source: null, document: null, readAt: null, counts: null })
    await expect.poll(async () => listed('contract:held|violated|unmatched|unfinished')).toEqual([])
    expect(await resultOf(ids[0] ?? '')).toBeNull()
  })

  test('refuses a path that is not whole', async () => {
    await expect(set('api.json')).rejects.toThrow(/Give a path from the root/)
  })
})

let beforeRestart: ContractView['counts'] = null

test('another contract is validated against from the start', async () => {
  writeFileSync(document('again.json'), JSON.stringify(openApi({ other: {}, slow: {} })))
  await set(document('again.json'))
  beforeRestart = await validated()
  expect(beforeRestart).toMatchObject({ unmatched: 3, held: 2, pending: 0 })
})

describe('after a restart without the index', () => {
  // In a hook: what a test starts ends with it.
  beforeAll(async () => {
    await serve.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(join(data, `index.db${end}`), { force: true })
    serve = await serveHere(data)
  })

  test('all results are there again', async () => {
    expect(await validated()).toEqual(beforeRestart)
  })
})

describe('hookscope contract', () => {
  const run = async (...words: string[]) =>
    runHere(['contract', ...words, '--environment', 'Shop'], { variables: { HOOKSCOPE_DATA: data } })

  test('ends with 1 where a delivery violates it, names what and where, and sets nothing', async () => {
    const schemas = { 'order.paid': { properties: { id: { type: 'integer' } } }, slow: {} }
    writeFileSync(document('check.json'), JSON.stringify(openApi(schemas)))
    const { code, stdout } = await run(document('check.json'), '--junit', document('junit.xml'))
    expect([code, stdout]).toEqual([1, expect.stringContaining('/id  type: expected integer, found one')])
    expect(stdout).toContain('4 held, 1 violated, 0 unmatched, 0 not finished')
    expect((await view()).source?.path).toBe(document('again.json'))
  })

  test('writes what it found as JSON and JUnit', async () => {
    const { stdout } = await run(document('check.json'), '--json', '--junit', document('junit.xml'))
    const check = JSON.parse(stdout) as ContractCheck
    expect(check).toMatchObject({
      counts: { violated: 1 },
      complete: true,
      contract: { format: 'OpenAPI', messages: 2 },
    })
    expect(readFileSync(document('junit.xml'), 'utf8')).toMatch(
      /failures="1" errors="0"[^]*<failure message="\/id {2}type: expected integer/,
    )
  })

  test('ends with 0 where what the filter leaves holds', async () => {
    expect((await run(document('check.json'), '--filter', 'header.x-event=slow')).code).toBe(0)
  })

  test('ends with 2 where no message can be used, with the place', async () => {
    writeFileSync(document('far.yaml'), 'type: object\nproperties:\n  a: { $ref: "https://far.example/a.json" }')
    const { code, stderr } = await run(document('far.yaml'))
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/far\.yaml:3 \(\/properties\/a\): https:\/\/far\.example\/a\.json is on a network/),
    ])
  })
})

describe('the sandbox', () => {
  test('publishes a contract that every notification of it holds, and offers its examples', async () => {
    await serve.call('POST', '/sandbox/demo')
    const path = '/environments/sandbox/contract'
    const { document: read } = await serve.call<ContractView>('PUT', path, { builtIn: 'sandbox' })
    expect([read?.messages.length, read?.problems]).toEqual([webhookTypes.length, []])
    await serve.call('PATCH', '/environments/sandbox/webhook-config', { webhookTypes })
    for (const type of webhookTypes) {
      const { id } = await serve.call<{ id: string }>('POST', '/sandbox/objects', { type })
      for (let time = 0; time < 3; time += 1) await serve.call('PATCH', `/sandbox/objects/${type}/${id}`, {})
    }
    const all = async () => {
      const { items } = await serve.call<{ items: { resourceType: string | null; contract?: string }[] }>(
        'GET',
        '/deliveries?environment=sandbox&limit=500',
      )
      return items
    }
    await expect
      .poll(async () => new Set((await all()).map(({ resourceType }) => resourceType)).size)
      .toBe(webhookTypes.length)
    await expect.poll(async () => (await all()).every(({ contract }) => contract === 'held')).toBe(true)
    const { items } = await serve.call<{ items: { message: string }[] }>('GET', `${path}/examples`)
    expect(new Set(items.map(({ message }) => message)).size).toBe(webhookTypes.length)
  })

  test('sends on purpose what its contract does not know', async () => {
    expect(sandboxSpecialKinds).toContain('unknown-type')
    for (const kind of ['unknown-type', 'not-json'] as const)
      await serve.call('POST', '/sandbox/special-deliveries', { kind })
    const unmatched = async () => {
      const { items } = await serve.call<{ items: { resourceType: string | null }[] }>(
        'GET',
        '/deliveries?environment=sandbox&filter=contract:unmatched',
      )
      return new Set(items.map(({ resourceType }) => resourceType))
    }
    await expect.poll(unmatched).toEqual(new Set(['StandingOrder', null]))
  })
})
