import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Environment, SavedFilter } from '../../src/shared/wireTypes.ts'
import { type RunningServe, scratchFolder } from '../build/startServe.ts'
import { startServeHere } from '../build/startServeHere.ts'

/**
 * One browser shell for the tests of a file that each work in environments of their own: what a test made is removed after
 * it, deliveries and saved filters included, so it leaves nothing to the next one. To be called outside of the tests.
 * @param prepare fills the data folder before the start
 */
export function sharedServe(prepare: (folder: string) => Promise<void> = async () => undefined): () => RunningServe {
  let folder: ReturnType<typeof scratchFolder>
  let serve: RunningServe
  beforeAll(async () => {
    folder = scratchFolder()
    await prepare(folder.path)
    serve = await startServeHere(folder.path)
  })
  afterEach(async () => {
    await serve.call('POST', '/environments/sandbox/activate')
    for (const { id } of await serve.call<Environment[]>('GET', '/environments')) {
      if (id !== 'sandbox') await serve.call('DELETE', `/environments/${id}?deliveries=true`)
    }
    for (const { id } of await serve.call<SavedFilter[]>('GET', '/saved-filters')) {
      await serve.call('DELETE', `/saved-filters/${id}`)
    }
  })
  afterAll(async () => {
    await serve.stop()
    folder.remove()
  })
  return () => serve
}
