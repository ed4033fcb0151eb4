import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { verifyCode } from '../../src/shared/verifyCode/verifyCode.ts'
import { verifyLanguages } from '../../src/shared/verifyCode/verifyLanguages.ts'
import { cases, type Run, runsOf, signedRequestOf } from './cases.ts'
import { refusedRuns } from './refusedCases.ts'
import { go } from './toolchains/go.ts'
import { ran, type Toolchain, twoAtOnce } from './toolchains/toolchain.ts'
import { skipped, toolchains } from './toolchains/toolchains.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookscope-code-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const isAll of [false, true]) {
  describe(isAll ? 'ready code for every sender' : 'ready code', { tags: isAll ? ['full'] : [] }, () => {
    defineRuns(isAll)
  })
}

describe('ready code', () => {
  it('is to be had in every language, and each has its toolchain in these tests', () => {
    expect(toolchains.map(({ id }) => id).toSorted()).toEqual(verifyLanguages.map(({ id }) => id).toSorted())
    const lines = toolchains.map(({ id, found }) => {
      return 'version' in found ? `${id}: runs with ${found.version}` : `${id}: cannot run, because ${found.missing}`
    })
    console.info(`Ready code in these tests:\n  ${lines.join('\n  ')}`)
  })

  // The two that need a project around the file are tried in the test above only.
  const alone = toolchains.filter(({ id }) => !['csharp', 'rust'].includes(id))
  it.each(alone.filter((toolchain) => !skipped(toolchain).skips).map(({ id }) => id))(
    'in %s runs as it says',
    { tags: 'full' },
    async (id) => {
      const { fileName, run } = verifyLanguages.find((language) => language.id === id) ?? { fileName: '', run: '' }
      const of = cases[0] as (typeof cases)[number]
      const own = join(folder, `${id}-documented`)
      await mkdir(own)
      await writeFile(join(own, fileName), verifyCode(id, of))
      await writeFile(join(own, 'body.bin'), of.body)
      expect(run).toContain("WEBHOOK_SECRET='...'")
      const { stdout, status } = await ran('sh', ['-c', run.replace('...', of.secret)], { cwd: own })
      expect({ stdout: stdout.trimEnd(), status }).toEqual({ stdout: 'valid', status: 0 })
    },
  )

  it.skipIf(skipped(go).skips)('in go is written as gofmt writes it', async () => {
    const own = join(folder, 'gofmt')
    await mkdir(own)
    const all = [...cases, ...refusedRuns({ knowsDates: true }).map((run) => run.case)]
    await Promise.all(all.map((of, index) => writeFile(join(own, `${index}.go`), verifyCode('go', of))))
    expect(await ran('gofmt', ['-d', own])).toEqual({ stdout: '', stderr: '', status: 0 })
  })

  it('is tried on deliveries of which the engine says the same', () => {
    const wrong = cases
      .flatMap((of) => runsOf(of, { knowsDates: true }))
      .filter((run) => engineSays(run) !== expected(run))
    expect(wrong.map((run) => `${run.case.title}: ${run.what}`)).toEqual([])
  })
})

