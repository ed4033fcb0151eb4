import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { dataFolder } from '../../src/host/files/dataFolder.ts'
import type { DoctorReport } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { runHere } from './runHere.ts'
import { type Ended, startHookscope } from './runHookscope.ts'

const scratch = scratchFolder()
afterAll(() => scratch.remove())

/** In a process of its own: a loop would keep the tests from ending. */
async function run(...words: string[]): Promise<Ended> {
  const { child, ended } = startHookscope(words)
  onTestFinished(() => void child.kill('SIGKILL'))
  return ended
}

/** Commands that only read what a data folder has. */
const reading = [
  ['status'],
  ['search', 'verdict:invalid'],
  ['show', '1'],
  ['explain', '1'],
  ['config'],
  ['export'],
  ['backup'],
  ['replay', '1', '--to', 'http://127.0.0.1:9/'],
  ['forward'],
  ['rules'],
  ['rules', 'off'],
  ['check', 'http://127.0.0.1:9/', '--delivery', '1', '--scheme', 'github', '--secret-env', 'S'],
]

describe('the data folder', () => {
  test('is what was asked for, before what the variable says', () => {
    expect(dataFolder('a', { HOOKSCOPE_DATA: 'b' })).toBe(resolve('a'))
    expect(dataFolder(undefined, { HOOKSCOPE_DATA: 'b' })).toBe(resolve('b'))
  })

  test("is the platform's own where nothing is set, and an empty variable is nothing", () => {
    const usual = dataFolder(undefined, {})
    expect(usual.startsWith(join(homedir(), '/'))).toBe(true)
    expect(dataFolder(undefined, { HOOKSCOPE_DATA: '' })).toBe(usual)
  })
})

describe('a data folder that is absent', () => {
  test.each(reading)('is not made by a command that reads: %s', async (...words) => {
    const data = join(scratch.path, 'typo')
    const { code, stdout, stderr } = await runHere([...words, '--data', data], { variables: { S: 'secret' } })
    expect(stderr).toContain(`There is no data folder at ${data}.`)
    expect([code, stdout, existsSync(data)]).toEqual([3, '', false])
  })

  test('is no reason for status to fail where no folder was named', async () => {
    const variables = { HOOKSCOPE_DATA: join(scratch.path, 'first-start') }
    const { code, stdout } = await runHere(['status'], { variables })
    expect(stdout).toContain('No delivery yet.')
    expect([code, existsSync(variables.HOOKSCOPE_DATA)]).toEqual([0, false])
  })

  test('stays empty where it exists without data of Hookscope', async () => {
    const other = scratchFolder()
    onTestFinished(() => other.remove())
    const { code, stderr } = await runHere(['search', 'x', '--data', other.path])
    expect(stderr).toContain(`${other.path} has no data of Hookscope.`)
    expect([code, readdirSync(other.path)]).toEqual([3, []])
  })
})

describe('a file in place of the data folder', () => {
  const file = join(scratch.path, 'a-file')
  const starting = [['serve', '--json'], ['listen'], ['tail'], ['wait', 'x'], ['import', file]]
  test.each([...reading, ...starting])('is named by %s', async (...words) => {
    writeFileSync(file, '')
    const { code, stdout, stderr } = await runHere([...words, '--data', file], { variables: { S: 'secret' } })
    expect(stderr).toContain(`${file} is a file, not a data folder.`)
    expect([code, stdout]).toEqual([3, ''])
  })

  test('is a failed check of the doctor', async () => {
    writeFileSync(file, '')
    const { code, stdout } = await runHere(['doctor', '--json', '--data', file])
    expect((JSON.parse(stdout) as DoctorReport).checks[0]).toMatchObject({ area: 'data-folder', state: 'fail' })
    expect(code).toBe(1)
  })
})

// There mkdir answers ENOENT although the parent exists, and Node's `recursive` never returns.
describe.skipIf(process.platform !== 'linux')('a data folder that the system refuses to make', () => {
  test.each([['serve', '--json'], ['tail']])('ends %s with the reason', async (...words) => {
    const { code, stdout, stderr } = await run(...words, '--data', '/proc/x')
    expect(stderr).toMatch(/\/proc\/x cannot be (made|written to).*--data/)
    expect([code, stdout]).toEqual([3, ''])
  })

  test('is a failed check of the doctor', async () => {
    const { code, stdout } = await run('doctor', '--json', '--data', '/proc/x/below')
    expect((JSON.parse(stdout) as DoctorReport).checks[0]).toMatchObject({
      state: 'fail',
      finding: { code: 'folder-unmakeable', fields: { folder: '/proc/x/below' } },
    })
    expect(code).toBe(1)
  })

  test('does not keep a sandbox from ending that would store its state there', async () => {
    const sandbox = startHookscope(['sandbox', '--port', '0', '--state', '/proc/x/state.json', '--json'])
    onTestFinished(() => void sandbox.child.kill('SIGKILL'))
    await sandbox.until('\n')
    const { code, stderr } = await sandbox.stop()
    expect(stderr).toContain('could not be saved to /proc/x/state.json')
    expect(code).toBe(0)
  })
})
