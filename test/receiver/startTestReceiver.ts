import { startReceiver } from '../../src/engine/receiver/startReceiver.ts'
import type { Answer, Receiver, ReceiverLimits, Refusal } from '../../src/engine/receiver/types.ts'
import type { CapturedRequest } from '../../src/shared/model.ts'
import { rawClient, type RawClient } from './rawClient.ts'

export interface Kept {
  request: CapturedRequest
  environmentId: string
  refusal: Refusal
}

/** A real receiver that knows one path, /in/known, and remembers what it was handed. */
export interface TestReceiver {
  receiver: Receiver
  kept: Kept[]
  strays(): number
  answered: { request: CapturedRequest; answer: Answer }[]
  /** Resolves when that many requests were handed over. */
  keptCount(count: number): Promise<void>
  strayCount(count: number): Promise<void>
  connect(): Promise<RawClient>
  stop(): Promise<void>
}

export async function startTestReceiver(
  limits: Partial<ReceiverLimits> = {},
  keep: (kept: Kept) => Promise<Answer> = async ({ refusal }) => ({ status: refusal ?? 200 }),
): Promise<TestReceiver> {
  const kept: Kept[] = []
  const answered: TestReceiver['answered'] = []
  const clients: RawClient[] = []
  const waiting: { ready(): boolean; resolve(): void }[] = []
  let strays = 0

  function check(): void {
    for (const entry of waiting) if (entry.ready()) entry.resolve()
  }
  const when = async (ready: () => boolean) =>
    new Promise<void>((resolve) => {
      waiting.push({ ready, resolve })
      check()
    })

  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    limits,
    route: (target) => (target.split('?')[0] === '/in/known' ? 'environment-1' : null),
    onRequest: async (request, environmentId, refusal) => {
      const entry = { request, environmentId, refusal }
      kept.push(entry)
      check()
      return keep(entry)
    },
    onStray: () => {
      strays += 1
      check()
    },
    onAnswered: (request, answer) => answered.push({ request, answer }),
  })
  return {
    receiver,
    kept,
    answered,
    strays: () => strays,
    keptCount: async (count) => when(() => kept.length >= count),
    strayCount: async (count) => when(() => strays >= count),
    connect: async () => {
      const client = await rawClient(receiver.port)
      clients.push(client)
      return client
    },
    stop: async () => {
      for (const client of clients) client.socket.destroy()
      await receiver.stop(0)
    },
  }
}
