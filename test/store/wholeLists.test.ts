import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { matchesFields, parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import type { DeliverySummary } from '../../src/shared/model.ts'
import { fewAndAll } from '../support/fewAndAll.ts'
import { openTestStore, temporaryFolder } from './build.ts'
import { all, filter, ids, mixed, start } from './mixedStore.ts'

/** The first ids of four runs of deliveries, with large gaps, so that a page that no index serves alone ends between them. */
const runs = [1, 19_980, 60_005, 150_000]
const inRun = 40

/** The words of a delivery's note; they are nowhere else in it. */
const noteOf = (number: number): string[] =>
  [number % 2 === 0 ? 'zebra' : 'zebras', number % 3 === 0 ? 'quagga' : '', number % 37 === 0 ? 'okapi' : ''].filter(
    (word) => word !== '',
  )

async function indexed(store: Store): Promise<void> {
  await expect.poll(() => store.unindexed(), { interval: 10 }).toBe(0)
}

/** A store of few deliveries that lie far apart: the ids between them were given to nothing. */
async function sparseStore(): Promise<Store> {
  const folder = temporaryFolder()
  await (await openTestStore({ folder })).close()
  let number = 0
  for (const first of runs) {
    const database = new DatabaseSync(join(folder, 'deliveries.db'))
    database.prepare('UPDATE removed SET last_id = ?').run(first - 1)
    database.close()
    const store = await openTestStore({ folder })
    const made = Array.from({ length: inRun }, () => withNote(number++))
    await Promise.all(made.map(async (one) => store.append(one)))
    await indexed(store)
    await store.close()
  }
  return openTestStore({ folder })
}

function withNote(number: number) {
  const made = mixed(number)
  const headers = [...made.request.headers, 'X-Note', noteOf(number).join(' ')]
  const environmentId = number % 4 === 0 ? 'other' : 'sandbox'
  return { ...made, environmentId, request: { ...made.request, headers } }
}

/** Meaning of words in a filter: whether the note of a delivery has them. */
const words: Record<string, (note: string[]) => boolean> = {
  zebra: (note) => note.some((word) => word.startsWith('zebra')),
  '"zebra"': (note) => note.includes('zebra'),
  z: (note) => note.some((word) => word.startsWith('z')),
  okap: (note) => note.includes('okapi'),
  '-quagga': (note) => !note.includes('quagga'),
  '-"zebras"': (note) => !note.includes('zebras'),
  '"zebra quagga"': (note) => note.includes('zebra') && note.includes('quagga'),
  'quagga zebra': (note) => note.includes('quagga') && note.some((word) => word.startsWith('zebra')),
  gnu: () => false,
}
const fields = ['verdict:valid', 'verdict:invalid|unsigned', '-verdict:valid', 'type:payment', '-type:wallet|payment']
const others = ['action:UPDATE', 'method:PUT', '-method:post', 'is:late', 'is:duplicate|retried', '-is:duplicate', '']
const rare = [
  'type:absent',
  'method:PUT verdict:malformed',
  'id:n-3',
  'id:r-7',
  '-id:n-3',
  'is:pinned',
  'status:waiting',
]
const moments = ['after:2026-03-01T12:01:00Z', 'before:2026-03-01T12:02:30Z', '-after:2026-03-01T12:01:00Z', '']

/** Looks for the same in the index and among all there is. */
async function compare(store: Store, numRuns: number): Promise<void> {
  const everything = await all(store, '')
  const noteById = new Map(await Promise.all(everything.map(async ({ id }) => [id, await noteIn(store, id)] as const)))
  const question = fc.tuple(
    fc.constantFrom(...fields, ...others, ...rare),
    fc.constantFrom(...fields, ...moments),
    fc.constantFrom('', '', ...Object.keys(words)),
    fc.constantFrom(undefined, 'sandbox', 'other', 'absent'),
    fc.constantFrom(3, 40, 500),
  )
  await fc.assert(
    fc.asyncProperty(question, async ([one, two, word, environment, limit]) => {
      const asked = filter(`${one} ${two}`)
      const fits = (summary: DeliverySummary): boolean =>
        matchesFields(asked, summary) &&
        (environment === undefined || summary.environmentId === environment) &&
        (words[word]?.(noteById.get(summary.id) ?? []) ?? true)
      const expected = everything.filter(fits).map(({ id }) => id)
      const found: string[] = []
      let before: string | undefined
      do {
        const whole = parseDeliveryFilter(`${one} ${two} ${word}`, start).filter
        const page = await store.list({ limit, before, environment, filter: whole })
        found.push(...page.items.map(({ id }) => id))
        before = page.next ?? undefined
      } while (before !== undefined)
      expect(found).toEqual(expected)
    }),
    { numRuns },
  )
}

async function noteIn(store: Store, id: string): Promise<string[]> {
  const headers = (await store.get(id))?.request.headers ?? []
  return headers[headers.indexOf('X-Note') + 1]?.split(' ') ?? []
}

describe('a list', () => {
  fewAndAll(
    'answers what a look at every delivery would, also after checks, pins and removals',
    [10, 600],
    async (runCount) => {
      const store = await sparseStore()
      await store.annotate({ deliveryId: String(runs[1]), pinned: true })
      await compare(store, runCount)
      const some = (await all(store, 'verdict:invalid')).filter((_, index) => index % 2 === 0)
      await store.putVerdicts(
        some.map(({ id }) => ({
          deliveryId: id,
          before: 'invalid',
          verdict: 'valid',
          secretId: 'secret-2',
          checkedAt: start,
        })),
      )
      await store.removeDeliveries('other')
      await indexed(store)
      await expect.poll(async () => (await ids(store, 'type:payment')).length, { interval: 10 }).toBeGreaterThan(0)
      await compare(store, runCount)
    },
  )

  it('says where it has looked, so that nothing is left out or found twice by pages from either end', async () => {
    const store = await sparseStore()
    const down = await ids(store, 'zebras verdict:valid', 5)
    const up: string[] = []
    for (let after: string | undefined = '0'; after !== undefined;) {
      const { items, next } = await store.list({ limit: 500, after, filter: filter('zebras verdict:valid') })
      up.push(...items.map(({ id }) => id))
      after = next ?? undefined
    }
    expect(up.toReversed()).toEqual(down)
    expect(new Set(down).size).toBe(down.length)
    expect(down.length).toBeGreaterThan(20)
  })
})
