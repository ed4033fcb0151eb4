import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delivery, nextIndexed, notification, openTestStore, sha256, temporaryFolder } from './build.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

describe('a kept delivery', () => {
  it('reads back exactly as it came, also after the store was closed and opened again', async () => {
    const folder = temporaryFolder()
    const body = Uint8Array.from({ length: 5000 }, (_, index) => (index * 7) % 256)
    const first = await openTestStore({ folder })
    const given = delivery(body, { verdict: 'invalid', request: { truncated: true, size: 9000, contentLength: null } })
    const id = await first.append(given)
    const before = await first.get(id)
    await first.close()

    const second = await openTestStore({ folder })
    const after = await second.get(id)
    expect(before?.request).toEqual(given.request)
    expect(after).toMatchObject({
      id,
      environmentId: 'sandbox',
      verdict: 'invalid',
      secretId: 'secret-1',
      answeredStatus: 200,
    })
    expect(after?.request).toEqual(given.request)
    expect(after?.sha256).toBe(sha256(body))
  })

  fewAndAll('keeps any bytes and any text in any field', [25, 400], async (numRuns) => {
    const store = await openTestStore()
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }),
        fc.string(),
        async (body, headers, target) => {
          const given = delivery(body, { request: { headers, target } })
          const stored = await store.get(await store.append(given))
          expect(stored?.request).toEqual(given.request)
          expect(stored?.sha256).toBe(sha256(body))
        },
      ),
      { numRuns },
    )
  })

  it('may be of 10 MB, beside small ones and read by range', async () => {
    const store = await openTestStore()
    const large = new Uint8Array(10 * 1024 * 1024).map((_, index) => index % 251)
    const ids = await Promise.all([
      store.append(delivery('before')),
      store.append(delivery(large)),
      store.append(delivery(large)),
      store.append(delivery('after')),
    ])
    expect(sha256((await store.body(ids[1] ?? '')) ?? new Uint8Array())).toBe(sha256(large))
    expect((await store.get(ids[2] ?? ''))?.sha256).toBe(sha256(large))
    expect(await store.body(ids[1] ?? '', 1000, 1010)).toEqual(large.slice(1000, 1010))
    expect(await store.body(ids[3] ?? '', 3)).toEqual(new Uint8Array(Buffer.from('er')))
    expect(await store.body(ids[3] ?? '', 5, 5)).toEqual(new Uint8Array())
  })

  it('keeps its bytes when its memory is handed over with it, beside others in the same batch', async () => {
    const store = await openTestStore()
    const bodies = [100, 200_000, 300_000, 0, 1_000_000].map((size) => new Uint8Array(size).map((_, at) => at % 253))
    const ids = await Promise.all(
      // A body that is only a part of a buffer stays where it is.
      bodies.map(async (body, at) =>
        store.append({
          ...delivery(at === 2 ? new Uint8Array([0, ...body]).subarray(1) : body.slice()),
          handOver: true,
        }),
      ),
    )
    for (const [at, body] of bodies.entries()) expect(await store.body(ids[at] ?? '')).toEqual(body)
  })

  it('is not found under an id that was never given', async () => {
    const store = await openTestStore()
    for (const id of ['1', '0', '-1', 'x', '99999999999999999999', '__proto__']) {
      expect(await store.get(id)).toBeNull()
      expect(await store.body(id)).toBeNull()
    }
  })

  it('knows when it was committed and answered, and keeps that', async () => {
    const folder = temporaryFolder()
    let clock = 5000
    const first = await openTestStore({ folder, now: () => clock })
    const ids = await Promise.all([first.append(delivery('a')), first.append(delivery('b'))])
    clock = 6000
    first.noteAnswered(ids[0] ?? '', 5007)
    expect(await first.get(ids[0] ?? '')).toMatchObject({ committedAt: 5000, answeredAt: 5007 })
    expect(await first.get(ids[1] ?? '')).toMatchObject({ committedAt: 5000, answeredAt: null })
    await first.close()
    const second = await openTestStore({ folder })
    expect(await second.get(ids[0] ?? '')).toMatchObject({ committedAt: 5000, answeredAt: 5007 })
    expect(await second.get(ids[1] ?? '')).toMatchObject({ committedAt: 5000, answeredAt: null })
  })
})

describe('ids', () => {
  it('follow the order of arrival within and over batches', async () => {
    const store = await openTestStore()
    const ids: number[] = []
    await Promise.all(
      Array.from({ length: 3000 }, async (_, index) => {
        ids[index] = Number(await store.append(delivery(`${index}`)))
      }),
    )
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(3000)
    expect(Buffer.from((await store.body(String(ids[2718]))) ?? []).toString()).toBe('2718')
  })

  it('grow over restarts, also when the clock is set back by ten days', async () => {
    const folder = temporaryFolder()
    let last = 0
    for (const clock of [1_700_000_000_000, 1_700_000_000_000 - 10 * 86_400_000]) {
      const store = await openTestStore({ folder, now: () => clock })
      for (const body of ['a', 'b']) {
        const id = Number(await store.append(delivery(body, { request: { receivedAt: clock } })))
        expect(id).toBeGreaterThan(last)
        last = id
      }
      await store.close()
    }
    const store = await openTestStore({ folder })
    const { items } = await store.list({ limit: 10 })
    expect(items.map((item) => Number(item.id))).toEqual([4, 3, 2, 1])
  })
})

describe('counts', () => {
  it('are right at once and after a restart, by verdict', async () => {
    const folder = temporaryFolder()
    const first = await openTestStore({ folder })
    await Promise.all([
      first.append(delivery('a')),
      first.append(delivery('b', { verdict: 'invalid' })),
      first.append(delivery('c', { verdict: 'invalid' })),
    ])
    const expected = { deliveries: 3, byVerdict: { valid: 1, invalid: 2 }, byEnvironment: { sandbox: 3 } }
    expect(await first.counts()).toEqual(expected)
    await first.close()
    expect(await (await openTestStore({ folder })).counts()).toEqual(expected)
  })
})

describe('a store that is being closed', () => {
  it('keeps what was handed in before, and refuses what comes after with a sentence', async () => {
    const folder = temporaryFolder()
    const store = await openTestStore({ folder })
    const before = Array.from({ length: 2500 }, (_, index) => store.append(delivery(`${index}`)))
    const closed = store.close()
    await expect(store.append(delivery('late'))).rejects.toThrow('The app is closing')
    await closed
    expect(await Promise.all(before)).toHaveLength(2500)
    expect((await (await openTestStore({ folder })).counts()).deliveries).toBe(2500)
  })

  it('tells the news of the index about every delivery, in order', async () => {
    const store = await openTestStore()
    const news = nextIndexed(store, 1200)
    await Promise.all(Array.from({ length: 1200 }, () => store.append(delivery(notification()))))
    expect((await news).map((summary) => Number(summary.id))).toEqual(
      Array.from({ length: 1200 }, (_, index) => index + 1),
    )
    expect(store.unindexed()).toBe(0)
  })
})
