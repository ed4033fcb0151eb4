/** Every row of the table of exit codes in docs/command-output.md, and what all commands have in common. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitRows } from '../../../tools/docs/exitCodeTable.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startServeHere } from '../../build/startServeHere.ts'
import { commandProgram, commandsWithin } from './commandTree.ts'
import { runHere } from '../runHere.ts'

const folder = scratchFolder()
const data = join(folder.path, 'data')
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
})
afterAll(() => folder.remove())

test.each(exitRows)('$line ends with $code: $outcome', async ({ line, code }) => {
  const words = line.split(' ').map((word) => filled[word] ?? word)
  const { code: ended, stderr } = await runHere(words, { variables: { HOOKSCOPE_DATA: data } })
  expect([ended, stderr]).toEqual([code, expect.not.stringMatching(/\n\s+at /)])
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
  expect(without.toSorted()).toEqual(['sandbox', 'serve'])
})
