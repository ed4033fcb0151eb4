import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { delivery, nextIndexed, notification, openTestStore, sharedTestStore } from './build.ts'

const shared = sharedTestStore()

/** The matches of a list's rows, the newest first: before the words, [the words], and behind. */
async function matches(bodies: string[], typed: string): Promise<(string | null)[]> {
  const store = shared()
  const environmentId = randomUUID()
  const indexed = nextIndexed(store, bodies.length)
  await Promise.all(bodies.map((body) => store.append(delivery(body, { environmentId }))))
  await indexed
  const { filter } = parseDeliveryFilter(typed, 0)
  const { items } = await store.list({ limit: 100, environment: environmentId, filter, matches: 'true' })
  return items.map(({ match }) => (match == null ? null : `${match.in}: ${match.before}[${match.text}]${match.after}`))
}

describe('where a row has the words of a search', () => {
  it.each([
    [
      'a field of the body',
      '{"a":1,"reference":"INV-2041 Treasury"}',
      'treas',
      'body: "reference":"INV-2041 [Treas]ury"}',
    ],
    [
      'words in quotes',
      '{"reference":"INV 2041 Treasury"}',
      '"2041 treasury"',
      'body: "reference":"INV [2041 Treasury]"}',
    ],
    ['accents and case', '{"to":"SÜDWIND AG"}', 'sudwind', 'body: "to":"[SÜDWIND] AG"}'],
    ['a letter that is spelled as an escape', String.raw`{"to":"M\u00fcller"}`, 'müller', 'body: "to":"[Müller]"}'],
    ['only whole beginnings of words', '{"a":"unpaid","b":"paid"}', 'paid', 'body: "b":"[paid]"}'],
    ['lines made one', '{"a":"x",\n  "text":\n "one   two"}', 'two', 'body: "text": "one [two]"}'],
    ['a header', '{}', 'twice', 'headers: X-[Twice]: one'],
    ['the request line', '{}', 'some-key', 'request: POST /in/[some-key]?x=1'],
  ])('is %s', async (_, body, typed, expected) => {
    expect(await matches([body], typed)).toEqual([expected])
  })

  it('is cut in a long text, and says so', async () => {
    const [found] = await matches([`${'x '.repeat(60)}needle ${'y '.repeat(200)}`], 'needle')
    expect(found).toMatch(/^body: …(?:x )+\[needle\](?: y)+$/)
    expect(found?.length).toBeLessThan(200)
  })

  it('is left out where words are only excluded, and where nobody asked', async () => {
    expect(await matches([notification()], '-absent')).toEqual([null])
    const store = await openTestStore()
    await store.append(delivery('{"a":"needle"}'))
    const { items } = await store.list({ limit: 1, q: 'needle' })
    expect(items[0]).not.toHaveProperty('match')
  })

  it('is found by a note as well', async () => {
    const store = await openTestStore()
    const indexed = nextIndexed(store, 1)
    await store.append(delivery('{}'))
    const [{ id } = { id: '' }] = await indexed
    await store.annotate({ deliveryId: id, note: 'ask the treasurer' })
    const { items } = await store.list({ limit: 1, q: 'treasurer', matches: 'true' })
    expect(items[0]?.match).toEqual({ in: 'note', before: 'ask the ', text: 'treasurer', after: '' })
  })
})
