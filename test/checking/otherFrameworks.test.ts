/** @module-tag full */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { following, gradeHandler, notable } from './gradeHandler.ts'
import type { CheckReport } from '../../src/shared/wireTypes.ts'
import { secret } from './handlers/handler.ts'

const here = join(import.meta.dirname, 'handlers/frameworks')
const recipes = join(import.meta.dirname, '../../docs/recipes')

/** A framework that is not installed everywhere. */
interface Framework {
  name: string
  /** Programs that can be it, the likeliest first. */
  programs: readonly string[]
  /** Arguments with which the program ends well where everything is there. */
  probe: readonly string[]
}

const python = ['python3', '/usr/bin/python3']
const flask: Framework = { name: 'Flask', programs: python, probe: ['-c', 'import flask'] }
const fastapi: Framework = { name: 'FastAPI', programs: python, probe: ['-c', 'import fastapi, uvicorn'] }
const php: Framework = { name: 'PHP’s built-in server', programs: ['php'], probe: ['--version'] }
const webrick: Framework = { name: 'WEBrick', programs: ['ruby'], probe: ['-e', 'require "webrick"'] }
const sinatra: Framework = {
  name: 'Sinatra',
  programs: ['ruby'],
  probe: ['-e', 'require "sinatra/base"; require "rack/handler/webrick"'],
}
const go: Framework = { name: 'Go’s net/http', programs: ['go'], probe: ['version'] }

/** Its program here, and how a test says that there is none. With HOOKSCOPE_REQUIRE_TOOLCHAINS=1 what is missing fails. */
function installed({ name, programs, probe }: Framework): { program: string; skips: boolean; because: string } {
  for (const program of programs) {
    try {
      execFileSync(program, probe, { stdio: 'ignore' })
      return { program, skips: false, because: '' }
    } catch {
      // The next one may have it.
    }
  }
  const skips = process.env.HOOKSCOPE_REQUIRE_TOOLCHAINS !== '1'
  return { program: programs[0] ?? '', skips, because: ` (skipped: ${name} is not installed)` }
}

/** Starts a handler and grades it; its port is the last number of the first line that it prints. */
async function graded(program: string, args: readonly string[]) {
  const report = await reported(program, args)
  expect(report).toMatchObject({ state: 'done', stopped: null })
  return notable(report)
}

async function reported(program: string, args: readonly string[]) {
  const seen = mkdtempSync(join(tmpdir(), 'hookscope-test-'))
  const child = spawn(program, args, {
    env: { ...process.env, HOOKSCOPE_SHARED_SECRET: secret, SEEN: seen },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(seen, { recursive: true, force: true })
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const found = /^(?:\[.*127\.0\.0\.1:)?(\d+)(?:\) started)?\s*$/m.exec(text)?.[1]
      if (found !== undefined) resolve(Number(found))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`${program} ended: ${text}`)))
  })
  const origin = `http://127.0.0.1:${port}`
  const effects = async () => Number(await (await fetch(`${origin}/effects`)).text())
  return gradeHandler({ url: `${origin}/webhooks`, effects })
}

/** Compiled, because `go run` would leave its child behind. */
function compiled(compiler: string, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'handler')
  execFileSync(compiler, ['build', '-o', program, source], { env: { ...process.env, GO111MODULE: 'off' } })
  return program
}

describe('a good handler has nothing to change on other frameworks', () => {
  const handlers: [Framework, (program: string) => [string, string[]]][] = [
    [flask, (program) => [program, ['-u', join(here, 'flaskHandler.py')]]],
    [fastapi, (program) => [program, ['-u', join(here, 'fastapiHandler.py')]]],
    [php, (program) => [program, ['-S', '127.0.0.1:0', join(here, 'good.php')]]],
    [webrick, (program) => [program, [join(here, 'webrick.rb')]]],
    [sinatra, (program) => [program, [join(here, 'sinatraHandler.rb')]]],
    [go, (program) => [compiled(program, join(recipes, 'go/main.go')), []]],
  ]
  for (const [framework, start] of handlers) {
    const { program, skips, because } = installed(framework)
    test.skipIf(skips)(`${framework.name}${because}`, async () => {
      expect(await graded(...start(program))).toEqual({})
    })
  }
})

