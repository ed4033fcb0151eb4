import { Problem } from '../../../src/renderer/data/wire/problem.ts'
import { describe, expect, it } from 'vitest'
import { canCopySecrets, deliveryWords } from '../../../src/renderer/features/environment/general/GeneralScreen.tsx'
import {
  importRefusals,
  readEnvironmentsFile,
} from '../../../src/renderer/features/environment/general/ImportEnvironments.tsx'
import { environmentWords } from '../../../src/renderer/features/environment/general/words.ts'
import { anEnvironment } from '../state/builders.ts'

describe('deleting an environment', () => {
  it('says how many deliveries it has', () => {
    expect(deliveryWords(null)).toBe('its deliveries')
    expect(deliveryWords(1)).toBe('its 1 delivery')
    expect(deliveryWords(37)).toBe('its 37 deliveries')
    expect(deliveryWords(100_000)).toBe('its 100,000 deliveries')
  })

  it('says afterwards what went', () => {
    expect(environmentWords.deleted('Acme', 0)).toBe('Acme was deleted.')
    expect(environmentWords.deleted('Acme', 1200)).toBe('Acme was deleted, and 1,200 deliveries with it.')
  })
})

describe('duplicating an environment', () => {
  it('offers its secrets only where there are any', () => {
    expect(canCopySecrets(anEnvironment())).toBe(false)
    const set = { set: true, fingerprint: 'aaaa1111' }
    expect(canCopySecrets({ ...anEnvironment(), password: set })).toBe(true)
    expect(canCopySecrets({ ...anEnvironment(), sealedNames: { clientId: set, audience: null } })).toBe(true)
  })
})

describe('a file of environments', () => {
  it('is read when it is a JSON object', () => {
    expect(readEnvironmentsFile(' {"format": "x"} ')).toEqual({ file: { format: 'x' } })
  })

  it.each([
    ['', 'Choose a file'],
    ['{"format"', 'not JSON'],
    ['[1]', 'no file of environments'],
    ['null', 'no file of environments'],
    ['"text"', 'no file of environments'],
  ])('is refused in words when it is %j', (text, words) => {
    expect(readEnvironmentsFile(text)).toMatchObject({ problem: expect.stringContaining(words) as unknown })
  })

  it('is refused line by line, each with the environment that it is about', () => {
    const issues = [
      { place: 'environments.1.authUrl', message: 'Give a URL.' },
      { place: 'environments.0', message: 'Not an object.' },
      { place: 'version', message: 'Of another version.' },
      { place: '', message: 'Not an object at all.' },
    ]
    const problem = (of: typeof issues) => new Problem('Give a URL.', { field: 'environments', issues: of })
    expect(importRefusals(problem(issues))).toEqual([
      'Environment 2, authUrl: Give a URL.',
      'Environment 1: Not an object.',
      'version: Of another version.',
      'Not an object at all.',
    ])
    expect(importRefusals(problem([]))).toEqual(['Give a URL.'])
    const many = Array.from({ length: 12 }, (_, index) => ({ place: `environments.${index}`, message: 'No.' }))
    expect(importRefusals(problem(many)).slice(9)).toEqual(['Environment 10: No.', 'And 2 things more.'])
  })
})
