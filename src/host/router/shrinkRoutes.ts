import { shrunkFixture } from '../shrinking/shrunkFixture.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that searches for the smallest failing delivery. */
export function shrinkRoutes(os: Implementer, { engine, sending }: RouterParts) {
  const { shrinks, fixtures } = sending
  return {
    start: os.shrinks.start.handler(async ({ input }) => ({ run: await shrinks.start(input) })),
    get: os.shrinks.get.handler(async ({ input: { run, after } }) => shrinks.view(run, after)),
    fixture: os.shrinks.fixture.handler(async ({ input: { run, name, save } }) => {
      const fixture = await shrunkFixture(engine, await shrinks.view(run))
      if (save) fixtures.write(name, fixture)
      return { name, fixture, folder: fixtures.folder, saved: save }
    }),
    cancel: os.shrinks.cancel.handler(async ({ input: { run } }) => shrinks.cancel(run)),
  }
}
