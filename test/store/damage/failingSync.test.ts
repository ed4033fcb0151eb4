import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestStore, temporaryFolder } from '../build.ts'

interface Outcome {
  index: number
  id: string | null
  problem: string | null
}

it('a delivery whose sync fails is refused, never acknowledged, and keeping resumes with nothing lost', async (context) => {
  const folder = temporaryFolder()
  // Made before, so that what fails is a delivery's sync and not one of the schema's.
  await (await openTestStore({ folder })).close()
  const script = [join(import.meta.dirname, '../appendOneByOne.ts'), folder, '40']
  // Some syncs of each thread fail: strace counts separately for each thread.
  const inject = ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=fsync,fdatasync:error=EIO:when=20..22']
  const run = spawnSync('strace', [...inject, process.execPath, ...script], { encoding: 'utf8' })
  if (run.error !== undefined || run.stderr.includes('ptrace')) return context.skip('strace is not permitted here')
  const outcomes = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome)
  expect(outcomes).toHaveLength(40)
  const refused = outcomes.filter((outcome) => outcome.id === null)
  expect(refused.length).toBeGreaterThan(0)
  for (const { problem } of refused) expect(problem).toMatch(/^StoreUnavailable: .*reported an error while writing/)
  expect(outcomes.at(-1)?.problem).toBeNull()

  const store = await openTestStore({ folder })
  for (const { id, index } of outcomes) {
    if (id === null) continue
    expect(Buffer.from((await store.body(id)) ?? []).toString()).toBe(`delivery ${index}`)
  }
}, 60_000)
