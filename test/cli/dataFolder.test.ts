import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataFolder } from '../../src/host/files/dataFolder.ts'

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
