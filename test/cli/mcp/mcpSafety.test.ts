/** Limits of the MCP server: foreign text only as data, no secret, and nothing but the protocol on stdout. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, listen, placesOf, refusal, sharedMcpRig } from './mcpRig.ts'
import { runHookscope, startHookscope } from '../runHookscope.ts'

const rig = sharedMcpRig()

describe('what came from outside', () => {
  const canary = 'CANARY-7d1f'

  test('is in fields called untrusted... only, whatever tool is asked; secrets are nowhere', async () => {
    const receiver = await rig().receiverUrl()
    const named = (part: string) => `${canary}-${part}\u202e`
    await fetch(`${receiver}?${canary}=1`, {
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
    }>(rig().reader, 'list_deliveries')
    const { id = '' } = deliveries[0] ?? {}
    const quoting = await listen(() => `${canary}-answer\u202e`)
    const { runId } = await rig().checked({ target: quoting.url })
    const answering = { body: { '': 'other' } }
    const scenario = { name: 'Canary', steps: [{ send: { body: {} } }, { expect: answering }] }
    const ran = await call(rig().sender, 'run_scenario', { text: JSON.stringify(scenario), target: quoting.url })
    quoting.server.close()
    const checkedWithCanary = await call(rig().sender, 'check_handler', { runId, probe: 'valid' })
    const answers = await Promise.all([
      call(rig().reader, 'get_status'),
      call(rig().reader, 'list_deliveries'),
      call(rig().reader, 'wait_for_deliveries', { after: '0', max: 20 }),
      ...['summary', 'headers', 'body', 'attempts'].map(async (part) =>
        call(rig().reader, 'get_delivery', { id, part, includeUnproven: true }),
      ),
      call(rig().reader, 'explain_signature', { id }),
      call(rig().reader, 'compare_deliveries', { a: '1', b: id }),
      call(rig().reader, 'get_object_history', { resourceType: named('type'), resourceId: named('object') }),
      call(rig().reader, 'summarize_traffic'),
      call(rig().reader, 'verify_signature', {
        body: `${canary}-given`,
        headers: { 'x-service-webhook-hmac': canary },
      }),
      call(rig().reader, 'get_verification_code', { language: 'python' }),
      call(rig().sender, 'replay_delivery', { id, target: 'http://127.0.0.1:9/hook', dryRun: true }),
    ])
    answers.push(checkedWithCanary, ran)
    expect(JSON.stringify(ran)).toContain(canary)
    const found = answers.flatMap((answer) => placesOf(answer, canary))
    expect(found.length).toBeGreaterThan(8)
    expect(found.filter((place) => !/(^|\.)untrusted[A-Z]\w*(\.\d+)?$/.test(place))).toEqual([])
    expect(JSON.stringify(answers)).not.toContain('\u202e')
    const secret = await rig().sharedSecret()
    const key = receiver.split('/').at(-1) ?? ''
    for (const hidden of [secret, rig().running.token, key]) expect(JSON.stringify(answers)).not.toContain(hidden)
  })

  test('is read in slices, and of what nothing proves only where that is asked for', async () => {
    const receiver = await rig().receiverUrl()
    await fetch(receiver, { method: 'POST', body: 'x'.repeat(5000) })
    const { deliveries } = await call<{ deliveries: { id: string }[] }>(rig().reader, 'list_deliveries', { limit: 1 })
    const { id = '' } = deliveries[0] ?? {}
    expect(await refusal(rig().reader, 'get_delivery', { id, part: 'body' })).toContain('includeUnproven')
    const read = async (offset: number) =>
      call<{ next: number | null; untrustedBody: string }>(rig().reader, 'get_delivery', {
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

describe('stdout is the wire', () => {
  test('from the first byte to the last, also with a banner, a warning, garbage and a crash', async () => {
    const noise = join(rig().folder, 'noise.cjs')
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
    const mcp = startHookscope(['mcp', '--data', rig().data], {
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
    const { code, stdout, stderr } = await runHookscope(['mcp', '--data', join(rig().folder, 'none')])
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toContain('--start')
  })

  test.each(['claude', 'codex'])('--print-config %s says what to put where', printsConfig)
  test.each(['cursor', 'vscode'])('--print-config %s says what to put where', { tags: 'full' }, printsConfig)

  async function printsConfig(client: string): Promise<void> {
    const { code, stdout } = await runHookscope(['mcp', '--data', rig().data, '--print-config', client])
    expect(code).toBe(0)
    for (const word of ['hookscope', 'mcp', '--data', rig().data]) expect(stdout).toContain(word)
  }
})
