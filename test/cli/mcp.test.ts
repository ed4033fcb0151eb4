/** What an agent does with Hookscope, through the official client: from a payment to the proof and the fix. */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolSession } from '../../src/shared/wireTypes.ts'
import { commandLine } from '../build/commandLine.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { budget } from '../support/thorough.ts'
import { listen, placesOf } from './mcpRig.ts'
import { runHookscope, startHookscope } from './runHookscope.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
let running: ServeProcess
let reader: Client
let sender: Client

async function connect(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const args = [commandLine, 'mcp', '--data', data, ...options]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  return client
}

beforeAll(async () => {
  running = await startServe(data, ['--receiver-port', '0'])
  await running.call('POST', '/sandbox/demo')
  ;[reader, sender] = await Promise.all([connect(), connect('--allow-send')])
})
afterAll(async () => {
  await Promise.all([reader.close(), sender.close()])
  await running.kill('SIGTERM')
  folder.remove()
})

type Answer = Record<string, unknown>

/** The structured answer of a tool; what failed is an error here. */
async function call<T = Answer>(client: Client, name: string, args: Answer = {}): Promise<T> {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args })
  if (isError === true) throw new Error(JSON.stringify(content))
  return structuredContent as T
}

/** What a tool says when it cannot do it. */
async function refusal(client: Client, name: string, args: Answer): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: args })
  expect(isError).toBe(true)
  return JSON.stringify(content)
}

