/** Unknown input is refused, and our own words are distinguished from received text, for every tool. */
import { createHmac } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { answering, call, placesOf, refusal, sharedMcpRig } from './mcpRig.ts'

const rig = sharedMcpRig()

interface Property {
  type?: string
  anyOf?: { type?: string }[]
  description?: string
}

async function everyTool(): Promise<{ client: Client; name: string; properties: Record<string, Property> }[]> {
  const { tools } = await rig().sender.listTools()
  return tools.map(({ name, inputSchema }) => ({
    client: rig().sender,
    name,
    properties: (inputSchema.properties ?? {}) as Record<string, Property>,
  }))
}

/** A misspelling of a name: two of its letters change places. */
const misspelled = (name: string) => `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`
const isMisspellable = (name: string) => name.length > 3 && name.at(-1) !== name.at(-2)

describe('an argument that a tool does not know', () => {
  test('is refused by every tool', async () => {
    const tools = await everyTool()
    expect(tools.length).toBeGreaterThan(12)
    for (const { client, name } of tools) {
      expect(await refusal(client, name, { frobnicate: 1 })).toContain('Unknown argument frobnicate.')
    }
  })

  test('is answered with the nearest name that there is', async () => {
    let tried = 0
    for (const { client, name, properties } of await everyTool()) {
      for (const property of Object.keys(properties).filter(isMisspellable)) {
        tried += 1
        expect(await refusal(client, name, { [misspelled(property)]: 1 })).toContain(
          `Unknown argument ${misspelled(property)}. Did you mean`,
        )
      }
    }
    expect(tried).toBeGreaterThan(40)
  })

  test('is refused by a prompt, too', async () => {
    const prompt = { name: 'debug_signature', arguments: { ids: '1' } }
    await expect(rig().reader.getPrompt(prompt)).rejects.toThrow('Unknown argument ids. Did you mean id?')
  })

  test('is known to be refused before the call: no schema lets others in', async () => {
    const { tools } = await rig().sender.listTools()
    expect(tools.filter(({ inputSchema }) => inputSchema['additionalProperties'] !== false)).toEqual([])
  })
})

describe('a filter with a typo', () => {
  test.each(['list_deliveries', 'wait_for_deliveries'])('is refused by %s with the nearest term', async (name) => {
    const asked = (filter: string) => ({
      filter,
      ...(name === 'wait_for_deliveries' ? { after: '0', seconds: 0 } : {}),
    })
    expect(await refusal(rig().reader, name, asked('verdit:valid'))).toContain('Did you mean verdict:?')
    expect(await refusal(rig().reader, name, asked('verdict:valdi'))).toContain('Did you mean valid?')
    await call(rig().reader, name, asked('verdict:valid "a:b"'))
  })
})

describe('an id', () => {
  test('is taken as text or number wherever a tool takes one', async () => {
    const tools = await everyTool()
    const ids = tools.flatMap(({ name, properties }) =>
      Object.entries(properties)
        .filter(([property]) => /^(?:id|a|b|after|before|delivery|resourceId|update|runId|environment)$/.test(property))
        .map(([property, { type, anyOf }]) => ({ name, property, types: anyOf?.map((each) => each.type) ?? [type] })),
    )
    expect(ids.length).toBeGreaterThan(12)
    expect(ids.filter(({ types }) => !types.includes('string') || !types.includes('integer'))).toEqual([])
    const { id } = await rig().sampleDelivery()
    const byNumber = await call(rig().reader, 'get_delivery', { id: Number(id) })
    expect(byNumber).toEqual(await call(rig().reader, 'get_delivery', { id }))
    expect(await refusal(rig().reader, 'get_delivery', { id: 'x' })).toContain('An id has digits only.')
  })
})

