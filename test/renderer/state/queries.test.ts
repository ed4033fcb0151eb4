import { createORPCClient } from '@orpc/client'
import { QueryObserver, MutationObserver } from '@tanstack/react-query'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCalls, createQueries, startRefreshing } from '../../../src/renderer/data/state/queries.ts'
import { linkWithProblems } from '../../../src/renderer/data/wire/problem.ts'
import { type Client, observable, type WireState } from '../../../src/renderer/data/wire/wire.ts'
import type { HookscopeEvent } from '../../../src/shared/wireTypes.ts'

/** A page whose connection answers each read with the number of these reads until then, when the test lets it. */
function openPage() {
  const state = observable<WireState>({ kind: 'open' })
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const link = linkWithProblems({
    call: async (path) => {
      const name = path.join('.')
      asked.push(name)
      const isOpen = state.get().kind === 'open'
      await new Promise<void>((answer) => waiting.push(answer))
      if (!isOpen) throw new Error('closed')
      return asked.filter((each) => each === name).length
    },
  })
  const client = createORPCClient<Client>(link)
  const wire = { client, session: null, state: state.get, subscribe: state.subscribe, stop: () => {} }
  const queries = createQueries()
  const calls = createCalls(client)
  const refreshing = startRefreshing(queries, calls, wire)
  queries.mount()
  onTestFinished(() => {
    refreshing.stop()
    queries.clear()
    queries.unmount()
  })
  let number = 0
  return {
    asked,
    calls,
    queries,
    state,
    answer: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      for (const each of waiting.splice(0)) each()
    },
    report: (...events: HookscopeEvent[]) =>
      refreshing.take({
        kind: 'events',
        events: events.map((event) => ({ number: (number += 1), event })),
      }),
    show: (options: ConstructorParameters<typeof QueryObserver>[1]) => {
      const observer = new QueryObserver(queries, options)
      onTestFinished(observer.subscribe(() => {}))
      return () => observer.getCurrentResult()
    },
  }
}

const sandboxChanged: HookscopeEvent = { type: 'sandbox', at: '2026-11-28T10:00:00.000Z' }
const attempt = (deliveryId: string) => ({ type: 'attempt', deliveryId, attemptId: '1' }) as HookscopeEvent

describe('what a screen has read', () => {
  test('is read again when an event makes it old, and stays on the screen until then', async () => {
    const page = openPage()
    const shown = page.show(page.calls.sandbox.get.queryOptions() as never)
    await page.answer()
    await expect.poll(() => shown().data).toBe(1)
    page.report(sandboxChanged)
    await expect.poll(() => page.asked).toEqual(['sandbox.get', 'sandbox.get'])
    expect([shown().data, shown().isFetching]).toEqual([1, true])
    await page.answer()
    await expect.poll(() => shown().data).toBe(2)
  })

  test('is not read again for an event about something else', async () => {
    const page = openPage()
    const one = page.show(page.calls.deliveries.get.queryOptions({ input: { id: '1', explain: 'false' } }) as never)
    const sandbox = page.show(page.calls.sandbox.get.queryOptions() as never)
    await page.answer()
    await expect.poll(() => [one().data, sandbox().data]).toEqual([1, 1])
    page.report(attempt('2'), sandboxChanged)
    await page.answer()
    await expect.poll(() => sandbox().data).toBe(2)
    expect(one().data).toBe(1)
    page.report(attempt('1'))
    await page.answer()
    await expect.poll(() => one().data).toBe(2)
  })

  test('is read twice for a rush of events while it is being read: the answer under way may be from before them', async () => {
    const page = openPage()
    const shown = page.show(page.calls.sandbox.get.queryOptions() as never)
    for (let count = 0; count < 500; count += 1) page.report(sandboxChanged)
    await page.answer()
    await expect.poll(() => page.asked.length).toBe(2)
    for (let count = 0; count < 500; count += 1) page.report(sandboxChanged)
    await page.answer()
    await page.answer()
    await expect.poll(() => shown().data).toBe(3)
    await expect.poll(() => shown().isFetching).toBe(false)
    expect(page.asked.length).toBe(3)
  })

  test('is read again after a change by the user, whatever it is', async () => {
    const page = openPage()
    const shown = page.show(page.calls.status.queryOptions() as never)
    await page.answer()
    await expect.poll(() => shown().data).toBe(1)
    const change = new MutationObserver(page.queries, page.calls.tunnel.close.mutationOptions())
    void change.mutate(undefined)
    await page.answer()
    await page.answer()
    await expect.poll(() => shown().data).toBe(2)
  })

  test('and could not be read because the connection was lost is read when it is back', async () => {
    const page = openPage()
    page.state.set({ kind: 'lost', since: 0 })
    const shown = page.show(page.calls.sandbox.get.queryOptions() as never)
    await page.answer()
    await expect
      .poll(() => (shown().error as Error | null)?.message)
      .toContain('It is loaded when the connection is back')
    page.state.set({ kind: 'open' })
    await page.answer()
    await expect.poll(() => [shown().data, shown().error]).toEqual([2, null])
  })
})

test('a change whose connection is lost says that it may or may not have been done', async () => {
  const page = openPage()
  page.state.set({ kind: 'lost', since: 0 })
  const change = new MutationObserver(page.queries, page.calls.tunnel.close.mutationOptions())
  const made = change.mutate(undefined).catch((error: Error) => error.message)
  await page.answer()
  expect(await made).toContain('may or may not have been done')
})
