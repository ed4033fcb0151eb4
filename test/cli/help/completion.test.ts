/** The scripts with which shells complete commands, each in its own shell where that is installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { completionScript } from '../../../src/cli/completion/completionScripts.ts'
import { completionWords } from '../../../src/cli/completion/completionWords.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { commandLine } from '../../build/commandLine.ts'
import { commandProgram } from './commandTree.ts'
import { runHere } from '../runHere.ts'
import { cleanVariables } from '../runHookscope.ts'

const folder = scratchFolder()
mkdirSync(join(folder.path, 'data'))
const bin = join(folder.path, 'bin')
mkdirSync(bin)
writeFileSync(join(bin, 'hookscope'), `#!/bin/sh\nexec '${process.execPath}' '${commandLine}' "$@"\n`, { mode: 0o755 })
afterAll(() => folder.remove())

describe('completion', () => {
  const words = completionWords(commandProgram())
  const bash = completionScript('bash', words)

  /** The completions of bash for some words; the last one is being typed. */
  function offered(...typed: string[]): string[] {
    const script = `${bash}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _hookscope; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = {
      ...cleanVariables(),
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOOKSCOPE_DATA: join(folder.path, 'named'),
    }
    const text = execFileSync('bash', ['--norc', '-c', script, 'bash', 'hookscope', ...typed], {
      cwd: folder.path,
      env,
    })
    return text
      .toString()
      .split('\n')
      .filter((line) => line !== '')
  }

  test('of bash offers every command, the options of one, and what an option takes', () => {
    const commands = words.map(({ name }) => name).filter((name) => !name.includes(' '))
    expect(offered('')).toEqual([...commands, '--help', '--version'])
    expect(commands).not.toContain('complete')
    expect(offered('s')).toEqual(commands.filter((name) => name.startsWith('s')))
    expect(offered('tail', '--')).toEqual(['--lines', '--data', '--json', '--utc', '--help'])
    expect(offered('tail', '--data', 'd')).toEqual(['data'])
    expect(offered('completion', 'z')).toEqual(['zsh'])
    expect(offered('sandbox', '--changes', '')).toEqual(['values', 'names', 'none'])
    expect(offered('tail', '--lines', '')).toEqual([])
  })

  test('of bash goes on into the commands of a command', () => {
    expect(offered('rules', '')).toEqual(['list', 'apply', 'on', 'off', 'preset'])
    expect(offered('rules', 'o')).toEqual(['on', 'off'])
    expect(offered('rules', 'apply', 'd')).toEqual(['data'])
    expect(offered('rules', 'apply', '--')).toEqual(['--environment', '--data', '--json', '--utc', '--help'])
    expect(offered('rules', 'apply', '--data', 'd')).toEqual(['data'])
  })

  test('of bash offers the values of an option and of an argument', () => {
    expect(offered('verify', '--scheme', 'strip')).toEqual(['stripe'])
    expect(offered('env', 'add', 'Billing', '--sender', 'shopi')).toEqual(['shopify'])
    expect(offered('trigger', 'pay')).toEqual(['payment'])
    expect(offered('check', '--only', 'reform')).toEqual(['reformatted'])
    expect(offered('serve', '--tunnel', 'local')).toEqual(['localtunnel', 'localhost-run'])
    expect(offered('rules', 'preset', 'd')).toContain('down')
  })

  test('of bash asks for names that only the data folder has, and quotes them', { tags: 'full' }, async () => {
    const data = join(folder.path, 'named')
    const variables = { HOOKSCOPE_DATA: data }
    await runHere(['env', 'add', 'Shop two', '--sender', 'shopify'], { variables })
    await runHere(['forward', 'add', '--to', '3000', '--name', 'My app'], { variables })
    expect(offered('env', 'show', 'Sh')).toEqual([String.raw`Shop\ two`])
    expect(offered('forward', 'pause', '')).toEqual([String.raw`My\ app`])
    expect(offered('tail', '--lines', '5', '--environment', '')).toEqual([])
    expect(offered('search', '--environment', '')).toEqual(['Sandbox', String.raw`Shop\ two`])
  })

  test('knows a command as soon as it is added', () => {
    const more = commandProgram()
    more.command('brand-new').option('--only-here <FILE>', 'a file')
    for (const shell of ['bash', 'zsh', 'fish'] as const) {
      const script = completionScript(shell, completionWords(more))
      expect(script).toContain('brand-new')
      expect(script).toContain('only-here')
    }
  })

  const has = (shell: string) => spawnSync(shell, ['--version']).status === 0
  const lines = (shell: string, args: string[], script: string) =>
    execFileSync(shell, [...args, '-c', script], { cwd: folder.path })
      .toString()
      .split('\n')
      .map((line) => line.split('\t')[0]?.trim() ?? '')
      .filter((word) => word !== '')

  test.skipIf(!has('fish'))('of fish offers the same, with what each is for', () => {
    const script = (typed: string) => `${completionScript('fish', words)}\ncomplete -C '${typed}'`
    const offers = (typed: string) => lines('fish', ['--no-config'], script(typed))
    expect(offers('hookscope che')).toEqual(['check'])
    expect(offers('hookscope check --fail-on ')).toEqual(['critical', 'high', 'low', 'medium'])
    expect(offers('hookscope mcp --print-config cu')).toEqual(['cursor'])
    expect(offers('hookscope rules ').toSorted()).toEqual(['apply', 'list', 'off', 'on', 'preset'])
    expect(offers('hookscope rules apply d')).toEqual(['data/'])
    expect(offers('hookscope rules apply --env')).toEqual(['--environment'])
  })

  /** The text of zsh on its own terminal after Tab at the end of each of these. */
  function shownByZsh(...typed: string[]): string[] {
    writeFileSync(join(folder.path, '_hookscope.zsh'), completionScript('zsh', words))
    const script = String.raw`zmodload zsh/zpty
zpty sh 'TERM=dumb zsh -f -i'
zpty -w sh 'PS1="READY> "; autoload -Uz compinit && compinit -u -D; source ./_hookscope.zsh; print DONE'
zpty -r sh shown '*DONE*READY> '
for typed in "$@"; do
  zpty -w -n sh "$typed"$'\t'
  zpty -w -n sh $'\C-a\C-k: END\n'
  zpty -r sh shown $'*: END*READY> '
  print -r -- "$shown"
  print NEXT
done
zpty -d sh`
    const shown = execFileSync('zsh', ['-f', '-c', script, 'zsh', ...typed], { cwd: folder.path, timeout: 30_000 })
    return shown.toString().split('NEXT\n').slice(0, -1)
  }
  test.skipIf(!has('zsh'))('of zsh completes on its terminal what a person has begun', () => {
    const [command, inner, file, choice, option, offers] = shownByZsh(
      'hookscope rul',
      'hookscope rules ap',
      'hookscope rules apply da',
      'hookscope mcp --print-config cu',
      'hookscope rules apply --env',
      'hookscope rules ',
    )
    expect(command).toContain('hookscope rules ')
    expect(inner).toContain('hookscope rules apply ')
    expect(file).toContain('hookscope rules apply data/')
    expect(choice).toContain('--print-config cursor ')
    expect(option).toContain('--environment ')
    expect(offers).toMatch(/apply +list +off +on/)
  })

  // A shell that is not installed counts as skipped.
  for (const [shell, check] of [
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ] as const) {
    test.skipIf(!has(shell))(`of ${shell} is a script that it reads`, () => {
      // From a file, as users have it: Node gives a program a socket as input, which fish does not read.
      const file = join(folder.path, `completion.${shell}`)
      writeFileSync(file, completionScript(shell, words))
      const { status, stderr } = spawnSync(shell, [...check, file])
      expect([status, stderr.toString()]).toEqual([0, ''])
    })
  }
})
