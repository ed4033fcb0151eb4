import { describe, expect, it } from 'vitest'
import { delivery, openTestStore } from './build.ts'
import { filter, ids, mixedStore } from './mixedStore.ts'

describe('a list that goes upwards from a delivery', () => {
  it('finds the same as the one that goes down, oldest first, and says how far it looked', async () => {
    const store = await mixedStore()
    for (const text of ['', 'type:payment', '-verdict:valid', 'zebra', '"odd kind"', 'type:absent']) {
      const expected = (await ids(store, text)).toReversed().filter((id) => Number(id) > 20)
      const found: string[] = []
      let after: string | undefined = '20'
      while (after !== undefined) {
        const { items, next, seen } = await store.list({ limit: 7, after, filter: filter(text) })
        found.push(...items.map(({ id }) => id))
        if (next === null) expect(seen).toBe('190')
        after = next ?? undefined
      }
      expect([text, found]).toEqual([text, expected])
    }
  })

  it('crosses as many deliveries as lie between, and goes on where it was when more come', async () => {
    const store = await openTestStore()
    const body = (number: number) => (number % 600 === 599 ? '{"note":"rare"}' : '{"note":"often"}')
    await Promise.all(Array.from({ length: 1300 }, async (_, number) => store.append(delivery(body(number)))))
    const first = await store.list({ limit: 10, after: '0', filter: filter('rare') })
    const rest =
      first.next === null ? first : await store.list({ limit: 10, after: first.next, filter: filter('rare') })
    expect([...new Set([...first.items, ...rest.items].map(({ id }) => id))]).toEqual(['600', '1200'])
    expect(await store.list({ limit: 10, after: '1300' })).toEqual({ items: [], next: null, seen: '1300' })
    await store.append(delivery('{"note":"late"}'))
    expect(await store.list({ limit: 10, after: '1300' })).toMatchObject({ items: [{ id: '1301' }], seen: '1301' })
    expect(await store.list({ limit: 10, after: '9000' })).toEqual({ items: [], next: null, seen: '9000' })
  })

  it(
    'misses nothing of what arrives while it goes on: what is not indexed yet was not looked at',
    { tags: 'full' },
    async () => {
      const store = await openTestStore()
      const many = 600
      let isArriving = true
      const arriving = (async () => {
        for (let sent = 0; sent < many; sent += 3) {
          await Promise.all([0, 1, 2].map(async () => store.append(delivery('{"note":"often"}'))))
        }
        isArriving = false
      })()
      const found: string[] = []
      let after = '0'
      do {
        const page = await store.list({ limit: 50, after, environment: 'sandbox', verdict: 'valid' })
        found.push(...page.items.map(({ id }) => id))
        after = page.seen ?? after
      } while (isArriving || Number(after) < many)
      await arriving
      expect(found.map(Number)).toEqual(Array.from({ length: many }, (_, index) => index + 1))
    },
  )
})
