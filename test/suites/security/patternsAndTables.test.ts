import { expect, it } from 'vitest'
import { exportForms } from '../../../src/shared/schemas/caseSchemas.ts'
import { parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import { literalsOf } from '../../../src/shared/redaction/literals.ts'
import type { DeliveryQuery } from '../../../src/engine/store/records/deliveries.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { delivery, nextIndexed, notification, openTestStore } from '../../store/build.ts'

/** As regular expressions these never end on the text below. */
const endless = ['(a+)+$', '(a|aa)*$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*a){40}', 'a*a*a*a*a*a*a*a*b']
const text = `${'a'.repeat(50_000)}!`

it('what a person looks for is text and no pattern: an endless one is answered, in searches, filters and redaction', async () => {
  const store = await openTestStore()
  const indexed = nextIndexed(store, 2)
  await store.append(delivery(notification({ id: 'long', text })))
  await store.append(delivery(notification({ id: 'itself', text: endless.join(' ') })))
  await indexed
  for (const pattern of endless) {
    const { filter, unknownKeys } = parseDeliveryFilter(`"${pattern}" -type:"${pattern}"`, 0)
    expect(unknownKeys).toEqual([])
    expect(await namesOf(store, { filter })).toContain('itself')
    await namesOf(store, { q: pattern })
    expect(literalsOf([pattern])?.(`${text} ${pattern}`, () => '[redacted]')).toBe(`${text} [redacted]`)
  }
})

/** The notifications of all pages: one that takes long ends before it is full. */
async function namesOf(store: Store, query: Pick<DeliveryQuery, 'filter' | 'q'>): Promise<(string | null)[]> {
  const names: (string | null)[] = []
  for (let before: string | undefined; ;) {
    const page = await store.list({ limit: 10, matches: 'true', ...query, ...(before === undefined ? {} : { before }) })
    names.push(...page.items.map(({ notificationId }) => notificationId))
    if (page.next === null) return names
    before = page.next
  }
}

it('no export is a table whose cells a spreadsheet would run', () => {
  // Whoever adds one writes a quote before = + - @ TAB and CR, and tests it here.
  expect([...exportForms].toSorted()).toEqual(['case', 'curl', 'har', 'http', 'json', 'ndjson'])
})
