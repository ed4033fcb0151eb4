import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Environment } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from './startServe.ts'
import { startTestHost, type TestHost } from './startTestHost.ts'

export interface SharedHost extends TestHost {
  /** That of the test, in use and with nothing in it. */
  environment: Environment
  /** The address that it receives at. */
  receiver: string
  /** Stops the host and starts it again in the same folder; the tests that follow have that one. */
  restart(): Promise<SharedHost>
}

/**
 * One host for the tests of a file, each of which works in an environment of its own that is removed after it, with its
 * deliveries. For tests that do not change what all environments have in common. To be called outside of the tests.
 */
export function sharedTestHost(): () => SharedHost {
  let folder: ReturnType<typeof scratchFolder>
  let test: TestHost
  let own: SharedHost
  beforeAll(async () => {
    folder = scratchFolder()
    test = await startTestHost(folder.path)
  })
  beforeEach(async () => {
    const environment = await test.client.environments.create({ name: 'Own' })
    await test.client.environments.activate({ id: environment.id })
    own = ownOf(environment)
  })
  afterEach(async () => {
    await test.client.environments.activate({ id: 'sandbox' })
    for (const { id } of await test.client.environments.list()) {
      if (id !== 'sandbox') await test.client.environments.remove({ id, deliveries: 'true' })
    }
  })
  afterAll(async () => {
    await test.host.stop()
    folder.remove()
  })
  return () => own

  function ownOf(environment: Environment): SharedHost {
    return {
      ...test,
      environment,
      receiver: test.host.receiverOrigin + environment.receiverPath,
      restart: async () => {
        await test.host.stop()
        test = await startTestHost(folder.path)
        return (own = ownOf(environment))
      },
    }
  }
}
