/** Stored deliveries as a scenario: recorded in one installation, run in a fresh one. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioRecording, ScenarioRun, ScenarioRunInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { playScenario } from './playScenario.ts'

const folder = scratchFolder()
let test: TestHost

beforeAll(async () => {
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

async function playHere(environment: string, steps: string, input: ScenarioRunInput = {}): Promise<void> {
  const run = await playScenario(test.client, {
    text: `name: Flow\nenvironment: ${environment}\nsteps:\n${steps}`,
    ...input,
  })
  expect([run.state, run.problem]).toEqual(['held', null])
}

async function environmentNamed(name: string): Promise<string> {
  const found = (await test.client.environments.list()).find((each) => each.name === name)
  return found?.id ?? ''
}

async function record(environment: string, fast = true): Promise<ScenarioRecording> {
  return test.client.scenarios.record({ selection: { filter: '', environment }, fast })
}

async function freshInstallation(): Promise<TestHost> {
  const own = scratchFolder()
  const fresh = await startTestHost(own.path)
  onTestFinished(async () => {
    await fresh.host.stop()
    own.remove()
  })
  return fresh
}

/** How the run of a recording ended, with what did not hold. */
const outcome = ({ state, problem, steps }: ScenarioRun) => [
  state,
  problem,
  steps.flatMap(({ title, failures }) => failures.map(({ message }) => `${title}: ${message}`)),
]

const stripe = `
  - send: { body: { id: evt_1QxA7bC9dE2fG3hI, object: event, created: "\${now.unix-2s}", type: customer.created, data: { object: { id: cus_R4nd0mCustomer1, email: jo@example.com, phone: "+44 20 7946 0958" } } } }
  - send: { body: { id: evt_2QxA7bC9dE2fG3hI, type: payment_intent.created, data: { object: { id: pi_3QxPayment00001, customer: cus_R4nd0mCustomer1, amount: 4200 } } } }
    id: created
  - send: { body: { id: evt_3QxA7bC9dE2fG3hI, type: payment_intent.succeeded, at: "\${now-3s}", data: { object: { id: pi_3QxPayment00001, customer: cus_R4nd0mCustomer1, amount: 4200, note: "costs $\${10}" } } } }
    id: paid
  - resend: paid
  - resend: paid
    sign: { at: -20s }
  - resend: paid
    with: { /data/object/amount: 1 }
  - resend: created
    with: { /id: evt_4QxA7bC9dE2fG3hI }
    sign: { break: other-secret }
  - resend: created
    with: { /id: evt_5QxA7bC9dE2fG3hI }
    sign: { break: old-timestamp }
  - resend: created
    with: { /id: evt_6QxA7bC9dE2fG3hI }
    sign: { break: rewritten-body }
  - send: { body: { id: evt_7QxA7bC9dE2fG3hI, type: payment_intent.created } }
    sign: none
  - respond: { status: 503, times: 1 }
  - resend: created
    with: { /id: evt_8QxA7bC9dE2fG3hI }
    sign: {}
  - rotate:
  - resend: created
    with: { /id: evt_9QxA7bC9dE2fG3hI }
    sign: { secret: previous }`

const github = `
  - send: { path: "?team=1", headers: { X-GitHub-Event: ping, X-GitHub-Delivery: 72d3162e-cc78-11e3-81ab-4c9367dc0958 }, body: { zen: "Keep it", hook_id: 1 } }
  - send: { headers: { X-GitHub-Event: issues, X-GitHub-Delivery: 82d3162e-cc78-11e3-81ab-4c9367dc0958, Authorization: "Bearer abcdefgh12345678" }, body: { action: opened, issue: { number: 12, id: 12345678901, node_id: I_kwDOAbc12345xyz } } }
  - send: { headers: { X-GitHub-Event: push, Content-Type: application/x-www-form-urlencoded, X-GitHub-Delivery: 92d3162e-cc78-11e3-81ab-4c9367dc0958 }, body: "payload=%7B%22ref%22%3A%22main%22%7D" }
  - send: { headers: { X-GitHub-Event: push, X-GitHub-Delivery: a2d3162e-cc78-11e3-81ab-4c9367dc0958 }, bodyBase64: /wD/AQ== }
  - send: { headers: { X-GitHub-Event: push, X-GitHub-Delivery: b2d3162e-cc78-11e3-81ab-4c9367dc0958 }, body: '{"big":12345678901234567890,"one":1.0,"node_id":"I_kwDOAbc12345xyz"}' }
  - repeat: { times: 5, step: { send: { headers: { X-GitHub-Event: star, X-GitHub-Delivery: "\${uuid}" }, body: { action: created } } } }`

