/** Every row of the table of exit codes in docs/command-output.md, and what all commands have in common. */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExitRow, exitRows } from '../../../tools/docs/exitCodeTable.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { serveHere } from '../serve/serveHere.ts'
import { commandProgram, commandsWithin } from './commandTree.ts'
import { runHere } from '../runHere.ts'

const folder = scratchFolder()
/** Nothing runs on this one. */
const data = join(folder.path, 'data')
const served = join(folder.path, 'served')
let running: Awaited<ReturnType<typeof serveHere>>
const file = join(folder.path, 'file')
const filled: Readonly<Record<string, string>> = {
  FILE: file,
  MISSING: join(folder.path, 'missing'),
  'MISSING/below': join(folder.path, 'missing', 'below'),
  CONTRACT: join(folder.path, 'contract.json'),
  STRICT: join(folder.path, 'strict.json'),
  CLOSED: 'http://127.0.0.1:9/',
}

beforeAll(async () => {
  writeFileSync(file, '{}')
  writeFileSync(filled['CONTRACT'] ?? '', '{"type":"object"}')
  writeFileSync(filled['STRICT'] ?? '', '{"type":"object","required":["nothing"]}')
  const serve = await startServeHere(data)
  await serve.call('POST', '/sandbox/demo')
  await serve.stop()
  cpSync(data, served, { recursive: true })
  running = await serveHere(served)
})
afterAll(async () => {
  await running.stop()
  folder.remove()
})

/** Commands that end differently where an instance runs. */
const onlyAlone = new Set(['token', 'open', 'mcp', 'restore', 'doctor'])
const isOnlyAlone = ({ line }: ExitRow) => onlyAlone.has(line.split(' ', 1)[0] ?? '')
const endsWith =
  (folder: string) =>
  async ({ line, code }: ExitRow): Promise<void> => {
    const words = line.split(' ').map((word) => filled[word] ?? word)
    const { code: ended, stderr } = await runHere(words, { variables: { HOOKSCOPE_DATA: folder } })
    expect([ended, stderr]).toEqual([code, expect.not.stringMatching(/\n\s+at /)])
  }

describe('where an instance runs', () => {
  test.each(exitRows.filter((row) => !isOnlyAlone(row)))('$line ends with $code: $outcome', endsWith(served))
})

describe('where none runs', () => {
  test.each(exitRows.filter(isOnlyAlone))('$line ends with $code: $outcome', endsWith(data))
  // Each starts an engine of its own.
  test.each(exitRows.filter((row) => !isOnlyAlone(row)))(
    '$line ends with $code: $outcome',
    { tags: 'full' },
    endsWith(data),
  )
})

const commands = commandsWithin(commandProgram()).filter(([, { commands: inner }]) => inner.length === 0)

describe('an option that it does not have', () => {
  test.each(commands)('ends %s with 2', async (words) => {
    const { code, stdout, stderr } = await runHere([...words.split(' '), '--no-such-option'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^hookscope: (?:No option --no-such-option\.|--\w+ [A-Z]+ is required\.)/)
  })
})

test('every command has a row, but those that only go on until a signal', () => {
  const inTable = (words: string) => exitRows.some(({ line }) => `${line} `.startsWith(`${words} `))
  const without = commands.map(([words]) => words).filter((words) => !inTable(words) && !words.startsWith('rules '))
  expect(without.toSorted()).toEqual(['sandbox run', 'serve'])
})
