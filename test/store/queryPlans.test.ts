import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/engine/store/openStore.ts'
import { openReader } from '../../src/engine/store/schema/openReader.ts'
import { entriesQuery, isServedByOneIndex, type Wanted } from '../../src/engine/store/search/entriesQuery.ts'
import { fieldTermsOf } from '../../src/engine/store/search/fieldTerms.ts'
import { wordTermsOf } from '../../src/engine/store/search/wordTerms.ts'
import { wordsOf } from '../../src/engine/store/index/searchWords.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { scratchFolder } from '../build/startServe.ts'

function wanted(fields: Wanted['fields'], text = '', q = ''): Wanted {
  const { filter } = parseDeliveryFilter(text, 0)
  return { fields, words: wordsOf(q), filter, terms: wordTermsOf(filter), fieldTerms: fieldTermsOf(filter) }
}

const folder = scratchFolder()
let database: DatabaseSync
beforeAll(async () => {
  await (await openStore({ folder: folder.path })).close()
  database = openReader(folder.path)
})
afterAll(() => {
  database.close()
  folder.remove()
})

const lists: [what: string, wanted: Wanted, oneIndex: boolean, plan: RegExp][] = [
  ['everything', wanted({}), true, /^SEARCH e USING INTEGER PRIMARY KEY/],
  ['one verdict', wanted({ verdict: 'invalid' }), true, /^SEARCH e USING INDEX by_verdict \(verdict=\? AND rowid/],
  ['one type', wanted({ resourceType: 'Payment' }), true, /^SEARCH e USING INDEX by_type/],
  ['one action', wanted({ action: 'create' }), true, /^SEARCH e USING INDEX by_action/],
  ['one environment', wanted({ environment: 'a' }), true, /^SEARCH e USING INDEX by_environment/],
  [
    'an environment and a verdict',
    wanted({ environment: 'a', verdict: 'invalid' }),
    false,
    /^SEARCH e USING INDEX by_verdict/,
  ],
  ['a type and an action', wanted({ resourceType: 'a', action: 'b' }), false, /^SEARCH e USING INDEX by_(type|action)/],
  [
    'one object',
    wanted({ resourceId: 'r', resourceType: 'Payment', environment: 'a' }),
    true,
    /^SEARCH e USING INDEX by_object/,
  ],
  [
    'one notification',
    wanted({ notificationId: 'n', environment: 'a' }),
    true,
    /^SEARCH e USING INDEX by_notification/,
  ],
  ['words', wanted({}, '', 'two words'), true, /^SCAN w VIRTUAL TABLE/],
  ['words and a verdict', wanted({ verdict: 'invalid' }, '', 'word'), false, /^SCAN w VIRTUAL TABLE/],
  ['an id in a filter', wanted({}, 'id:abc'), true, /^SEARCH e USING INTEGER PRIMARY KEY/],
  ['pinned ones', wanted({}, 'is:pinned'), true, /^SEARCH e USING INTEGER PRIMARY KEY/],
  ['duplicates', wanted({}, 'is:duplicate'), false, /^(SEARCH|SCAN) e USING/],
  ['without a word', wanted({}, '-word'), false, /^SEARCH e USING INTEGER PRIMARY KEY/],
]

function hasId({ fields, filter }: Wanted): boolean {
  return (
    fields.resourceId !== undefined ||
    fields.notificationId !== undefined ||
    filter.terms.some(({ key }) => key === 'id')
  )
}

it.each(lists)(
  'a list of %s reads an index that serves it, and sorts nothing but what an id finds',
  (_what, asked, oneIndex, plan) => {
    for (const order of ['newest-first', 'oldest-first'] as const) {
      const { sql, values } = entriesQuery(asked, { after: 0, before: 1000, order })
      const steps = database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail))
      expect(steps[0]).toMatch(plan)
      // An id finds few, and SQLite sorts them.
      if (!hasId(asked)) expect(steps.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'))).toEqual([])
    }
    expect(isServedByOneIndex(asked)).toBe(oneIndex)
  },
)
