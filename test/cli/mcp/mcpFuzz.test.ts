/** @module-tag full */
/** Every tool of the MCP server is given inputs that are right, nearly right and wrong; what it answers is always an answer. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryPage } from '../../../src/shared/wireTypes.ts'
import { fromSchema } from '../../suites/fuzz/fromSchema.ts'
import { nastyJson } from '../../suites/fuzz/fuzz.ts'
import { answering, call, placesOf, sharedMcpRig, variableSecret } from './mcpRig.ts'

/** Stands for the check that was started last. */
const newestRun = 'the newest run'
const canary = 'CANARY-3b9e'
/** In one minute a server answers 120 calls; the next server has a minute of its own. */
const callsOfAServer = 110

const rig = sharedMcpRig()
let app: Awaited<ReturnType<typeof answering>>
let hidden: string[]
let objectId: string
beforeAll(async () => {
  app = await answering(() => [200, `${canary} answered`])
  const receiver = await rig().receiverUrl()
  const body = JSON.stringify({ id: canary, resourceType: canary, resourceId: canary, changes: { [canary]: canary } })
  await fetch(`${receiver}?${canary}`, { method: 'POST', headers: { [`x-${canary}`]: canary }, body })
  writeFileSync(join(rig().workspace, 'body.json'), '{"amount": 1}')
  const { items } = await rig().running.call<DeliveryPage>('GET', '/deliveries')
  objectId = items.find(({ resourceType }) => resourceType === 'Payment')?.resourceId ?? ''
  hidden = [await rig().sharedSecret(), rig().running.token, receiver.split('/').at(-1) ?? '', variableSecret]
})
afterAll(() => void app.server.close())

/** Sensible values of fields, by name. */
const sensible = (): Record<string, fc.Arbitrary<unknown>> => {
  const id = fc.constantFrom('1', '2', '3', '0', '99999')
  const objects = fc.constantFrom('Payment', 'Payment', 'payment', 'nft', canary)
  return {
    id,
    a: id,
    b: id,
    delivery: fc.constantFrom('1', '1', '99999'),
    after: id,
    before: id,
    filter: fc.constantFrom('', 'verdict:valid', 'type:Payment', 'is:late', '"text"', '-verdict:valid', 'verdct:x'),
    target: fc.constantFrom(app.url, app.url, app.url, 'http://127.0.0.1:9/', 'http://example.com/'),
    environment: fc.constantFrom('sandbox', 'sandbox', 'sandbox', 'sandbox', 'nowhere'),
    scheme: fc.constantFrom('service', 'service', 'stripe', 'github', 'paypal'),
    secretVariable: fc.constantFrom('HOOK_SECRET', 'HOOK_SECRET', 'HOOK_SECRET', 'PATH'),
    resourceType: objects,
    type: objects,
    resourceId: fc.constantFrom(objectId, 'x'),
    only: fc.constantFrom(['valid'], ['valid'], ['nothing']),
    skip: fc.constant([]),
    since: fc.constantFrom('2026-01-31T00:00:00Z', '2999-01-01T00:00:00.000Z'),
    receivedAt: fc.constant('2026-01-31T00:00:00Z'),
    url: fc.constant('https://example.com/hooks'),
    method: fc.constantFrom('POST', 'GET'),
    file: fc.constantFrom('body.json', '../data/secrets.key', '/etc/passwd'),
    contentType: fc.constantFrom('application/json', 'text/plain'),
    cancel: fc.constantFrom(false, true),
    name: fc.constantFrom('One', 'Two', 'Three'),
    // Of a response rule, or the text by which a failure is known.
    answer: fc.constantFrom<unknown>({ status: 503 }, { status: 410, body: 'gone' }, 'busy', 'boom', '/TypeError/'),
    status: fc.constantFrom('5xx', '500'),
    timeoutMs: fc.constantFrom(200, 1000),
    maxRequests: fc.constantFrom(5, 20),
    when: fc.constantFrom({}, { filter: 'type:Nothing' }, { method: 'PUT' }, { filter: 'is:late' }),
    text: fc.constantFrom('name: A\nsteps:\n  - say: Hello\n', 'name: A\nsteps:\n  - sya: Hello\n', canary),
    vars: fc.constant({}),
    seed: fc.constantFrom(0, 7),
    minutes: fc.constantFrom(1, 10, 0.5),
    retries: fc.constantFrom(0, 3),
    headers: fc.constant({ 'x-service-webhook-hmac': 'AAAA' }),
    body: fc.constantFrom('{}', '{"amount": 1}'),
    part: fc.constantFrom('summary', 'headers', 'body', 'attempts', 'timing'),
    limit: fc.integer({ min: 1, max: 50 }),
    max: fc.integer({ min: 1, max: 20 }),
    offset: fc.constantFrom(0, 10, 100_000),
    maxBytes: fc.constantFrom(1, 100, 16_000),
    digest: fc.constantFrom('9f86d081', 'AAAA', canary.slice(0, 3)),
    runId: fc.constantFrom(newestRun, newestRun, 'nothing'),
    probe: fc.constantFrom('valid', 'unsigned', 'nothing'),
    language: fc.constantFrom('node', 'python', 'go', 'cobol'),
    // Waiting is what test/cli/mcp/mcp.test.ts tries; here nothing waits.
    seconds: fc.constant(0),
  }
}