describe('a careless handler fails where forgers look first', () => {
  const ofGo = installed(go)
  test.skipIf(ofGo.skips)(
    `on Go’s net/http: the beginning of a signature is enough, even an empty one${ofGo.because}`,
    async () => {
      expect(await graded(compiled(ofGo.program, join(here, 'careless.go')), [])).toMatchObject({
        unsigned: 'fail critical',
        'beginning-only': 'fail critical',
        reformatted: 'fail critical',
        'more-fields': 'fail high',
        twice: 'fail high',
      })
    },
  )

  const ofPhp = installed(php)
  test.skipIf(ofPhp.skips)(
    `on PHP: no signature is fine, and the right one is in the answer${ofPhp.because}`,
    async () => {
      expect(await graded(ofPhp.program, ['-S', '127.0.0.1:0', join(here, 'careless.php')])).toMatchObject({
        unsigned: 'fail critical',
        reformatted: 'fail critical',
        twice: 'fail high',
        talkative: 'fail critical',
      })
    },
  )
})

/** The report that a check has to give of a handler with one habit. */
interface Habit {
  habit: string
  grade: CheckReport['grade']
  findings: Record<string, string>
  follows?: Record<string, string>
  stopped?: RegExp
  state?: CheckReport['state']
}

function expectHabit(report: CheckReport, { grade, findings, follows, stopped, state = 'done' }: Habit) {
  expect({ state: report.state, grade: report.grade, findings: notable(report) }).toEqual({ state, grade, findings })
  if (follows !== undefined) expect(following(report)).toEqual(follows)
  if (stopped !== undefined) expect(report.stopped).toMatch(stopped)
}

describe('a handler with one habit, on Python’s http.server', () => {
  const habits: Habit[] = [
    { habit: 'later', grade: 'A', findings: {} },
    {
      habit: 'json.dumps',
      grade: null,
      state: 'refused',
      findings: { valid: 'fail critical' },
      stopped: /JSON as Python writes it\. Written as Python's json\.dumps does/,
    },
    {
      habit: 'compact json.dumps',
      grade: 'F',
      findings: { reformatted: 'fail critical' },
      follows: {
        layout: 'reformatted',
        escapes: 'reformatted',
        numbers: 'reformatted',
        text: 'reformatted',
      },
    },
    {
      habit: 'ends at odd lengths',
      grade: 'F',
      state: 'died',
      findings: { unsigned: 'fail critical' },
      stopped: /stopped answering at the probe "unsigned"/,
    },
  ]
  const { program, skips, because } = installed({ name: 'Python', programs: python, probe: ['--version'] })
  test.skipIf(skips)(`short backlog: whether connections are lost or not, it is no race${because}`, async () => {
    const args = ['-u', join(import.meta.dirname, 'handlers/odd_handlers.py'), 'short backlog', secret]
    const report = await reported(program, args)
    // Linux takes some connections more than asked for, and a fast machine takes all fifty.
    const { 'fifty-at-once': fifty = 'pass', ...others } = notable(report)
    expect(others).toEqual({})
    expect(['pass', 'warning low', 'inconclusive']).toContain(fifty)
    expect(JSON.stringify(report)).not.toContain('race each other')
  })

  test.skipIf(skips).each(habits.map((each) => [each.habit, each] as const))(`%s${because}`, async (_name, habit) => {
    const args = ['-u', join(import.meta.dirname, 'handlers/odd_handlers.py'), habit.habit, secret]
    expectHabit(await reported(program, args), habit)
  })
})

describe('a handler with one habit, on Go’s net/http', () => {
  const habits: Habit[] = [
    { habit: 'right', grade: 'A', findings: {} },
    { habit: 'later', grade: 'A', findings: {} },
    {
      habit: 'map',
      grade: null,
      state: 'refused',
      findings: { valid: 'fail critical' },
      stopped: /JSON with its keys sorted\. /,
    },
    { habit: 'compact', grade: 'F', findings: { reformatted: 'fail critical' }, follows: { layout: 'reformatted' } },
    {
      habit: 'prefix',
      grade: 'F',
      findings: { unsigned: 'fail critical', 'beginning-only': 'fail critical' },
      follows: { 'empty-signature': 'unsigned', 'wrong-lengths': 'beginning-only' },
    },
    { habit: 'always 200', grade: 'C', findings: { unsigned: 'warning medium' } },
    { habit: 'panics', grade: 'C', findings: { forged: 'warning medium' } },
  ]
  const { program, skips, because } = installed(go)
  test.skipIf(skips).each(habits.map((each) => [each.habit, each] as const))(`%s${because}`, async (_name, habit) => {
    expectHabit(await reported(compiled(program, join(here, 'oddHandlers.go')), [habit.habit]), habit)
  })
})
