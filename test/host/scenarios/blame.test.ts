/** A run blames an app for nothing that the app did not do, and credits it with no answer that it did not give. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScenarioRun, ScenarioRunInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { messagesOf, playScenario, scenarioOf } from './playScenario.ts'

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

describe('a run', () => {
  it("takes no answer of Hookscope's receiver for one of the app", async () => {
    const app = await startApp()
    const fixture = {
      hookscope: 'fixture',
      version: 1,
      request: { method: 'POST', path: '/x', headers: [], body: '{}' },
    }
    const run = await play('  - send: ./x.json\n  - expect: { status: 4xx }', {
      target: app.url,
      files: { './x.json': JSON.stringify(fixture) },
    })
    expect([run.state, app.seen]).toEqual(['failed', []])
    expect(run.steps[0]?.note).toContain('it was not forwarded to the target')
  })

  it('sends a path on to the app where the environment accepts paths', async () => {
    const app = await startApp()
    const { id } = await test.client.environments.create({ name: 'Paths', kind: 'sender', signatureScheme: 'github' })
    await test.client.environments.setResponseRules({ id, rules: [], subPaths: true })
    const steps = '  - send: { path: "/orders?x=1", body: { a: 1 } }\n  - expect: { status: 204 }'
    const run = await play(steps, { target: `${app.url}/hook` }, 'environment: { name: Paths }')
    expect([messagesOf(run), app.seen.map(({ target }) => target)]).toEqual([[], ['/hook/orders?x=1']])
  })

  it("waits for an answer of Hookscope's receiver that a rule delays", async () => {
    const steps = '  - respond: { delay: 400ms }\n  - create: Payment\n  - expect: { status: 2xx, verdict: valid }'
    expect(messagesOf(await play(steps, {}, 'environment: sandbox'))).toEqual([])
  })

  it('expects an answer where nothing else is said', async () => {
    const app = await startApp((_request, response) => response.destroy())
    const run = await play('  - send: { body: { a: 1 } }\n  - expect: {}', { target: app.url })
    expect(messagesOf(run)).toEqual([expect.stringContaining('No answer came.')])
  })

  it('compares long numbers digit by digit', async () => {
    const app = await startApp((_request, response) =>
      response.end('{"id":9007199254740993,"at":1764400000123456,"share":0.12345678901234567}'),
    )
    const run = await play(
      '  - send: { body: { a: 1 } }\n  - expect: { body: { /id: 9007199254740992 } }\n  - expect: { body: { /id: "/^9007199254740993$/", /at: 1764400000123456, /share: 0.12345678901234567 } }',
      { target: app.url },
    )
    expect(messagesOf(run)).toEqual(['Expected body /id 9007199254740992, but got 9007199254740993.'])
  })

  it('finds an expected header among several of the same name', async () => {
    const app = await startApp((_request, response) => response.setHeader('Set-Cookie', ['a=1', 'b=2']).end())
    const run = await play(
      '  - send: { body: { a: 1 } }\n  - expect: { headers: { set-cookie: b=2 } }\n  - expect: { headers: { set-cookie: c=3 } }',
      { target: app.url },
    )
    expect(messagesOf(run)).toEqual(['Expected header set-cookie c=3, but got a=1 and b=2.'])
  })

  it('blames no signature that was made wrong on purpose where the app accepts it', async () => {
    const app = await startApp()
    const run = await play(
      '  - send: { body: { id: evt_1 } }\n    sign: none\n  - expect: { verdict: unsigned, status: 4xx }',
      { target: `${app.url}/hook` },
    )
    expect(messagesOf(run)).toEqual(['Expected status 4xx, but got 204.'])
    expect(run.steps[1]?.failures[0]?.proof).toEqual([])
  })

  it('counts work that the app does late, and none of the run before', async () => {
    let effects = 0
    const app = await startApp(({ target }, response) => {
      if (target === '/effects') return void response.end(String(effects))
      setTimeout(() => (effects += 1), 700)
      response.writeHead(204).end()
    })
    const input = { target: `${app.url}/hook`, effects: `${app.url}/effects` }
    const steps = '  - send: { body: { id: evt_1 } }\n    id: a\n  - wait: 900ms\n  - resend: a\n'
    const twice = await play(`${steps}  - check: { effects: 1 }`, input)
    expect(messagesOf(twice)).toEqual(['Expected effects 1, but got 2.'])
    await play('  - send: { body: { id: evt_2 } }', input)
    const once = await play('  - send: { body: { id: evt_3 } }\n  - check: { effects: 1 }', input)
    expect(messagesOf(once)).toEqual([])
  })

  it('leaves out what the sandbox still has to send from before, says so, and that is sent afterwards', async () => {
    const app = await startApp()
    await test.client.sandbox.changeSettings({ timeFactor: 1 })
    await play('  - respond: { status: 503, times: 1 }\n  - create: Payment\n', {}, 'environment: sandbox')
    const pending = (await test.client.sandbox.get()).outbox.filter(({ state }) => state === 'retrying')
    expect(pending).toHaveLength(1)
    const steps =
      "  - clock: +2h\n  - create: Wallet\n  - wait: 500ms\n  - check: { forwarded: 1, never: 'type:Payment' }"
    const run = await play(steps, { target: `${app.url}/hook` }, 'environment: sandbox')
    expect([messagesOf(run), run.problem]).toEqual([[], null])
    expect(run.notes.join(' ')).toContain('1 notification of before')
    await test.client.sandbox.changeSettings({ timeFactor: 1000 })
    await expect
      .poll(async () =>
        (await test.client.sandbox.get()).outbox.find((one) => one.notificationId === pending[0]?.notificationId),
      )
      .toMatchObject({ state: 'delivered', attempt: 2 })
  })
})
