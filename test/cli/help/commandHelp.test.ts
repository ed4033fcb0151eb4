/** The help of every command, and the help for users who do not know the name of a command. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cliPage } from '../../../tools/docs/cliPage.ts'
import { openStore } from '../../../src/engine/store/openStore.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { commandProgram, commandsWithin } from './commandTree.ts'
import { examplesOf } from './examples.ts'
import { runHere } from '../runHere.ts'
import { runHookscope } from '../runHookscope.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
beforeAll(async () => (await openStore({ folder: data })).close())
afterAll(() => folder.remove())

const commands = commandsWithin(commandProgram())

/** The words with which an example calls hookscope, without what the shell does with its output. */
function wordsOf(line: string): string[] {
  const words: string[] = line.match(/'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"|<>()]+|[|<>)]/g) ?? []
  const ours = words.slice(words.indexOf('hookscope') + 1)
  const end = ours.findIndex((word) => /^[|<>)]$/.test(word))
  return (end === -1 ? ours : ours.slice(0, end)).map((word) => word.replaceAll(/^['"]|['"]$/g, ''))
}

/** The command that would run, by its words; throws where an option or an argument is not there. */
async function wouldRun(words: readonly string[]): Promise<string> {
  const program = commandProgram()
  let ran = ''
  for (const [path, command] of commandsWithin(program))
    if (command.commands.length === 0) command.action(() => void (ran = path))
  await program.parseAsync(words, { from: 'user' })
  return ran
}

describe('--help', () => {
  test.each(commands)('of %s ends with examples of it, which can be typed as they are', async (path, command) => {
    const lines = examplesOf(command)
    expect(lines.length).toBeGreaterThan(0)
    const own: string[] = []
    for (const line of lines) {
      expect(line).toContain('hookscope')
      const words = wordsOf(line)
      // The program alone is status.
      own.push(words.length === 0 ? 'status' : await wouldRun(words))
    }
    expect(own.every((ran) => ran === path || ran.startsWith(`${path} `))).toBe(true)
  })

  test('of the program names every command', async () => {
    const { code, stdout } = await runHookscope(['--help'])
    expect(code).toBe(0)
    for (const [path] of commands) if (!path.includes(' ')) expect(stdout).toMatch(new RegExp(`^ {2}${path} `, 'm'))
    expect(stdout).toContain('what can be done next')
  })
})

test('docs/cli.md is written from the commands (npm run docs)', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8')).toBe(cliPage())
})

describe('hookscope without a command', () => {
  const nowhere = join(folder.path, 'nowhere')

  test('says what can be done next, and makes no folder', async () => {
    const { code, stdout, stderr } = await runHere([], { variables: { HOOKSCOPE_DATA: nowhere } })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Nothing runs on this folder.')
    expect(stdout).toMatch(/Next:\n.*serve/)
    expect(existsSync(nowhere)).toBe(false)
  })

  test.each([
    [['help', 'frob'], ''],
    [['rules', 'help', 'frob'], ' rules'],
  ])('%j names what is no command', async (words, path) => {
    const { code, stdout, stderr } = await runHere(words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('hookscope: No command "frob".')
    expect(stderr).toContain(`${path} --help\` lists`)
  })

  test('takes the options of status', async () => {
    const { code, stdout } = await runHere(['--data', data, '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ dataFolder: data, running: null })])
  })
})

describe('what cannot be understood ends with 2, and the way to the help', () => {
  test.each([
    ['a command that there is not', ['nonsense'], /No command "nonsense"\..*--help` lists the commands/],
    ['a command that is nearly one', ['serch', 'x'], /Did you mean search\?.*--help`/],
    ['an option that there is not', ['show', '1', '--nope'], /No option --nope\..*show --help` lists the options/],
    ['an argument that is missing', ['import'], /FILE is required\..*import --help`/],
    ['an option that is nearly one', ['tail', '--jsn'], /No option --jsn\. Did you mean --json\?/],
    ['a sender that is nearly one', ['listen', '--scheme', 'strip'], /No sender "strip"\. Did you mean stripe\?/],
    [
      'a filter without quotes',
      ['search', 'type:Payment', 'status:done'],
      /Quote the whole filter: .* "type:Payment st/,
    ],
    ['a word behind a command of commands', ['forward', 'nope'], /No command "nope"\. Commands: list, add, /],
    ['an option without its value', ['search', 'x', '--limit'], /--limit takes a value: --limit N/],
    ['an option that has to be there', ['replay', '1'], /--to URL is required\./],
    ['a choice that there is not', ['export', '--as', 'xyz'], /--as is "xyz"; it takes case, json, /],
    ['an argument that is no choice', ['completion', 'ksh'], /SHELL is "ksh"; it takes bash, zsh, fish/],
    ['a file that there is not', ['import', 'nope.har'], /nope\.har: no such file/],
    ['a folder in place of a file', ['rules', 'apply', '.'], /\.: is a folder; name the file itself/],
    ['a command of a command', ['rules', 'apply'], /FILE is required\..*rules apply --help`/],
    ['an address without http', ['replay', '1', '--to', 'example.com'], /--to is "example\.com".*http:\/\//],
    ['an id with letters', ['search', 'x', '--before', 'zz'], /--before: The id of a delivery has digits only/],
    ['an environment', ['search', 'x', '--environment', 'Nowhere'], /No environment "Nowhere"\. Environments: Sandbox/],
    ['a filter', ['tail', 'verdct:valid'], /Did you mean verdict/],
    ['a file of rules that is none', ['rules', 'apply', import.meta.filename], /commandHelp\.test\.ts is not JSON/],
    ['a rule that there is not', ['rules', 'off', 'Busy'], /No rule "Busy", because there are no rules\./],
    ['a handler without a secret', ['check', 'http://127.0.0.1:9/'], /shared secret is missing.*--secret-env/],
  ] as const)('%s', async (_what, words, sentence) => {
    const { code, stdout, stderr } = await runHere([...words], {
      variables: { HOOKSCOPE_DATA: data },
    })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
