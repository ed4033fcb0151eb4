/** What commands print for a script: the same shapes as the documentation, on an instance that runs and alone. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandTable } from '../../src/cli/commandTable.ts'
import { completionScript } from '../../src/cli/completionScripts.ts'
import { completionWords } from '../../src/cli/completionWords.ts'
import { commandOutputs } from '../../src/cli/outputSchemas.ts'
import { commandOutputPage, commandOutputSchema } from '../../tools/commandOutput.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { runHookscope, startHookscope } from './runHookscope.ts'

const root = join(import.meta.dirname, '../..')
const folder = scratchFolder()
const data = join(folder.path, 'data')
let running: ServeProcess

beforeAll(async () => {
  running = await startServe(data, ['--receiver-port', '0'])
})
afterAll(async () => {
  await running.kill('SIGTERM')
  folder.remove()
})

/** Runs a command and answers its line of JSON, which must be exactly what the documentation says. */
async function answerOf<T>(command: string, args: string[], code = 0): Promise<T> {
  const ended = await runHookscope([command, ...args, '--json', '--data', data])
  expect([ended.code, ended.stderr]).toEqual([code, ''])
  return conforming(command, ended.stdout) as T
}

function conforming(command: string, line: string): unknown {
  const value: unknown = JSON.parse(line)
  const schema = commandOutputs.find((output) => output.command === command)?.schema
  expect(schema?.parse(value)).toEqual(value)
  return value
}

const program = () => {
  const hookscope = new Command('hookscope')
  for (const add of commandTable) add(hookscope, () => undefined)
  return hookscope
}

describe('commands with --json', () => {
  test('print what is documented, from the first delivery to a replay', async () => {
    const before = await answerOf<{ next: { command: string }[] }>('status', [])
    expect(before.next[0]?.command).toContain('trigger payment')

    const waiting = runHookscope(['wait', 'type:Payment status:done', '--json', '--data', data])
    const tailing = startHookscope(['tail', 'type:Payment', '--json', '--data', data])
    const object = await answerOf<{ id: string; deliveryId: string }>('trigger', ['payment'])
    const news = conforming('tail', (await tailing.until('\n')).split('\n', 1)[0] ?? '')
    expect(news).toMatchObject({ event: 'delivery', resourceId: object.id })
    expect((await tailing.stop('SIGINT')).code).toBe(0)
    // It may have begun to wait before the payment, or after it: then there is another one.
    const again = setInterval(() => void running.call('POST', '/sandbox/objects', { type: 'payment' }), 500)
    const waited = await waiting
    clearInterval(again)
    expect([waited.code, waited.stderr]).toEqual([0, ''])
    expect(conforming('wait', waited.stdout)).toMatchObject({ resourceType: 'Payment', followUp: { state: 'done' } })

    const id = object.deliveryId
    const [shown, found, explained] = await Promise.all([
      answerOf<{ sha256: string }>('show', [id]),
      answerOf<{ items: object[] }>('search', [`id:${object.id}`]),
      answerOf<{ verdict: string }>('explain', [id]),
    ])
    expect([shown.sha256.length, found.items.length, explained.verdict]).toEqual([64, 1, 'valid'])
    const body = await runHookscope(['show', id, '--body', '--data', data])
    expect(body.stdout).toBe(Buffer.from(await running.bytes(`/deliveries/${id}/body`)).toString())
    const [config, opened, replayed] = await Promise.all([
      answerOf<{ environments: object[] }>('config', []),
      answerOf<{ ui: string }>('open', []),
      answerOf<{ status: number }>('replay', [id, '--to', `${running.receiver}/elsewhere`, '--to-receiver'], 1),
    ])
    expect(config.environments).toHaveLength(1)
    expect(opened.ui).toContain('#code=')
    expect(replayed.status).toBe(404)
  })

  test('end with 1 where nothing is found, and with 2 where the expression says nothing of the kind', async () => {
    expect(await answerOf('search', ['no-such-word'], 1)).toEqual({ items: [], next: null })
    const late = await runHookscope(['wait', 'type:Nothing', '--timeout', '1ms', '--data', data])
    expect([late.code, late.stdout]).toEqual([1, ''])
    const wrong = await runHookscope(['tail', 'verdct:valid', '--data', data])
    expect([wrong.code, wrong.stdout]).toEqual([2, ''])
    expect(wrong.stderr).toContain('Did you mean verdict')
  })
})

