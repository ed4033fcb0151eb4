import { ORPCError } from '@orpc/client'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../src/renderer/wire/problem.ts'
import { wireWords } from '../../src/renderer/words/wire.ts'
import { takeToken } from '../../src/renderer/wire/takeToken.ts'

function pageAt(hash: string) {
  const kept = new Map<string, string>()
  const shown: string[] = []
  return {
    kept,
    shown,
    location: { hash, pathname: '/', search: '' },
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => void shown.push(String(url)),
    },
    storage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
  }
}

describe('the key of the page', () => {
  test('is taken from the address, kept for this tab, and erased from the address bar', () => {
    const page = pageAt('#token=abc_-1')
    expect(takeToken(page)).toBe('abc_-1')
    expect([...page.kept.values()]).toEqual(['abc_-1'])
    expect(page.shown).toEqual(['/'])
  })

  test('survives a reload, which has a route in place of the key', () => {
    const page = pageAt('#/inbox/12')
    page.storage.setItem('hookscope.token', 'kept')
    expect(takeToken(page)).toBe('kept')
    expect(page.shown).toEqual([])
  })

  test('is null when it was never given', () => {
    expect(takeToken(pageAt(''))).toBeNull()
  })
})

describe('a failed call', () => {
  test('shows the sentence that an expected failure brings', () => {
    const problem = problemOf(new ORPCError('NOT_FOUND', { status: 404, message: 'There is no delivery 9.' }))
    expect(problem).toEqual({ message: 'There is no delivery 9.', field: null, issues: [], answer: null })
  })

  test("shows the service's own answer", () => {
    const answer = { status: 401, body: '{"error":"invalid_grant"}', durationMs: 12 }
    const error = new ORPCError('SERVICE_REFUSED', { status: 502, message: 'The provider said no.', data: { answer } })
    expect(problemOf(error).answer).toEqual(answer)
  })

  test('names the field that the contract refuses', () => {
    const issues = [{ message: 'Give the environment a name.', path: ['name'] }]
    const error = new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues } })
    expect(problemOf(error)).toEqual({
      message: 'Give the environment a name.',
      field: 'name',
      issues: [{ place: 'name', message: 'Give the environment a name.' }],
      answer: null,
    })
  })

  test('never shows the text of an unexpected error', () => {
    expect(problemOf(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'stack at x.ts:1' })).message).not.toContain(
      'x.ts',
    )
    expect(problemOf(new Error('ECONNRESET')).message).not.toContain('ECONNRESET')
  })

  test('says of a change that nobody knows whether it was done, and of what is only read that it is to be read again', () => {
    expect(problemOf(new Error('closed'), wireWords.lostChange).message).toContain('may or may not have been done')
    expect(problemOf(new Error('closed')).message).toContain('Could not be loaded')
  })
})
