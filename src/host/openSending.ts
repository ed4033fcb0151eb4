import { join } from 'node:path'
import { openSends, type Sends } from '../engine/sending/openSends.ts'
import type { Engine } from '../engine/startEngine.ts'
import { type Fixtures, openFixtures } from './fixtures/openFixtures.ts'
import type { HostOptions } from './types.ts'

/** What is sent on purpose, and the fixtures that are. */
export interface Sending {
  sends: Sends
  fixtures: Fixtures
  /** Breaks off what is under way. The store must still be open. */
  stop(): Promise<void>
}

/** @param closedPorts ours beside the receiver's; more may come */
export function openSending(
  engine: Engine,
  { dataFolder, environmentVariables: variables = {} }: HostOptions,
  closedPorts: ReadonlySet<number>,
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
  return { sends, fixtures, stop: sends.stop }
}