describe('the tools', () => {
  test('only read unless more is allowed, and say of themselves what they do', async () => {
    const { tools } = await reader.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const all = (await sender.listTools()).tools
    expect(all.length).toBeGreaterThan(tools.length)
    for (const { name, inputSchema, outputSchema, annotations } of all) {
      expect([name, Object.keys(outputSchema?.['properties'] ?? {}).length > 0]).toEqual([name, true])
      if (name !== 'get_status') expect(Object.keys(inputSchema['properties'] ?? {})).not.toEqual([])
      expect([name, annotations?.destructiveHint]).toEqual([name, false])
      expect(Object.keys(annotations ?? {})).toEqual(
        expect.arrayContaining(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
      )
    }
  })

  test('lead from a payment to why the handler says invalid, to the proof, and to the fix', async () => {
    const { delivery } = await call<{ delivery: { id: string; verdict: string } }>(sender, 'trigger_sandbox_event', {
      type: 'payment',
    })
    expect(delivery.verdict).toBe('valid')
    const { text: secret } = await running.call<{ text: string }>('POST', '/environments/sandbox/reveal', {
      secret: 'sharedSecret',
    })
    let ending = '\n'
    const handler = await listen((body) =>
      createHmac('sha256', secret)
        .update(body + ending)
        .digest('base64'),
    )

    const first = await call<{ attempt: { status: number; untrustedAnswer: string } }>(sender, 'replay_delivery', {
      id: delivery.id,
      target: handler.url,
    })
    expect(first.attempt.status).toBe(401)
    const digest = /computed (\S+)/.exec(first.attempt.untrustedAnswer)?.[1]
    const progress: unknown[] = []
    const { structuredContent } = await sender.callTool(
      { name: 'explain_signature', arguments: { id: delivery.id, digest } },
      { onprogress: (step) => progress.push(step) },
    )
    expect(structuredContent).toMatchObject({ verdict: 'valid', state: 'explained', findings: [{ kind: 'proof' }] })
    expect(JSON.stringify(structuredContent)).toContain('line feed')
    expect(progress).not.toEqual([])

    ending = ''
    const fixed = await call<{ attempt: { status: number } }>(sender, 'replay_delivery', {
      id: delivery.id,
      target: handler.url,
    })
    expect(fixed.attempt.status).toBe(200)
    const forged = await call<{ status: number }>(sender, 'send_test_delivery', {
      target: handler.url,
      tamper: 'signature',
    })
    expect(forged.status).toBe(401)
    handler.server.close()
  })

  test('send only to this machine, unless a person allowed the host, and never with a secret that was not listed', async () => {
    const target = 'http://192.0.2.1/hook'
    expect(await refusal(sender, 'replay_delivery', { id: '1', target })).toContain('--allow-target')
    expect(await refusal(sender, 'send_test_delivery', { target })).toContain('--allow-target')
    expect(await refusal(sender, 'send_test_delivery', { secretVariable: 'PATH' })).toContain('--secret-env')
    await expect(reader.callTool({ name: 'replay_delivery', arguments: { id: '1', target } })).rejects.toThrow(
      'replay_delivery',
    )
  })

  test('wait for what comes after a cursor, and let go when the call is cancelled', async () => {
    const { cursor } = await call<{ cursor: string }>(reader, 'wait_for_deliveries', { seconds: 0 })
    const waiting = call<{ deliveries: { id: string }[] }>(reader, 'wait_for_deliveries', {
      after: cursor,
      seconds: 25,
    })
    await running.call('POST', '/sandbox/objects', { type: 'wallet' })
    expect((await waiting).deliveries).toHaveLength(1)
    const stopping = new AbortController()
    const cancelled = reader.callTool(
      { name: 'wait_for_deliveries', arguments: { filter: 'type:Nothing', seconds: 25 } },
      { signal: stopping.signal },
    )
    stopping.abort('enough')
    await expect(cancelled).rejects.toThrow('enough')
    expect(await call(reader, 'get_status')).toHaveProperty('version')
  })
})

test('what a client called is listed, and whether it is still connected', async () => {
  const client = await connect()
  await call(client, 'get_status')
  await refusal(client, 'explain_signature', { id: '99999' })
  await expect
    .poll(async () => (await sessions())[0]?.calls.map(({ tool, outcome }) => [tool, outcome]))
    .toEqual([
      ['explain_signature', 'refused'],
      ['get_status', 'done'],
    ])
  expect((await sessions())[0]).toMatchObject({ client: 'test', version: '1', connected: true, allowSend: false })
  await client.close()
  await expect.poll(async () => (await sessions())[0]?.connected).toBe(false)
})

const sessions = async () => running.call<ToolSession[]>('GET', '/tool-sessions')

describe('what came from outside', () => {
  const canary = 'CANARY-7d1f'

  test('is in fields called untrusted... only, whatever tool is asked; secrets are nowhere', async () => {
    const { receiver } = await running.call<{ receiver: { url: string } }>('GET', '/status')
    const named = (part: string) => `${canary}-${part}\u202e`
    await fetch(`${receiver.url}?${canary}=1`, {
      method: 'POST',
      headers: {
        [`x-${canary}`]: `${canary}-value`,
        'x-service-webhook-hmac': `${canary}-signature`,
        traceparent: canary,
        'content-type': `${canary}/x`,
      },
      body: JSON.stringify({
        id: named('id'),
        resourceType: named('type'),
        resourceId: named('object'),
        action: named('action'),
        organizationId: named('organization'),
        changes: { [named('field')]: named('value') },
        createdAtUtc: named('time'),
      }),
    })
    const { deliveries } = await call<{
      deliveries: { id: string; untrustedResourceType: string; untrustedResourceId: string }[]
    }>(reader, 'list_deliveries')
    const { id = '' } = deliveries[0] ?? {}
    const answers = await Promise.all([
      call(reader, 'get_status'),
      call(reader, 'list_deliveries'),
      call(reader, 'wait_for_deliveries', { after: '0', max: 20 }),
      ...['summary', 'headers', 'body', 'attempts'].map(async (part) =>
        call(reader, 'get_delivery', { id, part, includeUnproven: true }),
      ),
      call(reader, 'explain_signature', { id }),
      call(reader, 'compare_deliveries', { a: '1', b: id }),
      call(reader, 'get_object_history', { resourceType: named('type'), resourceId: named('object') }),
      call(reader, 'summarize_traffic'),
    ])
    const found = answers.flatMap((answer) => placesOf(answer, canary))
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter((place) => !/(^|\.)untrusted[A-Z]\w*(\.\d+)?$/.test(place))).toEqual([])
    expect(JSON.stringify(answers)).not.toContain('\u202e')
    const { text: secret } = await running.call<{ text: string }>('POST', '/environments/sandbox/reveal', {
      secret: 'sharedSecret',
    })
    const key = receiver.url.split('/').at(-1) ?? ''
    for (const hidden of [secret, running.token, key]) expect(JSON.stringify(answers)).not.toContain(hidden)
  })

  test('is read in slices, and of what nothing proves only where that is asked for', async () => {
    const { receiver } = await running.call<{ receiver: { url: string } }>('GET', '/status')
    await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(5000) })
    const { deliveries } = await call<{ deliveries: { id: string }[] }>(reader, 'list_deliveries', { limit: 1 })
    const { id = '' } = deliveries[0] ?? {}
    expect(await refusal(reader, 'get_delivery', { id, part: 'body' })).toContain('includeUnproven')
    const read = async (offset: number) =>
      call<{ next: number | null; untrustedBody: string }>(reader, 'get_delivery', {
        id,
        part: 'body',
        offset,
        includeUnproven: true,
      })
    const first = await read(0)
    expect([first.next, first.untrustedBody.length]).toEqual([4000, 4000])
    expect(await read(4000)).toMatchObject({ next: null, untrustedBody: 'x'.repeat(1000) })
  })
})