const sandbox = `
  - create: Payment
    id: one
  - advance: { id: one, to: processing }
  - advance: { id: one, to: settled }
    id: settled
  - resend: settled
    with: { /id: "\${uuid}", /action: delete }
  - create: Wallet
  - create: Payment
  - create: kyc
  - create: Payment`

describe('a recording', () => {
  it('of 30 deliveries of three senders runs green in a fresh installation, one environment at a time', async () => {
    await playHere('{ sender: stripe }', stripe)
    await playHere('{ sender: github }', github)
    await playHere('sandbox', sandbox)
    const recordings = [
      await record(await environmentNamed('Stripe')),
      await record(await environmentNamed('GitHub')),
      await record('sandbox'),
    ]
    expect(recordings.map(({ deliveries }) => deliveries)).toEqual([12, 10, 8])
    const fresh = await freshInstallation()
    for (const { text } of recordings) {
      const run = await playScenario(fresh.client, { text })
      expect(outcome(run)).toEqual(['held', null, []])
    }
    const { items } = await fresh.client.deliveries.list({ limit: 100 })
    expect(items).toHaveLength(30)
    const [ofStripe, ofGitHub] = recordings
    const keys = (await test.client.environments.list()).map(({ receiverPath }) => receiverPath.replace('/in/', ''))
    for (const secret of [
      ...keys,
      'jo@example.com',
      '7946 0958',
      'abcdefgh12345678',
      'evt_1QxA7bC9dE2fG3hI',
      'I_kwDOAbc12345xyz',
    ])
      expect(recordings.map(({ text }) => text).join('\n')).not.toContain(secret)
    expect(ofStripe?.text).toMatch(/created: \$\{now\.unix-[23]s\}/)
    expect(ofStripe?.text).toContain('sign: { break: rewritten-body }')
    expect(ofGitHub?.notes.map(({ why }) => why.code)).toEqual([
      'headers-left-out',
      'body-as-text',
      'body-left-out',
      'body-as-text',
    ])
    for (const { message } of ofGitHub?.notes ?? []) expect(ofGitHub?.text).toContain(`# ${message}`)
  })

  it('expects what the app answered, where deliveries were forwarded, and keeps the times between them', async () => {
    const app = await startApp((request, response) =>
      response.writeHead(String(request.body).includes('refund') ? 422 : 201).end(),
    )
    await playHere(
      '{ sender: shopify }',
      `
  - send: { body: { type: payment, live: false } }
    sign: none
  - wait: 1s
  - send: { body: { type: refund, live: false } }
    sign: none`,
      { target: `${app.url}/hooks` },
    )
    const { text, notes } = await record(await environmentNamed('Shopify'), false)
    expect(notes).toEqual([])
    expect(text).toContain(`target: ${app.url}/hooks`)
    expect([...text.matchAll(/(?:wait|expect): .*/g)].map(([line]) => line)).toEqual([
      'expect: { status: 201, verdict: unsigned }',
      'wait: 1s',
      'expect: { status: 422, verdict: unsigned }',
    ])
    const run = await playScenario((await freshInstallation()).client, { text, fast: true })
    expect(outcome(run)).toEqual(['held', null, []])
    expect(app.seen.map(({ target }) => target)).toEqual(['/hooks', '/hooks', '/hooks', '/hooks'])
  })

  it(
    'takes deliveries by their ids, and refuses those of several environments and more than a file can have',
    { tags: 'full' },
    async () => {
      await playHere('{ sender: stripe }', '  - send: { body: { id: evt_byId, type: customer.created } }')
      await playHere('sandbox', '  - create: Payment')
      const { items } = await test.client.deliveries.list({ limit: 100 })
      const stripe = items.filter(({ eventType }) => eventType === 'customer.created')
      const ids = stripe.slice(0, 1).map(({ id }) => id)
      const own = await test.client.scenarios.record({ selection: { ids } })
      expect([own.deliveries, own.name]).toEqual([1, 'recorded-stripe'])
      const refused = async (selection: Parameters<typeof test.client.scenarios.record>[0]['selection']) =>
        test.client.scenarios.record({ selection }).catch((error: unknown) => error)
      expect(await refused({ filter: '' })).toMatchObject({
        data: { why: { code: 'record-several-environments', fields: { names: expect.arrayContaining(['Sandbox']) } } },
      })
      await playHere(
        '{ sender: linear }',
        '  - repeat: { times: 121, parallel: 20, step: { send: { body: {} }, sign: none } }',
      )
      const environment = await environmentNamed('Linear')
      expect(await refused({ filter: '', environment })).toMatchObject({
        data: { why: { code: 'record-too-many', fields: { found: 121, max: 120 } } },
      })
    },
  )
})
