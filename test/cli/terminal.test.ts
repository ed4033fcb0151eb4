import { expect, test } from 'vitest'
import { lineOf } from '../../src/cli/output/terminal.ts'

test('a line is coloured part by part, and only where colours are wanted', () => {
  const parts = [
    { text: '✓ valid', colour: 'green' as const },
    { text: '  Payment' },
    { text: '', colour: 'red' as const },
  ]
  expect(lineOf(parts, true)).toBe('\u001B[32m✓ valid\u001B[0m  Payment')
  expect(lineOf(parts, false)).toBe('✓ valid  Payment')
})

test('text from outside cannot end a line, steer the terminal or turn the direction round', () => {
  const hostile = 'a\u001B[2J\r\n\t\u0007\u007F\u009B\u2028\u202E\uFEFF\uD800b'
  expect(lineOf([{ text: hostile }], true)).toBe(
    'a\uFFFD[2J\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDb',
  )
})