describe('our own words', () => {
  test('are in fields that can be trusted, and the texts they are about are not', async () => {
    const [receiver, secret] = [await rig().receiverUrl(), await rig().sharedSecret()]
    const field = 'CANARY-9e2c'
    const body = JSON.stringify({ [field]: 'signed alone', id: 'mine' })
    const signature = createHmac('sha256', secret).update('signed alone').digest('base64')
    await fetch(receiver, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })
    const { deliveries } = await call<{ deliveries: { id: string }[] }>(rig().reader, 'list_deliveries', { limit: 1 })
    const { findings } = await call<{ findings: Record<string, unknown>[] }>(rig().reader, 'explain_signature', {
      id: deliveries[0]?.id,
    })
    expect(findings[0]).toMatchObject({
      cause: 'body-part',
      kind: 'proof',
      code: 'recomputed',
      title: 'Only a part of the body',
      proof: expect.stringContaining('only its field "[untrusted 1]"') as string,
      advice: expect.stringContaining('Only a part of the body was signed.') as string,
      untrustedTexts: [field],
    })
    const { untrustedTexts: _texts, ...ours } = findings[0] ?? {}
    expect(JSON.stringify(ours)).not.toContain(field)
    expect(Object.keys(ours).filter((name) => name.startsWith('untrusted'))).toEqual([])
  })

  test('stand apart from what comes before a signature', async () => {
    const secret = await rig().sharedSecret()
    const right = createHmac('sha256', secret).update('{}').digest('base64')
    const headers = { 'x-service-webhook-hmac': `CANARY-77aa: ${right}` }
    const { findings } = await call<{ findings: unknown[] }>(rig().reader, 'verify_signature', { body: '{}', headers })
    expect(findings[0]).toMatchObject({ cause: 'digest-prefix', untrustedTexts: ['CANARY-77aa:'] })
    expect(placesOf(findings, 'CANARY').filter((place) => !place.includes('untrusted'))).toEqual([])
  })

  test('of a check quote its handler nowhere else', async () => {
    const canary = 'CANARY-51d0'
    const page = await answering(() => [200, ''])
    page.server.removeAllListeners('request')
    page.server.on('request', (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><html><title>${canary} sign in</title><input type="password"></html>`)
    })
    const moved = await answering(() => [200, ''])
    moved.server.removeAllListeners('request')
    moved.server.on('request', (request, response) => {
      request.resume()
      response.writeHead(301, { location: `https://${canary}.example/` }).end()
    })
    for (const { url, server } of [page, moved]) {
      const report = await rig().checked({ target: url })
      server.close()
      expect(report['state']).toBe('refused')
      const { untrustedTexts, ...ours } = report
      expect(JSON.stringify(untrustedTexts)).toContain(canary)
      expect(JSON.stringify(ours)).not.toContain(canary)
      expect(String(report['stopped'])).toContain('[untrusted 1]')
    }
  })

  test('say user, not person', async () => {
    const { tools } = await rig().sender.listTools()
    const { prompts } = await rig().sender.listPrompts()
    expect(JSON.stringify([tools, prompts])).not.toMatch(/\b(?:a person|somebody|nobody)\b/i)
  })
})

test('the shape of a type is there as fields and as code, and no change where nothing departed', async () => {
  const { types } = await call<{ types: { untrustedType: string; source: string }[] }>(rig().reader, 'get_shape', {})
  expect(types).toContainEqual(expect.objectContaining({ untrustedType: 'Payment', source: 'body' }))
  const asked = { type: 'Payment', source: 'body' }
  const { fields } = await call<{ fields: { untrustedPath: string; presence: number }[] }>(
    rig().reader,
    'get_shape',
    asked,
  )
  expect(fields).toContainEqual(expect.objectContaining({ untrustedPath: 'resourceType', presence: 1 }))
  const code = await call<{ untrustedCode: string }>(rig().reader, 'get_shape', { ...asked, language: 'go' })
  expect(code.untrustedCode).toContain('type Payment struct {\n\t')
  expect(await call(rig().reader, 'list_changes', {})).toEqual({ changes: [], more: 0, pending: 0 })
})