/** For each tool an input that it takes: the first one of every run, and it does what it says with it. */
const rightInputs = (): Record<string, Record<string, unknown>> => ({
  get_status: {},
  list_deliveries: { filter: 'verdict:valid', limit: 5 },
  wait_for_deliveries: { after: '0', seconds: 0 },
  get_delivery: { id: '1', part: 'summary' },
  explain_signature: { id: '1' },
  compare_deliveries: { a: '1', b: '2' },
  get_object_history: { resourceType: 'Payment', resourceId: objectId },
  summarize_traffic: {},
  get_shape: {},
  list_changes: {},
  verify_signature: { body: '{}', headers: { 'x-service-webhook-hmac': 'AAAA' } },
  get_verification_code: { language: 'node' },
  trigger_sandbox_event: { type: 'payment' },
  replay_delivery: { id: '1', target: app.url },
  send_test_delivery: { target: app.url },
  check_handler: { target: app.url, only: ['valid'], seconds: 0 },
  run_scenario: { text: 'name: A\nsteps:\n  - say: Hello\n', seconds: 5 },
  shrink_delivery: { id: '1', target: app.url, seconds: 0 },
  annotate_delivery: { id: '1', pinned: true },
  set_response_rule: { name: 'One', answer: { status: 503 }, enabled: false },
  set_forward_rule: { name: 'One', target: app.url, enabled: false },
})

interface InputSchema {
  properties?: Record<string, Parameters<typeof fromSchema>[0]>
  required?: string[]
}

/** Inputs of a tool: half are what its schema asks for, in the others one field is something else or missing. */
function inputsFor({ properties = {}, required = [] }: InputSchema): fc.Arbitrary<Record<string, unknown>> {
  const known = sensible()
  const right = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (schema.type === 'boolean') return [name, fc.boolean()]
      return [name, known[name] ?? (schema.enum === undefined ? fromSchema(schema) : fc.constantFrom(...schema.enum))]
    }),
  )
  const always = 'seconds' in properties ? [...required, 'seconds'] : required
  const whole = fc.record(right, { requiredKeys: always })
  const names = Object.keys(properties).filter((name) => name !== 'seconds')
  if (names.length === 0) return fc.oneof(whole, fc.dictionary(fc.string(), nastyJson, { maxKeys: 3 }))
  const odd = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(whole, fc.constant(name), fc.oneof(fromSchema(properties[name] ?? {}), nastyJson)))
    .map(([input, name, value]) => ({ ...input, [name]: value }))
  const missing = fc.tuple(whole, fc.constantFrom(...names)).map(([{ ...input }, name]) => {
    delete input[name]
    return input
  })
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 3, arbitrary: odd }, { weight: 1, arbitrary: missing })
}

function withRun(args: Record<string, unknown>, run: string): Record<string, unknown> {
  return args['runId'] === newestRun ? { ...args, runId: run } : args
}

/** Calls that never meet the limit of a server: each server answers only some. */
function servers() {
  let client: Client | undefined
  let calls = 0
  return {
    callTool: async (name: string, args: Record<string, unknown>) => {
      if (calls % callsOfAServer === 0) {
        await client?.close()
        client = await rig().connect('--allow-send')
      }
      calls += 1
      return (client as Client).callTool({ name, arguments: args })
    },
    close: async () => client?.close(),
  }
}

test('every tool answers every input: as data, without a secret, and with outside text only where that is said', async () => {
  const { tools } = await rig().sender.listTools()
  expect(tools.length).toBeGreaterThan(12)
  const right = rightInputs()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(right).toSorted())
  const pool = servers()
  let run = 'none yet'
  const met: Record<string, { inputs: number; done: number; refused: number }> = {}
  for (const { name, inputSchema } of tools) {
    const seen = { inputs: 0, done: 0, refused: 0 }
    met[name] = seen
    await fc.assert(
      fc.asyncProperty(inputsFor(inputSchema as InputSchema), async (args) => {
        const { content, structuredContent, isError } = await pool.callTool(name, withRun(args, run))
        const said = JSON.stringify(content)
        seen.inputs += 1
        if (seen.inputs === 1) expect({ name, isError: isError === true, said }).toMatchObject({ isError: false })
        expect(said).not.toContain('Too many calls')
        expect(said).not.toContain('because of a bug')
        expect(said).not.toMatch(/\bat .*\.[jt]s:\d/)
        for (const secret of hidden) expect(said).not.toContain(secret)
        if (isError === true) {
          if (!said.includes('Input validation')) seen.refused += 1
          // A caller may read its own words again.
          if (!JSON.stringify(args).includes(canary)) expect(said).not.toContain(canary)
        } else {
          seen.done += 1
          const { runId } = structuredContent as { runId?: string }
          run = runId ?? run
          const places = placesOf(structuredContent, canary)
          expect(places.filter((place) => !/(^|\.)untrusted[A-Z]\w*(\.\d+)?$/.test(place))).toEqual([])
        }
      }),
      { numRuns: 120, examples: [[right[name] ?? {}]] },
    )
  }
  await pool.close()
  console.info(met)
  for (const [name, { inputs, done, refused }] of Object.entries(met))
    expect([name, inputs >= 120, done + refused >= 15, done > 0]).toEqual([name, true, true, true])
  expect(await call(rig().reader, 'get_status')).toHaveProperty('version')
})
