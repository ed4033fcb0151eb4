import { openSends, type Sends } from '../engine/sending/openSends.ts'
import type { Engine } from '../engine/startEngine.ts'
import type { Fixtures } from './fixtures/openFixtures.ts'

/** @param closedPorts ours beside the receiver's; more may come */
export function openSending(engine: Engine, fixtures: Fixtures, closedPorts: ReadonlySet<number>): Sends {
  const { store, environments, events, receiver, publicAccess } = engine
  return openSends({
    store,
    environments,
    events,
    receiver,
    ours: { ports: () => [receiver.port, ...closedPorts], publicOrigin: () => publicAccess.origin() },
    fixture: fixtures.read,
  })
}
