import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
beforeAll(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

/** The sentence that a refused input gets for its first field. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  const error = (await call.then(
    () => ({}),
    (thrown: unknown) => thrown,
  )) as { data?: { issues?: { message: string }[] } }
  return error.data?.issues?.[0]?.message
}

const trap = (code: string) =>
  `A name has no invisible characters and none that change the reading direction: take out ${code}.`

describe('a name', () => {
  it.each([
    ['turns the reading direction', 'Acme \u202e gnitset', 'U+202E'],
    ['isolates a direction', 'Acme \u2066x\u2069', 'U+2066'],
    ['has a mark of a direction', 'Acme\u200f', 'U+200F'],
    ['has a space of no width', 'Ac\u200bme', 'U+200B'],
    ['has a joiner between plain letters', 'Ac\u200dme', 'U+200D'],
    ['has a soft hyphen', 'Ac\u00adme', 'U+00AD'],
    ['has a byte order mark', 'Ac\ufeffme', 'U+FEFF'],
    ['has letters made of tags', 'Acme\u{e0041}', 'U+E0041'],
    ['has a filler that looks like nothing', 'Acme\u3164', 'U+3164'],
    ['has a line separator', 'Ac\u2028me', 'U+2028'],
  ])('that %s is refused, wherever names are given', async (_what, name, code) => {
    const { environments, savedFilters } = test.client
    const { id } = await environments.create({ name: `Real ${code}` })
    expect(await refusal(environments.create({ name }))).toBe(trap(code))
    expect(await refusal(environments.update({ id, name }))).toBe(trap(code))
    expect(await refusal(environments.duplicate({ id, name }))).toBe(trap(code))
    expect(await refusal(savedFilters.create({ name, filter: 'verdict:valid' }))).toBe(trap(code))
    const file = { format: 'hookscope-environments' as const, version: 1 as const, environments: [{ name }] }
    expect(await refusal(environments.import(file))).toBe(trap(code))
    const [scheme] = await test.client.signatures.schemes()
    if (scheme === undefined) throw new Error('There is no scheme.')
    expect(await refusal(environments.update({ id, ownScheme: { ...scheme, id: 'own', label: name } }))).toBe(
      trap(code),
    )
  })

  it.each(['Zoë & Söhne GmbH', 'شرکت می\u200cخواهم', 'क्\u200dष', '👩\u200d💻 dev', '東京 本社', 'Café ☕️'])(
    '%s is taken as it is',
    async (name) => {
      expect((await test.client.environments.create({ name })).name).toBe(name)
    },
  )
})
