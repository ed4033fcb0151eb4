import { createHistoryWorld, type HistoryWorld, type PlayedDelivery } from '../../engine/comparing/historyWorld.ts'
import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { byArrival } from '../../engine/objects/foldDeliveries.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { CannotListen } from '../../shared/cannotListen.ts'
import { type HistoryApi, startHistoryApi } from './historyApi.ts'

/** The API of the stored snapshots. While it is open, nothing is sent to its port. */
export interface SnapshotApi extends HistoryApi {
  /** Where an app fetches objects and tokens, and as which user. */
  access: { baseUrl: string; tokenUrl: string; user: string }
  /** A delivery is played. The service never goes back: an object stays as of the newest delivery since the reset. */
  enter(delivery: PlayedDelivery): void
  /** Nothing has been played. */
  reset(): void
  /** Paths that were asked for since the reset. */
  requested(): string[]
}

interface ApiTools {
  engine: Pick<Engine, 'store'>
  sandbox: Pick<Sandbox, 'credentials'>
  closedPorts: Set<number>
}

/** Throws ExpectedFailure where it cannot listen. */
export async function openSnapshotApi(
  { engine: { store }, sandbox, closedPorts }: ApiTools,
  { id: environmentId, resourcePaths, baseUrl }: EnvironmentRecord,
  port: number,
): Promise<SnapshotApi> {
  const fresh = () => createHistoryWorld({ store, environmentId, resourcePaths })
  let world: HistoryWorld = fresh()
  let requested: string[] = []
  let newest: PlayedDelivery | null = null
  const reader = { read: async (path: string) => world.read(path) }
  const api = await startHistoryApi(port, reader, sandbox.credentials, (path) => requested.push(path)).catch(
    (error: unknown) => {
      if (!(error instanceof CannotListen)) throw error
      throw new ExpectedFailure({ code: 'api-port-taken', fields: { port, detail: error.message } })
    },
  )
  const opened = Number(new URL(api.url).port)
  closedPorts.add(opened)
  const basePath = URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/$/, '') : ''
  return {
    ...api,
    access: { baseUrl: api.url + basePath, tokenUrl: `${api.url}/oauth/token`, user: sandbox.credentials.username },
    enter: (delivery) => {
      if (newest !== null && byArrival(delivery, newest) < 0) return
      newest = delivery
      world.enter(delivery)
    },
    reset: () => {
      world = fresh()
      requested = []
      newest = null
    },
    requested: () => [...requested],
    stop: async () => {
      closedPorts.delete(opened)
      await api.stop()
    },
  }
}
