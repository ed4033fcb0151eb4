/** The bundled scenarios in fresh installations: each against a good app, and apps with one mistake each. */
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScenarioRun } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { appSecret, handlers } from './handlers.ts'
import { playScenario } from './playScenario.ts'

type Handler = keyof typeof handlers

const held = 'held'
/** The caption at which a run ends, by the scenario. All others hold. */
const expected: Record<string, Partial<Record<Handler, string>>> = {
  demo: {},
  'lost-answer': { 'acts on duplicates': 'Your app accepted both, and acted once' },
  'expired-token': {
    'acts on duplicates': 'A month later the first notification comes once more, and your app acts on none twice',
  },
  'out-of-order': {
    'fails at odd payloads': 'The first thing your app hears of a subscription is that it was changed',
  },
  'duplicate-storm': { 'acts on duplicates': 'Your app accepted every copy, and acted once' },
  'secret-rotation': { 'checks no signature': 'The sender gets a new secret, which your app does not have yet' },
  'forged-and-replayed': {
    'acts on duplicates': 'Your app acted on the real event alone, and once',
    'checks no signature': 'Someone sends an event without a signature',
  },
  outage: { 'acts on duplicates': 'All five have come twice, and your app acted five times' },
  stripe: {
    'acts on duplicates': 'Your app acted once on the payment and once on the other type',
    'checks no signature': 'Someone changes the amount and keeps the signature',
    'fails at odd payloads': 'A type comes that has no amount and that your app may not know',
  },
  github: {
    'acts on duplicates': 'Your app acted once on the ping and once on the issue',
    'checks no signature': 'Someone renames the issue on the way',
    'fails at odd payloads': 'A webhook is created, and GitHub sends a ping',
  },
  shopify: {
    'acts on duplicates': 'Your app acted once on the order and once on the privacy request',
    'checks no signature': 'Someone lowers the price and keeps the HMAC',
    'fails at odd payloads': 'A customer wants to be forgotten; this event has no price and no currency',
  },
}

/** Scenarios that may run at the same time: one in each environment. */
const groups = [
  ['demo', 'lost-answer', 'outage', 'expired-token'],
  ['out-of-order', 'duplicate-storm', 'secret-rotation', 'forged-and-replayed', 'stripe'],
  ['github'],
  ['shopify'],
]

async function freshInstallation(): Promise<TestHost> {
  const folder = scratchFolder()
  const test = await startTestHost(folder.path)
  onTestFinished(async () => {
    await test.host.stop()
    folder.remove()
  })
  // The sandbox's retries come after 10 s, in all other ways as usual.
  await test.client.sandbox.changeSettings({ timeFactor: 40 })
  return test
}

/** "held", the caption above the step that did not hold, or why the run could not go on. */
function outcome({ state, steps, problem }: ScenarioRun): string {
  if (state === 'held') return held
  const at = steps.findIndex((step) => step.state === 'failed')
  return steps.slice(0, at + 1).findLast(({ kind }) => kind === 'say')?.title ?? `${state}: ${problem}`
}

async function play({ client }: TestHost, name: string, handler: Handler, vars = {}): Promise<string> {
  const app = await startApp(handlers[handler]())
  const input = {
    name,
    vars,
    target: `${app.url}/webhooks`,
    effects: `${app.url}/effects`,
    secret: appSecret,
    bail: true,
  }
  return outcome(await playScenario(client, input))
}

async function playAll(handler: Handler): Promise<Record<string, string>> {
  const test = await freshInstallation()
  const outcomes: Record<string, string> = {}
  const playGroup = async (names: string[]) => {
    for (const name of names) outcomes[name] = await play(test, name, handler)
  }
  await Promise.all(groups.map(playGroup))
  return outcomes
}

const namesOf = (handler: Handler) =>
  Object.fromEntries(Object.entries(expected).map(([name, ends]) => [name, ends[handler] ?? held]))

describe('the bundled scenarios', () => {
  it('hold where the app is good', async () => {
    expect(await playAll('good')).toEqual(namesOf('good'))
  })

  it.for((Object.keys(handlers) as Handler[]).filter((handler) => handler !== 'good'))(
    'end where the app is wrong: %s',
    { tags: 'full' },
    async (handler) => {
      expect(await playAll(handler)).toEqual(namesOf(handler))
    },
  )

  it('for any sender play with the events of the sender that is named', { tags: 'full' }, async () => {
    const test = await freshInstallation()
    for (const vars of [
      { sender: 'github', event: 'issues.opened' },
      { sender: 'shopify', event: 'orders/create' },
    ]) {
      for (const name of ['duplicate-storm', 'secret-rotation', 'forged-and-replayed'])
        expect([name, vars.sender, await play(test, name, 'good', vars)]).toEqual([name, vars.sender, held])
    }
  })

  it('have captions, no mistakes, and a row in this table', async () => {
    const { items } = await (await freshInstallation()).client.scenarios.list()
    expect(items.map(({ name }) => name)).toEqual(Object.keys(expected).toSorted())
    expect(groups.flat().toSorted()).toEqual(Object.keys(expected).toSorted())
    for (const { problems, outline } of items) {
      expect(problems).toEqual([])
      expect(outline?.steps[0]?.kind).toBe('say')
      expect(outline?.description).not.toBeNull()
    }
  })
})