/** Tests of all languages, with all cases or with a part of them. */
function defineRuns(isAll: boolean): void {
  for (const toolchain of toolchains) {
    const { skips, because } = leftOut(toolchain, isAll)
    it.skipIf(skips)(
      `in ${toolchain.id} says of every delivery what Hookscope says${because}`,
      { timeout: 240_000 },
      async () => {
        const own = join(folder, `${toolchain.id}-${isAll}`)
        await mkdir(own)
        const tried = casesOf(toolchain, isAll)
        const sources = tried.map((of) => verifyCode(toolchain.id, of))
        const run = await toolchain.prepare(own, sources)
        const runs = tried.flatMap((of, at) =>
          triedOf(runsOf(of, { knowsDates: !['rust', 'openssl'].includes(toolchain.id) }), at, toolchain, isAll),
        )
        const wrong: unknown[] = []
        await twoAtOnce([...runs.entries()], async ([number, one]) => {
          const file = join(own, `body${number}.bin`)
          await writeFile(file, one.body)
          const args = one.at === null ? [file] : [file, `${one.at}`]
          const { stdout, stderr, status } = await run(tried.indexOf(one.case), {
            args,
            env: { WEBHOOK_SECRET: one.secret },
          })
          // Warnings go to stderr: there must be none.
          const isRight =
            stderr === '' && one.printed.test(stdout.trimEnd()) && status === (one.printed.test('not valid') ? 1 : 0)
          if (!isRight) wrong.push({ case: one.case.title, what: one.what, stdout, stderr, status })
        })
        expect(wrong).toEqual([])
      },
    )
  }

  if (!isAll) return
  for (const toolchain of toolchains) {
    const { skips, because } = leftOut(toolchain, isAll)
    it.skipIf(skips)(
      `in ${toolchain.id} refuses a secret that is no key, and a timestamp that tells no time${because}`,
      { timeout: 240_000 },
      async () => {
        const own = join(folder, `${toolchain.id}-refused-${isAll}`)
        await mkdir(own)
        const all = refusedRuns({ knowsDates: !['rust', 'openssl'].includes(toolchain.id) })
        // The first run of each program: the reasons of refusals differ between programs.
        const runs = isAll ? all : all.filter((one, at) => all.findIndex((other) => other.case === one.case) === at)
        const refused = [...new Set(runs.map((one) => one.case))]
        const run = await toolchain.prepare(
          own,
          refused.map((of) => verifyCode(toolchain.id, of)),
        )
        const wrong: unknown[] = []
        await twoAtOnce([...runs.entries()], async ([number, one]) => {
          const file = join(own, `body${number}.bin`)
          await writeFile(file, one.body)
          const env = { WEBHOOK_SECRET: one.secret }
          const { stdout, stderr, status } = await run(refused.indexOf(one.case), { args: [file], env })
          // The shell's own word for a variable that is empty: status 2, and nothing on stdout.
          const isRight =
            toolchain.id === 'openssl' && one.secret === ''
              ? stdout === '' && stderr.includes('WEBHOOK_SECRET: is not set') && status === 2
              : stdout.trimEnd() === 'not valid' && one.says.test(stderr.trimEnd()) && status === 1
          if (!isRight) wrong.push({ what: one.what, stdout, stderr, status })
        })
        expect(wrong).toEqual([])
      },
    )
  }
}

/** Without all, each language has a third of the senders, so that each sender is tried in several. */
function casesOf(toolchain: Toolchain, isAll: boolean) {
  return isAll ? cases : cases.filter((_, at) => at % 3 === toolchains.indexOf(toolchain) % 3)
}

/** Compiled languages take longer than all others: they run with all cases only. */
function leftOut(toolchain: Toolchain, isAll: boolean): { skips: boolean; because: string } {
  const isCompiled = ['csharp', 'go', 'java', 'rust'].includes(toolchain.id)
  return isCompiled && !isAll ? { skips: true, because: ' (in npm run test:full)' } : skipped(toolchain)
}

/**
 * For each program the unchanged delivery, and for every third one a run that has to fail. With all cases, all runs that succeed
 * and every second one that fails: each language has each failure with half of the senders, each sender in half of the languages.
 */
function triedOf(runs: Run[], at: number, toolchain: Toolchain, isAll: boolean): Run[] {
  const fails = ({ printed }: Run) => printed.test('not valid')
  const wrong = runs.filter(fails)
  const turn = at + toolchains.indexOf(toolchain)
  if (isAll) return runs.filter((run) => !fails(run) || (wrong.indexOf(run) + turn) % 2 === 0)
  return [...runs.slice(0, 1), ...(at % 3 === 0 ? wrong.slice(at % wrong.length).slice(0, 1) : [])]
}

function engineSays(run: Run): string {
  const { scheme } = run.case
  const secret = verificationSecret({ id: 's', label: 's', text: run.secret, current: true }, scheme)
  return verifySignature({ ...signedRequestOf(run.case), body: run.body }, scheme, [secret]).verdict
}

function expected(run: Run): string {
  return run.printed.test('not valid') ? 'invalid' : 'valid'
}
