import { describe, expect, it } from 'vitest'
import { createKeyedQueues, createQueue } from '../../src/shared/basics/queues.ts'

describe('a queue', () => {
  it('begins each piece of work when the one before has ended, also when that failed', async () => {
    const run = createQueue()
    const order: string[] = []
    const gate = Promise.withResolvers<void>()
    const first = run(async () => {
      await gate.promise
      order.push('first')
      throw new Error('No.')
    })
    const second = run(async () => {
      order.push('second')
      return 2
    })
    gate.resolve()
    await expect(first).rejects.toThrow('No.')
    expect(await second).toBe(2)
    expect(order).toEqual(['first', 'second'])
  })

  it('with another key does not wait', async () => {
    const run = createKeyedQueues()
    const gate = Promise.withResolvers<void>()
    const held = run('a', async () => gate.promise)
    const behind = run('a', async () => 'behind')
    expect(await run('b', async () => 'other')).toBe('other')
    gate.resolve()
    await held
    expect(await behind).toBe('behind')
  })
})
