import { describe, expect, it } from 'vitest'
import {
  canCopySecrets,
  deletedWords,
  deliveryCount,
  deliveryWords,
  importRefusals,
  readEnvironmentsFile,
} from '../../src/renderer/access/environments/environmentWords.ts'
import { anEnvironment } from './builders.ts'

describe('deleting an environment', () => {
  it('says how many deliveries it has, as far as they are counted', () => {
    expect(deliveryWords(null)).toBe('its deliveries')
    expect(deliveryWords({ counted: 1, more: false })).toBe('its 1 delivery')
    expect(deliveryWords({ counted: 37, more: false })).toBe('its 37 deliveries')
    expect(deliveryWords({ counted: 500, more: true })).toBe('its more than 500 deliveries')
    expect(deliveryCount({ counted: 0, more: false })).toBe(0)
  })

  it('says afterwards what went', () => {
    expect(deletedWords('Acme', 0)).toBe('Acme was deleted.')
    expect(deletedWords('Acme', 1200)).toBe('Acme was deleted, and 1,200 deliveries with it.')
  })
})

describe('duplicating an environment', () => {
  it('offers its secrets only where there are any', () => {
    expect(canCopySecrets(anEnvironment())).toBe(false)
    expect(canCopySecrets({ ...anEnvironment(), password: { set: true, fingerprint: 'aaaa1111' } })).toBe(true)
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
    const problem = {
      message: 'Give a URL.',
      field: 'environments',
      answer: null,
      issues: [
        { place: 'environments.1.authUrl', message: 'Give a URL.' },
        { place: 'environments.0', message: 'Not an object.' },
        { place: 'version', message: 'Of another version.' },
        { place: '', message: 'Not an object at all.' },
      ],
    }
    expect(importRefusals(problem)).toEqual([
      'Environment 2, authUrl: Give a URL.',
      'Environment 1: Not an object.',
      'version: Of another version.',
      'Not an object at all.',
    ])
    expect(importRefusals({ ...problem, issues: [] })).toEqual(['Give a URL.'])
    const many = Array.from({ length: 12 }, (_, index) => ({ place: `environments.${index}`, message: 'No.' }))
    expect(importRefusals({ ...problem, issues: many }).slice(9)).toEqual(['Environment 10: No.', 'And 2 things more.'])
  })
})
