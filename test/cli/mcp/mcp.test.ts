/** An agent's work with Hookscope, through the official client: from a payment to the proof, the code and a green check. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ToolSession } from '../../../src/shared/wireTypes.ts'
import {
  answering,
  call,
  listen,
  listenWith,
  refusal,
  sharedMcpRig,
  variableSecret,
  type VerifyOfCode,
} from './mcpRig.ts'

const rig = sharedMcpRig()

function stripeSignature(body: string, secret: string, time = String(Math.floor(Date.now() / 1000))): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

describe('the tools', () => {
  test('only read unless more is allowed, and say of themselves what they do', async () => {
    const { tools } = await rig().reader.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    const all = (await rig().sender.listTools()).tools
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

  test('lead from a payment to why the handler says invalid, to the proof, to the code, and to a green check', async () => {
    const { delivery } = await call<{ delivery: { id: string; verdict: string } }>(
      rig().sender,
      'trigger_sandbox_event',
      {
        type: 'payment',
      },
    )
    expect(delivery.verdict).toBe('valid')
    const secret = await rig().sharedSecret()
    const handler = await listen((body) => createHmac('sha256', secret).update(`${body}\n`).digest('base64'))
    const first = await call<{ attempt: { status: number; untrustedAnswer: string } }>(
      rig().sender,
      'replay_delivery',
      {
        id: delivery.id,
        target: handler.url,
      },
    )
    expect(first.attempt.status).toBe(401)
    const digest = /computed (\S+)/.exec(first.attempt.untrustedAnswer)?.[1]
    const progress: unknown[] = []
    const { structuredContent } = await rig().sender.callTool(
      { name: 'explain_signature', arguments: { id: delivery.id, digest } },
      { onprogress: (step) => progress.push(step) },
    )
    expect(structuredContent).toMatchObject({ verdict: 'valid', state: 'explained', findings: [{ kind: 'proof' }] })
    expect(JSON.stringify(structuredContent)).toContain('line feed')
    expect(progress).not.toEqual([])
    const refused = await rig().checked({ target: handler.url })
    expect(refused).toMatchObject({ state: 'refused', stopped: expect.stringContaining('401') as string })
    handler.server.close()

    const { source, fileName } = await call<{ source: string; fileName: string }>(
      rig().reader,
      'get_verification_code',
      {
        language: 'node',
      },
    )
    // As a user does: the function goes into the server, and the rest stays out.
    writeFileSync(join(rig().folder, fileName), source.replace(/^const body = [^]*/m, 'export { verify }'))
    const { verify } = (await import(join(rig().folder, fileName))) as { verify: VerifyOfCode }
    const fixed = await listenWith((body, signature) => verify(body, signature, secret))
    const again = await call<{ attempt: { status: number } }>(rig().sender, 'replay_delivery', {
      id: delivery.id,
      target: fixed.url,
    })
    expect(again.attempt.status).toBe(200)
    const forged = await call<{ status: number }>(rig().sender, 'send_test_delivery', {
      target: fixed.url,
      tamper: 'signature',
    })
    expect(forged.status).toBe(401)
    const green = await rig().checked({ target: fixed.url, delivery: delivery.id })
    expect(green).toMatchObject({ state: 'done', findings: [], counts: { fail: 0, warning: 0 } })
    const { exchanges } = await call<{ exchanges: { untrustedSent: string }[] }>(rig().sender, 'check_handler', {
      runId: green.runId,
      probe: 'valid',
    })
    expect(exchanges[0]?.untrustedSent).toContain('POST /hook')
    fixed.server.close()
  })

  test('check a request that is given, with the secret of an environment or a listed variable, and never say it', async () => {
    const { id } = await rig().sampleDelivery()
    const { untrustedBody } = await call<{ untrustedBody: string }>(rig().reader, 'get_delivery', { id, part: 'body' })
    const { headers } = await call<{ headers: { untrustedName: string; untrustedValue: string }[] }>(
      rig().reader,
      'get_delivery',
      { id, part: 'headers' },
    )
    const given = Object.fromEntries(
      headers.map(({ untrustedName, untrustedValue }) => [untrustedName, untrustedValue]),
    )
    writeFileSync(join(rig().workspace, 'body.json'), `${untrustedBody}\n`)
    expect(await call(rig().reader, 'verify_signature', { body: untrustedBody, headers: given })).toMatchObject({
      verdict: 'valid',
    })
    const spoiled = await call(rig().reader, 'verify_signature', { file: 'body.json', headers: given })
    expect(spoiled).toMatchObject({ verdict: 'invalid', state: 'explained', findings: [{ kind: 'proof' }] })
    const stripe = {
      scheme: 'stripe',
      headers: { 'stripe-signature': stripeSignature('{}', variableSecret) },
      body: '{}',
    }
    expect(await call(rig().sender, 'verify_signature', { ...stripe, secretVariable: 'HOOK_SECRET' })).toMatchObject({
      verdict: 'valid',
      scheme: 'stripe',
    })
    expect(JSON.stringify(spoiled)).not.toContain(stripeSignature('', ''))
    symlinkSync('/etc/hostname', join(rig().workspace, 'link'))
    for (const file of ['../outside.json', '/etc/hostname', 'link', 'absent', '.'])
      expect(await refusal(rig().reader, 'verify_signature', { file, headers: given })).toContain('below the folder')
  })

  test('say exactly what they would send, and send nothing, with dryRun', async () => {
    let came = 0
    const handler = await listen(() => String((came += 1)))
    const { id } = await rig().sampleDelivery()
    type Dry = { sent: boolean; request: { headers: { untrustedName: string; untrustedValue: string }[] } }
    const test = await call<Dry>(rig().sender, 'send_test_delivery', {
      target: handler.url,
      scheme: 'stripe',
      secretVariable: 'HOOK_SECRET',
      body: '{"a":1}',
      dryRun: true,
    })
    const signature = test.request.headers.find(
      ({ untrustedName }) => untrustedName.toLowerCase() === 'stripe-signature',
    )
    expect(test).toMatchObject({ sent: false, request: { method: 'POST', size: 7, untrustedBody: '{"a":1}' } })
    const [, time = ''] = /t=(\d+)/.exec(signature?.untrustedValue ?? '') ?? []
    expect(signature?.untrustedValue).toBe(stripeSignature('{"a":1}', variableSecret, time))
    const replay = await call<Dry>(rig().sender, 'replay_delivery', { id, target: handler.url, dryRun: true })
    expect(replay).toMatchObject({ sent: false, attempt: null, request: { untrustedUrl: handler.url } })
    const token = await call(rig().sender, 'send_test_delivery', {
      target: handler.url,
      scheme: 'gitlab',
      secretVariable: 'HOOK_SECRET',
      dryRun: true,
    })
    expect(JSON.stringify([test, replay, token])).not.toContain(variableSecret)
    expect(came).toBe(0)
    handler.server.close()
  })

  test(
    'let go of a check when the call is cancelled, and end the run where that is asked',
    { tags: 'full' },
    async () => {
      const hanging = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(hanging, 'listening')
      const target = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/hook`
      const { runId } = await call<{ runId: string }>(rig().sender, 'check_handler', { target, seconds: 0 })
      const stopping = new AbortController()
      const waiting = rig().sender.callTool(
        { name: 'check_handler', arguments: { runId } },
        { signal: stopping.signal },
      )
      stopping.abort('enough')
      await expect(waiting).rejects.toThrow('enough')
      expect(await call(rig().sender, 'check_handler', { runId, seconds: 0 })).toMatchObject({ state: 'running' })
      expect(await call(rig().sender, 'check_handler', { runId, cancel: true })).toMatchObject({ state: 'cancelled' })
      expect(await refusal(rig().sender, 'check_handler', {})).toContain('target')
      hanging.closeAllConnections()
      hanging.close()
    },
  )

  test('send only to this machine, unless a person allowed the host, and never with a secret that was not listed', async () => {
    const target = 'http://192.0.2.1/hook'
    expect(await refusal(rig().sender, 'replay_delivery', { id: '1', target })).toContain('--allow-host')
    expect(await refusal(rig().sender, 'send_test_delivery', { target })).toContain('--allow-host')
    expect(await refusal(rig().sender, 'send_test_delivery', { secretVariable: 'PATH' })).toContain('--secret-env')
    await expect(rig().reader.callTool({ name: 'replay_delivery', arguments: { id: '1', target } })).rejects.toThrow(
      'replay_delivery',
    )
  })

  test('wait for what comes after a cursor, and let go when the call is cancelled', async () => {
    const { cursor } = await call<{ cursor: string }>(rig().reader, 'wait_for_deliveries', { seconds: 0 })
    const waiting = call<{ deliveries: { id: string }[] }>(rig().reader, 'wait_for_deliveries', {
      after: cursor,
      seconds: 25,
    })
    await rig().running.call('POST', '/sandbox/objects', { type: 'wallet' })
    expect((await waiting).deliveries).toHaveLength(1)
    const stopping = new AbortController()
    const cancelled = rig().reader.callTool(
      { name: 'wait_for_deliveries', arguments: { filter: 'type:Nothing', seconds: 25 } },
      { signal: stopping.signal },
    )
    stopping.abort('enough')
    await expect(cancelled).rejects.toThrow('enough')
    expect(await call(rig().reader, 'get_status')).toHaveProperty('version')
  })
})

test('what a client called is listed, and whether it is still connected', { tags: 'full' }, async () => {
  const client = await rig().connect()
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

const sessions = async () => rig().running.call<ToolSession[]>('GET', '/tool-sessions')

describe('rules that a tool sets', () => {
  interface Rules {
    rules: { name: string; enabled?: boolean; status?: number }[]
  }

  test('answer requests, replace the one of the same name, and are removed', async () => {
    const asked = { name: 'Agent', answer: { status: 503 }, minutes: 1 }
    expect((await call<Rules>(rig().sender, 'set_response_rule', asked)).rules).toMatchObject([{ status: 503 }])
    const url = await rig().receiverUrl()
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(503)
    const again = await call<Rules>(rig().sender, 'set_response_rule', { ...asked, answer: { status: 410 } })
    expect(again.rules).toMatchObject([{ name: 'Agent', status: 410 }])
    expect(await call<Rules>(rig().sender, 'set_response_rule', { name: 'Agent', remove: true })).toEqual({ rules: [] })
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200)
    expect(await refusal(rig().sender, 'set_response_rule', { name: 'Agent' })).toContain('answer is missing')
  })

  test('forward deliveries to an app of this machine only', async () => {
    const seen: string[] = []
    const app = await answering((body) => {
      seen.push(body.toString())
      return [200, 'ok']
    })
    const { rules } = await call<Rules>(rig().sender, 'set_forward_rule', { name: 'App', target: app.url })
    expect(rules).toMatchObject([{ name: 'App', enabled: true, target: app.url }])
    const arrived = once(app.server, 'request')
    await fetch(await rig().receiverUrl(), { method: 'POST', body: '{"forward":"me"}' })
    await arrived
    await expect.poll(() => seen).toEqual(['{"forward":"me"}'])
    const idOf = async () =>
      (await rig().running.call<{ rules: { id: string }[] }>('GET', '/environments/sandbox/forward-rules')).rules[0]?.id
    const id = await idOf()
    await call<Rules>(rig().sender, 'set_forward_rule', { name: 'App', target: `${app.url}/other` })
    expect(await idOf()).toBe(id)
    const away = { name: 'App', target: 'https://example.com/' }
    expect(await refusal(rig().sender, 'set_forward_rule', away)).toContain('--allow-host HOST')
    expect(await call<Rules>(rig().sender, 'set_forward_rule', { name: 'App', remove: true })).toEqual({ rules: [] })
  })
})

describe('prompts and bodies', () => {
  test('lead through the tools, and hold nothing that was received', async () => {
    const { prompts } = await rig().reader.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual([
      'debug_signature',
      'write_handler',
      'write_types',
      'check_handler',
    ])
    const texts = await Promise.all([
      rig().reader.getPrompt({ name: 'debug_signature', arguments: { id: '1' } }),
      rig().reader.getPrompt({ name: 'write_handler', arguments: { language: 'go' } }),
      rig().reader.getPrompt({ name: 'write_types', arguments: { language: 'ts', type: 'Payment' } }),
      rig().reader.getPrompt({ name: 'check_handler', arguments: { target: 'http://127.0.0.1:3000/hook' } }),
    ])
    const tools = new Set((await rig().sender.listTools()).tools.map(({ name }) => name))
    for (const { messages } of texts) {
      const named = JSON.stringify(messages).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      expect(named.filter((name) => !tools.has(name))).toEqual([])
      expect(named).not.toEqual([])
    }
    await expect(rig().reader.getPrompt({ name: 'debug_signature', arguments: { id: 'x' } })).rejects.toThrow('digits')
  })

  test('a body is a resource where something proves it', async () => {
    expect((await rig().reader.listResourceTemplates()).resourceTemplates[0]?.uriTemplate).toBe(
      'hookscope://delivery/{id}/body',
    )
    const { id } = await rig().sampleDelivery()
    const { contents } = await rig().reader.readResource({ uri: `hookscope://delivery/${id}/body` })
    expect(JSON.stringify(contents)).toContain('untrustedBody')
    const receiver = await rig().receiverUrl()
    await fetch(receiver, { method: 'POST', body: 'anybody' })
    const { deliveries } = await call<{ deliveries: { id: string }[] }>(rig().reader, 'list_deliveries', { limit: 1 })
    const unproven = `hookscope://delivery/${deliveries[0]?.id}/body`
    await expect(rig().reader.readResource({ uri: unproven })).rejects.toThrow('includeUnproven')
    await expect(rig().reader.readResource({ uri: 'hookscope://delivery/none/body' })).rejects.toThrow('digits')
  })
})
