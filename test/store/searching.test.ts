import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, wordsOf } from '../../src/engine/store/index/searchWords.ts'
import type { Store } from '../../src/engine/store/store.ts'
import { delivery, nextIndexed, notification, openTestStore } from './build.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

async function found(store: Store, q: string): Promise<string[]> {
  return (await store.list({ limit: 500, q })).items.map((item) => item.id)
}

/** Runs a check twice: over what is not indexed yet, and over the index. */
async function beforeAndAfterIndexing(
  bodies: (string | Uint8Array)[],
  check: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await openTestStore()
  const indexed = nextIndexed(store, bodies.length)
  await Promise.all(bodies.map((body) => store.append(delivery(body))))
  await check(store)
  await indexed
  await check(store)
}

describe('a search', () => {
  it('finds words of body, headers, target and fields; all must occur, the last may be unfinished', async () => {
    const bodies = [
      notification({ changes: { beneficiary: 'Nordlicht GmbH' } }),
      notification({ changes: { beneficiary: 'Südwind AG' }, resourceType: 'Wallet' }),
    ]
    await beforeAndAfterIndexing(bodies, async (store) => {
      expect(await found(store, 'nordlicht')).toEqual(['1'])
      expect(await found(store, 'GMBH nordl')).toEqual(['1'])
      expect(await found(store, 'nordl gmbh')).toEqual([])
      expect(await found(store, 'sudwind')).toEqual(['2'])
      expect(await found(store, 'SÜDWIND wallet')).toEqual(['2'])
      expect(await found(store, 'x-twice some-key')).toEqual(['2', '1'])
      expect(await found(store, 'absent')).toEqual([])
    })
  })

  it('finds a letter however JSON spells it', async () => {
    const bodies = [String.raw`{"note":"M\u00fcller\u002B\u0026 S\u00f6hne\nnext"}`, '{"note":"дом हिन्दी 東京都"}']
    await beforeAndAfterIndexing(bodies, async (store) => {
      expect(await found(store, 'müller söhne')).toEqual(['1'])
      expect(await found(store, 'next')).toEqual(['1'])
      expect(await found(store, 'ДОМ')).toEqual(['2'])
      expect(await found(store, 'हिन्दी')).toEqual(['2'])
      expect(await found(store, '東京')).toEqual(['2'])
    })
  })

  it('finds the fields of a form with a file in it, and what can be read in the file', async () => {
    const field = 'Content-Disposition: form-data; name="who"\r\n\r\nMüller\r\n--boundary\r\n'
    const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)
    const form = Buffer.concat([Buffer.from(field), noise, Buffer.from(' Exif Fotoapparat é '), noise])
    const old = Buffer.from(`${'ein Satz von früher '.repeat(5000)} ja Schluß`, 'latin1')
    const cut = Buffer.from(`${'ж'.repeat(70_000)} конец`)
    await beforeAndAfterIndexing([form, old, cut], async (store) => {
      expect(await found(store, 'müller')).toEqual(['1'])
      expect(await found(store, 'fotoapparat')).toEqual(['1'])
      expect(await found(store, 'ja von')).toEqual(['2'])
      expect(await found(store, 'конец')).toEqual(['3'])
    })
  })

  it('finds an id, whole or its beginning', async () => {
    const resourceId = '9c32c0d8-3e73-4896-8a7a-766c7428ac54'
    await beforeAndAfterIndexing([notification({ resourceId }), notification()], async (store) => {
      for (const q of [resourceId, resourceId.toUpperCase(), '9c32c0d8', '9c32c0d8-3e', `"${resourceId}"`]) {
        expect(await found(store, q)).toEqual(['1'])
      }
    })
  })

  it('takes operators and quotes for plain text', async () => {
    await beforeAndAfterIndexing(['{"note":"alpha or beta near gamma"}', '{"note":"alpha"}'], async (store) => {
      expect(await found(store, 'alpha OR beta')).toEqual(['1'])
      expect(await found(store, 'NEAR(alpha gamma)')).toEqual(['1'])
      expect(await found(store, 'alpha NOT beta')).toEqual([])
      expect(await found(store, 'text:alpha')).toEqual([])
      expect(await found(store, '"alpha')).toEqual(['2', '1'])
      expect(await found(store, 'alph*')).toEqual(['2', '1'])
      expect(await found(store, '"*%\' ^')).toEqual(['2', '1'])
      expect(await found(store, "'; ATTACH 'x' AS y; --")).toEqual([])
    })
  })

  fewAndAll('answers any input at all', [50, 500], async (numRuns) => {
    await beforeAndAfterIndexing(['{"note":"alpha"}'], async (store) => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (q) => {
          expect((await store.list({ limit: 10, q })).items.length).toBeLessThanOrEqual(1)
        }),
        { numRuns },
      )
    })
  })

  it('parts words exactly where the index does, for every character there is', { tags: 'full' }, () => {
    const database = new DatabaseSync(':memory:')
    database.exec(`
      CREATE VIRTUAL TABLE words USING fts5 (text, content = '', detail = none, tokenize = 'unicode61');
      CREATE VIRTUAL TABLE seen USING fts5vocab (words, 'row');
      BEGIN;
    `)
    const insert = database.prepare('INSERT INTO words (text) VALUES (?)')
    const expected = new Set<string>()
    // Beyond it there are only characters without meaning, tags and private planes.
    for (let code = 1; code <= 0x323af; code += 1) {
      const text = `x${code}x${String.fromCodePoint(code)}y${code}y`
      insert.run(foldText(text))
      for (const word of wordsOf(text)) expected.add(word)
    }
    database.exec('COMMIT')
    const seen = new Set(
      database
        .prepare('SELECT term FROM seen')
        .all()
        .map((row) => String(row['term'])),
    )
    expect([...seen].filter((word) => !expected.has(word))).toEqual([])
    expect([...expected].filter((word) => !seen.has(word))).toEqual([])
    database.close()
  })
})