describe('hookscope without a command', () => {
  test('says what can be done next, and makes no folder', async () => {
    const nowhere = join(folder.path, 'nowhere')
    const { code, stdout, stderr } = await runHookscope([], { variables: { HOOKSCOPE_DATA: nowhere } })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Nothing runs on this folder.')
    expect(stdout).toContain('serve')
    expect(() => readFileSync(nowhere)).toThrow('ENOENT')
  })
})

describe('the documentation of commands', () => {
  test('is written from the schemas (npm run docs)', () => {
    expect(readFileSync(join(root, 'docs/command-output.md'), 'utf8')).toBe(commandOutputPage())
    expect(readFileSync(join(root, 'docs/command-output.schema.json'), 'utf8')).toBe(commandOutputSchema())
  })

  test('has every command that prints JSON', () => {
    const printing = program().commands.filter(({ options }) => options.some(({ long }) => long === '--json'))
    const documented = new Set(commandOutputs.map(({ command }) => command))
    expect(printing.map((command) => command.name()).filter((name) => !documented.has(name))).toEqual([])
  })

  test('has examples at the end of the help of every command that joins', () => {
    const joining = program().commands.filter(({ options }) => {
      const flags = new Set(options.map(({ long }) => long))
      return flags.has('--data') && !flags.has('--receiver-port')
    })
    expect(joining.length).toBeGreaterThan(8)
    for (const command of joining) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      expect(help).toMatch(new RegExp(`Examples:\\n {2}hookscope`))
    }
  })
})

describe('completion', () => {
  const words = completionWords(program())
  const bash = completionScript('bash', words)

  /** What bash offers for the words so far; the last one is being typed. */
  function offered(...typed: string[]): string[] {
    const script = `${bash}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _hookscope; printf '%s\\n' "\${COMPREPLY[@]}"`
    const text = execFileSync('bash', ['--norc', '-c', script, 'bash', 'hookscope', ...typed], { cwd: folder.path })
    return text
      .toString()
      .split('\n')
      .filter((line) => line !== '')
  }

  test('of bash offers every command, the options of one, and what an option takes', () => {
    const commands = program().commands.map((command) => command.name())
    expect(offered('')).toEqual([...commands, '--help', '--version'])
    expect(offered('s')).toEqual(commands.filter((name) => name.startsWith('s')))
    expect(offered('tail', '--')).toEqual(['--lines', '--data', '--json', '--help'])
    expect(offered('tail', '--data', 'd')).toEqual(['data'])
    expect(offered('completion', 'z')).toEqual(['zsh'])
    expect(offered('sandbox', '--changes', '')).toEqual(['values', 'names', 'none'])
    expect(offered('tail', '--lines', '')).toEqual([])
  })

  test('knows a command as soon as it is added', () => {
    const more = program()
    more.command('brand-new').option('--only-here <FILE>', 'a file')
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'] as const) {
      const script = completionScript(shell, completionWords(more))
      expect(script).toContain('brand-new')
      expect(script).toContain('only-here')
    }
  })

  const hasFish = spawnSync('fish', ['--version']).status === 0
  test.skipIf(!hasFish)('of fish offers the same, with what each is for', () => {
    const script = `${completionScript('fish', words)}
for typed in 'hookscope che' 'hookscope check --fail-on ' 'hookscope mcp --print-config cu'; complete -C $typed; end`
    const lines = execFileSync('fish', ['--no-config', '-c', script]).toString().split('\n')
    const offers = lines.map((line) => line.split('\t')[0]).filter((word) => word !== '')
    expect(offers).toEqual(['check', 'critical', 'high', 'low', 'medium', 'cursor'])
  })

  // What is not installed here is counted as skipped. PowerShell has no program in Debian: its script was never run.
  for (const [shell, check] of [
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const) {
    const isThere = spawnSync(shell, ['--version']).status === 0
    test.skipIf(!isThere)(`of ${shell} is a script that it reads`, () => {
      // From a file, as a person has it: what Node gives a program as input is a socket, which fish does not read.
      const file = join(folder.path, `completion.${shell}`)
      writeFileSync(file, completionScript(shell, words))
      const { status, stderr } = spawnSync(shell, [...check, file])
      expect([status, stderr.toString()]).toEqual([0, ''])
    })
  }
})
