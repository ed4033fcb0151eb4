import { ORPCError } from '@orpc/client'
import { describe, expect, test } from 'vitest'
import { problemOf } from '../../../src/renderer/data/wire/problem.ts'
import { wireWords } from '../../../src/renderer/data/wire/words.ts'
import { openKeptKey, takeGiven } from '../../../src/renderer/data/wire/session.ts'

function pageAt(hash: string) {
  const shown: string[] = []
  return {
    shown,
    location: { hash, pathname: '/', search: '' },
    history: {
      state: null,
      replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => void shown.push(String(url)),
    },
  }
}

function storageOf(kept: Record<string, string> = {}) {
  const texts = new Map(Object.entries(kept))
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => void texts.set(name, value),
    removeItem: (name: string) => void texts.delete(name),
  }
}

describe('what the address brings', () => {
  test.each([
    ['#code=abc_-1', { kind: 'code', code: 'abc_-1' }],
    ['#token=abc_-1', { kind: 'token', token: 'abc_-1' }],
  ])('is taken from %s and erased from the address bar', (hash, given) => {
    const page = pageAt(hash)
    expect(takeGiven(page)).toEqual(given)
    expect(page.shown).toEqual(['/'])
  })

  test.each(['', '#/inbox/12', '#code=', '#code=<b>', '#/inbox?code=abc'])('is nothing in %j, which stays', (hash) => {
    const page = pageAt(hash)
    expect(takeGiven(page)).toBeNull()
    expect(page.shown).toEqual([])
  })
})

describe('the key of the page', () => {
  test('is kept for this tab with the folder that it is for', () => {
    const storage = storageOf()
    openKeptKey(storage).keep('key', 'folder')
    const after = openKeptKey(storage)
    expect([after.token(), after.folder()]).toEqual(['key', 'folder'])
  })

  test('of an address that names no folder forgets the folder of the key before', () => {
    const storage = storageOf({ 'hookscope.token': 'old', 'hookscope.folder': 'folder' })
    const key = openKeptKey(storage)
    key.keep('new', null)
    expect([key.token(), key.folder()]).toEqual(['new', null])
    expect([...storage.texts.values()]).toEqual(['new'])
  })

  test('is null when it was never given', () => {
    expect(openKeptKey(storageOf()).token()).toBeNull()
  })
})

describe('a failed call', () => {
  test('shows the sentence that an expected failure brings, and keeps its code', () => {
    const why = { code: 'no-delivery', fields: { id: '9' } }
    const error = new ORPCError('NOT_FOUND', { status: 404, message: 'There is no delivery 9.', data: { why } })
    expect(problemOf(error)).toMatchObject({
      message: 'There is no delivery 9.',
      why,
      field: null,
      issues: [],
      answer: null,
    })
  })

  test("shows the service's own answer", () => {
    const answer = { status: 401, body: '{"error":"invalid_grant"}', durationMs: 12 }
    const error = new ORPCError('SERVICE_REFUSED', { status: 502, message: 'The provider said no.', data: { answer } })
    expect(problemOf(error).answer).toEqual(answer)
  })

  test('names the field that the contract refuses', () => {
    const issues = [{ message: 'Give the environment a name.', path: ['name'] }]
    const error = new ORPCError('BAD_REQUEST', { message: 'Input validation failed', data: { issues } })
    expect(problemOf(error)).toMatchObject({
      message: 'Give the environment a name.',
      field: 'name',
      issues: [{ place: 'name', message: 'Give the environment a name.' }],
      answer: null,
      why: null,
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
