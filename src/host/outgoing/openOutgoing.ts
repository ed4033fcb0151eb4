import type { Engine, Log } from '../../engine/startEngine.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { type Checks, openChecks } from '../checks/openChecks.ts'
import { type Comparisons, openComparisons } from '../comparing/openComparisons.ts'
import { openOrders, type Orders } from '../ordering/openOrders.ts'
import { openReplays, type Replays } from './openReplays.ts'
import { join } from 'node:path'
import { openSends, type Sends } from '../../engine/sending/openSends.ts'
import { type Fixtures, openFixtures } from '../fixtures/openFixtures.ts'
import type { HostOptions } from '../shells/types.ts'
import { openShrinks, type Shrinks } from '../shrinking/openShrinks.ts'

/** Everything that is sent to apps at once: replayed, sent on purpose, or to grade them. */
export interface Outgoing {
  replays: Replays
  sending: Sending
  checks: Checks
  comparisons: Comparisons
  orders: Orders
  /** Ends what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts Hookscope's own ports without the receiver's; more may be added */
export async function openOutgoing(
  { engine, sandbox }: { engine: Engine; sandbox: Sandbox },
  options: HostOptions,
  closedPorts: Set<number>,
  log: Log,
): Promise<Outgoing> {
  const replays = openReplays(engine, closedPorts)
  const sending = openSending(engine, options, closedPorts, log)
  const checks = await openChecks({ engine, sandbox, closedPorts }, log)
  const playing = { engine, sandbox, sends: sending.sends, closedPorts, log }
  const comparisons = openComparisons(playing)
  const orders = openOrders(playing)
  return {
    replays,
    sending,
    checks,
    comparisons,
    orders,
    stop: async () => {
      await replays.stop()
      await sending.stop()
      await checks.stop()
      await comparisons.stop()
      await orders.stop()
    },
  }
}

/** Requests that are sent on purpose, and the fixtures for them. */
export interface Sending {
  sends: Sends
  fixtures: Fixtures
  shrinks: Shrinks
  /** Breaks off what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts ours apart from the receiver's; more may come */
export function openSending(
  engine: Engine,
  { dataFolder, environmentVariables: variables = {} }: HostOptions,
  closedPorts: ReadonlySet<number>,
  log: Log,
): Sending {
  const { store, environments, events, receiver, publicAccess } = engine
  const fixtures = openFixtures(variables['HOOKSCOPE_FIXTURES'] || join(dataFolder, 'fixtures'))
  const sends = openSends({
    store,
    environments,
    events,
    receiver,
    ours: { ports: () => [receiver.port, ...closedPorts], publicOrigin: () => publicAccess.origin() },
    fixture: fixtures.read,
  })
  const shrinks = openShrinks({ engine, sends, log })
  const stop = async () => {
    await shrinks.stop()
    await sends.stop()
  }
  return { sends, fixtures, shrinks, stop }
}
