/** Runs pieces of work one after the other, in order of asking. A piece that fails does not stop those behind it. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return async (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

/** A queue for each key; different keys do not wait for each other. */
export type KeyedQueues = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

export function createKeyedQueues(): KeyedQueues {
  const queues = new Map<string, { run: Queue; waiting: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: createQueue(), waiting: 0 }
    queues.set(key, queue)
    queue.waiting += 1
    return queue.run(work).finally(() => {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    })
  }
}
