import { onTestFinished } from 'vitest'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { attempt, delivery, notification } from '../../store/build.ts'

export const secret = 'the secret of both builds'

/** When the first delivery came, ms; one came every second. */
export const firstAt = Date.UTC(2026, 0, 5, 8)

/** A stored delivery: which object, how it stood then, and whether its follow-up found it. */
export interface Stored {
  object: string
  action: string
  /** The object as the follow-up found it; absent: nothing was fetched. */
  snapshot?: Record<string, unknown> | undefined
  /** The changes that the notification names. */
  changes?: Record<string, unknown>
}

/** A host whose sandbox environment has these deliveries of payments, until the test ends. */
export async function hostWithHistory(history: readonly Stored[]): Promise<TestHost> {
  const { stop, ...test } = await startWithHistory(history)
  onTestFinished(stop)
  return test
}

/** The same for several tests. */
export async function startWithHistory(history: readonly Stored[]): Promise<TestHost & { stop(): Promise<void> }> {
  const folder = scratchFolder()
  // A first start, which sets up the sandbox.
  const first = await startTestHost(folder.path)
  await first.client.environments.update({ id: 'sandbox', sharedSecret: secret })
  await first.host.stop()
  const store = await openStore({ folder: folder.path })
  const at = (place: number) => firstAt + place * 1000
  const ids = await Promise.all(
    history.map(async ({ object, action, changes }, place) =>
      store.append(
        delivery(
          notification({
            resourceId: object,
            action,
            id: `notification-${place}`,
            ...(changes === undefined ? {} : { changes }),
          }),
          {
            request: { receivedAt: at(place), headers: ['Content-Type', 'application/json'] },
          },
        ),
      ),
    ),
  )
  await Promise.all(
    history.map(async ({ object, snapshot }, place) => {
      if (snapshot === undefined) return
      const body = Buffer.from(JSON.stringify({ id: object, ...snapshot }))
      await store.addAttempt(
        attempt({
          deliveryId: ids[place] ?? '',
          resourceType: 'Payment',
          resourceId: object,
          startedAt: at(place) + 100,
          body,
        }),
      )
    }),
  )
  await store.close()
  // At rest: nothing is followed up of what is stored.
  const test = await startTestHost(folder.path, {}, { atRest: true })
  return {
    ...test,
    stop: async () => {
      await test.host.stop()
      folder.remove()
    },
  }
}