test('odd input is answered with what is wrong, and the server goes on', async () => {
  const names = (await reader.listTools()).tools.map(({ name }) => name)
  const odd = fc.dictionary(
    fc.constantFrom(
      'id',
      'a',
      'b',
      'filter',
      'limit',
      'after',
      'part',
      'offset',
      'seconds',
      'since',
      'resourceType',
      'digest',
    ),
    fc.oneof(fc.string(), fc.integer(), fc.constant('0'), fc.constant(null), fc.jsonValue(), fc.constant(0)),
    { maxKeys: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), odd, async (name, args) => {
      const given = name === 'wait_for_deliveries' ? { seconds: 0, ...args } : args
      if (Number(given['seconds'] ?? 0) > 0) return
      const { content } = await reader.callTool({ name, arguments: given })
      expect(Array.isArray(content)).toBe(true)
      expect(JSON.stringify(content)).not.toMatch(/\bat .*\.[jt]s:\d/)
    }),
    { numRuns: budget(60, 1000) },
  )
  expect(await call(reader, 'get_status')).toHaveProperty('version')
})

describe('stdout is the wire', () => {
  test('from the first byte to the last, also with a banner, a warning, garbage and a crash', async () => {
    const noise = join(folder.path, 'noise.cjs')
    writeFileSync(
      noise,
      `const write = process.stdout.write
       process.stdout.write = function (...parts) {
         process.stdout.write = write
         setTimeout(() => {
           console.log('banner')
           process.emitWarning('careful')
           setTimeout(() => { throw new Error('crash') }, 50)
         })
         return write.apply(process.stdout, parts)
       }`,
    )
    const mcp = startHookscope(['mcp', '--data', data], {
      variables: { HOOKSCOPE_LOG: 'debug', NODE_OPTIONS: `--require ${noise}` },
      input: [
        'not json',
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
        }),
        JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
        '',
      ].join('\n'),
    })
    const { stdout } = await mcp.ended
    const lines = stdout.split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  })

  test('says on stderr what to do where nothing runs, and ends with 3', async () => {
    const { code, stdout, stderr } = await runHookscope(['mcp', '--data', join(folder.path, 'none')])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('--start')
  })

  test.each(['claude', 'cursor', 'vscode', 'codex'])('--print-config %s says what to put where', async (client) => {
    const { code, stdout } = await runHookscope(['mcp', '--data', data, '--print-config', client])
    expect(code).toBe(0)
    for (const word of ['hookscope', 'mcp', '--data', data]) expect(stdout).toContain(word)
  })
})
