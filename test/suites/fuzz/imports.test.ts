import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import fc from 'fast-check'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestServe, type TestServe } from '../../shells/startTestServe.ts'
import { fuzz, nastyJson, nastyText } from './fuzz.ts'
import { edited, edits } from './mutate.ts'

let serve: TestServe
let outside: ReturnType<typeof scratchFolder>
let exported: string
beforeAll(async () => {
  outside = scratchFolder()
  serve = await startTestServe()
  await serve.client.environments.create({
    name: 'Acme',
    authUrl: 'http://127.0.0.1:9',
    baseUrl: 'http://127.0.0.1:9/api',
  })
  exported = await (await serve.get('/environments/export')).text()
})
afterAll(async () => {
  await serve.stopAll()
  outside.remove()
})

/** A file of environments with one of its values replaced. */
const replaced = fc.record({ at: fc.nat({ max: 200 }), value: fc.oneof(nastyText, nastyJson) })

function replace(text: string, { at, value }: { at: number; value: unknown }): string {
  let seen = 0
  return JSON.stringify(JSON.parse(text), (_key, old: unknown) => (seen++ === at ? value : old)) ?? 'null'
}

it('any file of environments is taken, or refused with reasons; no name in it becomes a path', async () => {
  const before = readdirSync(outside.path)
  const input = fc.oneof(fc.record({ changes: edits }), fc.record({ replaced }))
  await fuzz('imports', input, async (one) => {
    const text =
      'changes' in one ? edited(Buffer.from(exported), one.changes).toString('utf8') : replace(exported, one.replaced)
    const response = await serve.send('POST', '/environments/import', text)
    const answer = await response.text()
    if (response.status >= 500) throw new Error(`${response.status}: ${answer.slice(0, 300)}\n${serve.logged.at(-1)}`)
    if (response.status >= 400) return
    for (const { id, active, kind } of await serve.client.environments.list()) {
      if (!active && kind !== 'sandbox') await serve.client.environments.remove({ id })
    }
  })
  expect(readdirSync(outside.path)).toEqual(before)
  expect((await serve.get('/status')).status).toBe(200)
})
