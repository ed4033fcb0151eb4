import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that sends on purpose. */
export function sendRoutes(os: Implementer, { sending: { sends } }: RouterParts) {
  return {
    start: os.sends.start.handler(async ({ input }) => ({ run: await sends.start(input) })),
    get: os.sends.get.handler(async ({ input: { run, after } }) => sends.view(run, after)),
    cancel: os.sends.cancel.handler(({ input: { run } }) => sends.cancel(run)),
  }
}

/** The part of the router that is about fixtures. */
export function fixtureRoutes(os: Implementer, { sending: { fixtures } }: RouterParts) {
  return {
    list: os.fixtures.list.handler(() => fixtures.list()),
    get: os.fixtures.get.handler(({ input: { name } }) => fixtures.read(name)),
    put: os.fixtures.put.handler(({ input: { name, fixture } }) => {
      fixtures.write(name, fixture)
      return { name, fixture }
    }),
    remove: os.fixtures.remove.handler(({ input: { name } }) => {
      fixtures.remove(name)
      return { removed: name }
    }),
  }
}
