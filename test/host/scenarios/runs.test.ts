/** Scenarios over a real host: real sockets, a real app, a real store. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScenarioRun, ScenarioRunInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { messagesOf, playScenario, scenarioOf, untilRun } from './playScenario.ts'

const folder = scratchFolder()
let test: TestHost

beforeAll(async () => {
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

async function play(steps: string, input: Omit<ScenarioRunInput, 'text'> = {}, head?: string): Promise<ScenarioRun> {
  return playScenario(test.client, { text: scenarioOf(steps, head), ...input })
}

const states = (run: ScenarioRun) => run.steps.map(({ state }) => state)

describe('a sender that signs with a private key', () => {
  const steps = '  - send: { body: { type: 4 } }\n  - expect: { verdict: valid, status: 200 }'
  const keyOf = (pair: { privateKey: KeyObject }) => pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const ed25519 = keyOf(generateKeyPairSync('ed25519'))
  const ec = keyOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))

  it.each([
    ['discord', ed25519],
    ['ebay', ec],
  ])('%s signs with a key that is given for the run, and is trusted no longer than that', async (sender, key) => {
    const run = await play(steps, { key }, `environment: { sender: ${sender} }`)
    expect([messagesOf(run), run.problem]).toEqual([[], null])
    const environment = (await test.client.environments.list()).find(({ id }) => id === run.environment?.id)
    expect(environment?.sharedSecrets).toEqual([])
  })

  it('says what can be done without one, and records its deliveries unsigned with a note', async () => {
    const head = 'environment: { sender: discord }'
    const run = await play(steps, {}, head)
    expect(run.problem).toMatch(/^Discord signs with a private key that only it has\. .*--key-file FILE/)
    const { id = '' } = (await test.client.environments.list()).find(({ name }) => name === 'Discord') ?? {}
    const { text, notes } = await test.client.scenarios.record({ selection: { filter: '', environment: id } })
    expect(notes.map(({ why }) => why.code)).toEqual(['key-of-the-sender'])
    expect(text).toMatch(
      /# Only its sender has the private key .*\n {2}- send:[^]*sign: none\n {2}- expect: \{ status: 200 \}/,
    )
    expect((await play(steps, { key: ed25519 }, 'environment: { sender: stripe }')).problem).toContain('--secret-env')
  })
})

it('pages hear of runs that begin and end, and of files that are changed outside', async () => {
  const own = join(folder.path, 'scenarios')
  mkdirSync(own, { recursive: true })
  await test.client.scenarios.list()
  const heard = async (what: 'files' | 'runs') =>
    nextEvent(test.host, (event) => (event.type === 'scenarios' && event.changed === what ? true : undefined))
  const files = heard('files')
  writeFileSync(join(own, 'outside.scenario.yaml'), 'name: Outside\nsteps: [{ say: Hello }]\n')
  expect(await files).toBe(true)
  const runs = heard('runs')
  const { run } = await test.client.scenarios.runs.start({ name: 'outside' })
  expect(await runs).toBe(true)
  await untilRun(test.client, run)
  await test.client.scenarios.remove({ name: 'outside' })
})

describe('a run', () => {
  it('sends to the receiver, hands on to the target, and expects of its answer', async () => {
    const app = await startApp(
      (_request, response) => void response.writeHead(201, { 'x-app': 'yes' }).end('{"ok": true, "id": "o-1"}'),
    )
    const run = await play(
      `  - send: { body: { id: "\${uuid}", amount: 12.5 } }
    id: paid
  - expect: { status: 201, within: 5s, verdict: valid, body: { /ok: true, /id: "/^o-/" }, headers: { X-App: "yes" } }
  - resend: paid
    with: { /seen: "\${steps.paid.answer.id}", /first: "\${steps.paid.delivery}" }
    sign: {}
  - check: { forwarded: 2, never: "verdict:invalid" }`,
      { target: app.url },
    )
    expect(messagesOf(run)).toEqual([])
    expect([run.state, run.sent, states(run)]).toEqual(['held', 2, ['held', 'held', 'held', 'held']])
    const [first, , second] = run.steps
    const [id] = first?.deliveryIds ?? []
    expect(JSON.parse(String(app.seen[1]?.body))).toMatchObject({ amount: 12.5, seen: 'o-1', first: id })
    expect(app.seen[0]?.headers.map(([name]) => name.toLowerCase())).toContain('stripe-signature')
    for (const step of [first, second]) {
      const delivery = await test.client.deliveries.get({ id: step?.deliveryIds[0] ?? '' })
      expect(delivery).toMatchObject({ verdict: 'valid', forward: { state: 'done' } })
    }
  })

  it('finds the delivery of each of many requests that are sent at once', async () => {
    const app = await startApp((request, response) => void response.end(request.body))
    const run = await play(
      `  - repeat: { times: 40, parallel: 8, step: { send: { body: { id: "\${uuid}" } } } }
  - expect: { status: 200 }
  - check: { forwarded: 40, count: { "verdict:valid": 40 } }`,
      { target: app.url },
    )
    expect(messagesOf(run)).toEqual([])
    expect(new Set(run.steps[0]?.deliveryIds).size).toBe(40)
    expect(run.steps[0]?.progress).toEqual({ done: 40, of: 40 })
  })

  it('says what came in its captions, and leaves what is not known', async () => {
    const app = await startApp((_request, response) => void response.end('{"order":7}'))
    const run = await play(
      `  - send: { body: { id: a } }
    id: sent
  - say: |
      Order \${steps.sent.answer.order} was made
      Its total is \${steps.sent.answer.total}, in $\${`,
      { target: app.url },
    )
    expect(run.steps[1]).toMatchObject({
      state: 'held',
      title: 'Order 7 was made',
      detail: 'Its total is ${steps.sent.answer.total}, in ${',
    })
  })

  it('sends different deliveries at once', async () => {
    const waiting: (() => void)[] = []
    // Answers nothing until both are there.
    const app = await startApp((request, response) => {
      waiting.push(() => response.end(request.body))
      if (waiting.length === 2) for (const answer of waiting) answer()
    })
    const run = await play(
      `  - repeat:
      times: 1
      parallel: 2
      step:
        - send: { body: { id: a } }
        - send: { body: { id: b } }
  - expect: { status: 200, within: 5s }`,
      { target: app.url },
    )
    expect([messagesOf(run), states(run)]).toEqual([[], ['held', 'held']])
    expect(run.steps[0]).toMatchObject({ title: 'Send POST and Send POST, 2 at once', progress: { done: 2, of: 2 } })
    expect(app.seen.map(({ body }) => body.toString()).toSorted()).toEqual(['{"id":"a"}', '{"id":"b"}'])
  })

  it('says what was expected, what came, and proves why a signature is wrong', async () => {
    const run = await play(
      `  - send: { body: { id: evt_1 } }
  - send: { body: { id: evt_2 } }
    sign: { break: rewritten-body }
  - expect: { verdict: valid, status: 204, body: { /a: 1 } }
  - say: The rest still runs
  - expect: { status: 200 }`,
    )
    expect([run.state, states(run)]).toEqual(['failed', ['held', 'held', 'failed', 'held', 'held']])
    expect(messagesOf(run)).toEqual([
      'Expected status 204, but got 200.',
      'Expected verdict valid, but got invalid.',
      expect.stringContaining('Expected body /a 1, but got'),
    ])
    const [status, verdict] = run.steps[2]?.failures ?? []
    expect(status).toMatchObject({ what: 'status', deliveryId: run.steps[1]?.deliveryIds[0], proof: [] })
    expect(verdict?.proof).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  it('ends at the first failure with bail, and at what cannot be done', async () => {
    const bail = await play('  - send: { body: {} }\n  - expect: { status: 500 }\n  - say: a', { bail: true })
    expect([bail.state, states(bail)]).toEqual(['failed', ['held', 'failed', 'open']])
    const broken = await play('  - send: ./missing.json\n  - say: a')
    expect([broken.state, states(broken)]).toEqual(['broken', ['broken', 'open']])
    expect(broken.problem).toContain('./missing.json')
  })

  it('runs single steps, and stops before steps until it is told to go on', async () => {
    const only = await play('  - send: { body: {} }\n  - say: a\n  - expect: { status: 200 }', { steps: [0, 2] })
    expect(states(only)).toEqual(['held', 'skipped', 'held'])
    const text = 'name: Test\nsteps: [{ say: a }, { say: b }, { say: c }]'
    const { run } = await test.client.scenarios.runs.start({ text, stepwise: true })
    const paused = async (place: number) =>
      untilRun(
        test.client,
        run,
        ({ state, steps }) =>
          state === 'paused' && steps[place - 1]?.state !== 'open' && steps[place]?.state === 'open',
      )
    await paused(0)
    await test.client.scenarios.runs.next({ run })
    expect(states(await paused(1))).toEqual(['held', 'open', 'open'])
    await test.client.scenarios.runs.next({ run, toEnd: true })
    expect(states(await untilRun(test.client, run))).toEqual(['held', 'held', 'held'])
  })

  it('waits for deliveries, and fails when too few come', async () => {
    const run = await play(
      `  - create: Payment
    id: payment
  - wait: { for: "type:Payment verdict:valid id:\${steps.payment.id}", times: 1, within: 5s }
  - advance: { id: payment, to: processing }
  - wait: { for: "type:Wallet", within: 200ms }`,
      {},
      '',
    )
    expect(states(run)).toEqual(['held', 'held', 'held', 'failed'])
    expect(messagesOf(run)).toEqual(['Expected deliveries 1 × type:Wallet, but got 0 within 200ms.'])
    expect(run.steps[0]?.object).toMatchObject({ resourceType: 'Payment' })
  })

  it('answers as it is told, and puts back the rules and the secret that were there', async () => {
    const { client } = test
    const { id } = await client.environments.create({ name: 'Acme', kind: 'sender', signatureScheme: 'github' })
    await client.environments.update({ id, sharedSecret: 'its own secret' })
    await client.environments.setResponseRules({
      id,
      rules: [{ name: 'Mine', enabled: true, when: { filter: 'type:never' }, answer: { status: 418 } }],
    })
    const before = await client.environments.responseRules({ id })
    const secretsOf = async () => (await client.environments.list()).find((each) => each.id === id)?.sharedSecrets
    const secrets = await secretsOf()
    const run = await play(
      `  - respond: { status: 503, times: 1, headers: { Retry-After: "9" }, body: busy }
  - send: { body: { id: 1 } }
    id: one
  - expect: { status: 503, verdict: valid, headers: { retry-after: "9" } }
  - resend: one
  - expect: { status: 200 }
  - rotate:
  - resend: one
    sign: { secret: previous }
  - expect: { verdict: valid-previous }`,
      { secret: 'another secret' },
      'environment: { name: Acme }',
    )
    expect(messagesOf(run)).toEqual([])
    expect(await client.environments.responseRules({ id })).toEqual(before)
    const fingerprints = (all: Awaited<ReturnType<typeof secretsOf>>) =>
      all?.map(({ id: each, current }) => [each, current])
    expect(fingerprints(await secretsOf())).toEqual(fingerprints(secrets))
  })

  it('leaves the verdicts of its deliveries, also when the secret it was given is gone, and no other ones', async () => {
    const { client, host } = test
    const { id } = await client.environments.create({ name: 'Kept', kind: 'sender', signatureScheme: 'stripe' })
    await client.environments.update({ id, sharedSecret: 'its own secret' })
    const send = (secret: string) => `  - send: { body: { secret: ${secret} } }\n    sign: { secret: ${secret} }`
    const head = 'environment: { name: Kept }'
    const foreign = await play('  - send: { body: { id: 1 } }\n    sign: { break: other-secret }', {}, head)
    const run = await play(
      `${send('current')}\n  - rotate:\n${send('current')}\n${send('previous')}`,
      { secret: 'given for the run' },
      head,
    )
    const checked = nextEvent(host, (event) =>
      event.type === 'verification' && event.verification.state === 'done' ? true : undefined,
    )
    await client.signatures.verifyAll()
    await checked
    const ids = [foreign, run].flatMap(({ steps }) => steps.flatMap(({ deliveryIds }) => deliveryIds))
    const details = await Promise.all(ids.map(async (each) => client.deliveries.get({ id: each })))
    expect(details.map(({ verdict }) => verdict)).toEqual(['invalid', 'valid', 'valid', 'valid-previous'])
    expect(details.map(({ signature }) => signature.explanation.state)).toEqual([
      'explained',
      ...Array.from({ length: 3 }, () => 'not-needed'),
    ])
  })

  it('can be cancelled while it waits, and is kept', async () => {
    const { run } = await test.client.scenarios.runs.start({ text: 'name: Long\nsteps: [{ wait: 1h }]' })
    await untilRun(test.client, run, ({ steps }) => steps[0]?.state === 'running')
    const view = await test.client.scenarios.runs.cancel({ run })
    expect([view.state, states(view)]).toEqual(['stopped', ['stopped']])
    expect((await test.client.scenarios.runs.list()).items[0]).toMatchObject({ run, name: 'Long', state: 'stopped' })
  })

  it('says how many deliveries the target answered, where a check expects another number', async () => {
    const run = await play('  - send: { body: { id: 1 } }\n  - check: { forwarded: 3, within: 10ms }')
    expect(messagesOf(run)).toEqual(['Expected the target to answer 3 deliveries with 2xx, but it answered 0.'])
  })

  it('refuses a second one in the same environment', async () => {
    const { run } = await test.client.scenarios.runs.start({ text: 'name: Long\nsteps: [{ wait: 1h }]' })
    const second = await play('  - say: a', {}, '')
    expect(second).toMatchObject({ state: 'broken', problem: expect.stringContaining('"Long" runs') as string })
    await test.client.scenarios.runs.cancel({ run })
  })

  it('refuses a wrong file with all places, and sends nothing', async () => {
    const before = (await test.client.status()).counts.deliveries
    const text = 'name: Wrong\nsteps:\n  - send: { body: {} }\n  - exepct: {}\n  - run: { command: x }'
    await expect(test.client.scenarios.runs.start({ text })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Line 4, column 5: No step is named exepct. Did you mean expect?') as string,
    })
    expect((await test.client.status()).counts.deliveries).toBe(before)
  })
})

describe('the library', () => {
  it('has the bundled ones, keeps own files with their mistakes, and checks a text', async () => {
    const { client } = test
    const { items, folder: own } = await client.scenarios.list()
    expect(items.find(({ name }) => name === 'demo')).toMatchObject({ from: 'bundled', problems: [] })
    const put = await client.scenarios.put({ name: 'mine', text: 'name: Mine\nsteps: [{ sya: a }]' })
    expect(put.problems).toMatchObject([{ line: 2, column: 11 }])
    expect((await client.scenarios.get({ name: 'mine' })).text).toContain('sya')
    mkdirSync(join(own, 'sub'), { recursive: true })
    writeFileSync(join(own, 'Not A Name.scenario.yaml'), 'name: a')
    const names = (await client.scenarios.list()).items.filter(({ from }) => from === 'folder').map(({ name }) => name)
    expect(names).toEqual(['mine'])
    await client.scenarios.remove({ name: 'mine' })
    await expect(client.scenarios.get({ name: 'mine' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const checked = await client.scenarios.check({ text: 'name: A\nvars: { n: 2 }\nsteps: [{ say: "${n} things" }]' })
    expect(checked).toMatchObject({
      problems: [],
      outline: { vars: [{ name: 'n', value: '2' }], steps: [{ title: '2 things', kind: 'say', line: 3 }] },
    })
  })
})
