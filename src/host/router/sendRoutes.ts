import { testCase } from '../../engine/actions/testCase.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that sends on purpose. */
export function sendRoutes(os: Implementer, { sending: { sends } }: RouterParts) {
  return {
    start: os.sends.start.handler(async ({ input }) => ({ run: await sends.start(input) })),
    preview: os.sends.preview.handler(async ({ input }) => sends.preview(input)),
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

/** A delivery as a fixture with its test. */
export function testCaseRoute(os: Implementer, { engine, sending: { fixtures } }: RouterParts) {
  return os.testCase.handler(async ({ input: { save, ...input } }) => {
    const { name } = input
    const { fixture, test } = await testCase(engine, input)
    const files = [
      { name: `${name}.json`, text: `${JSON.stringify(fixture, null, 2)}\n` },
      { name: `${name}.test.mjs`, text: test },
    ]
    if (save) {
      fixtures.write(name, fixture)
      fixtures.writeBeside(`${name}.test.mjs`, test)
    }
    return { folder: fixtures.folder, saved: save, files }
  })
}
