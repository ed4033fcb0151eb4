import { randomUUID } from 'node:crypto'
import { startReceiver } from '../../../src/engine/receiver/startReceiver.ts'
import { serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { verificationSecret } from '../../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../../src/engine/signature/verifySignature.ts'
import { openStore } from '../../../src/engine/store/openStore.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import { secret, target } from '../messages.ts'
import type { Subject } from './subject.ts'

/** Receiver and store as the engine wires them, and nothing else: verify, commit and sync, answer, index. */
export async function startReceiverAndStore(folder: string, stored: number): Promise<Subject> {
  const secrets = [verificationSecret({ id: '1', label: 'bench', text: secret, current: true }, serviceScheme)]
  const store = await openStore({ folder })
  await fill(store, stored)
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    route: (asked) => (asked === target ? 'bench' : null),
    onRequest: async (request, environmentId, refusal) => {
      const { verdict, secretId } = verifySignature({ ...request, urls: [] }, serviceScheme, secrets)
      const status = refusal ?? 200
      const id = await store.append({ environmentId, request, verdict, secretId, answeredStatus: status })
      store.noteAnswered(id, Date.now())
      return { status }
    },
  })
  return {
    port: receiver.port,
    settled: async () => indexed(store),
    stop: async () => {
      await receiver.stop(0)
      await store.close()
    },
  }
}

async function indexed(store: Store): Promise<void> {
  while (store.unindexed() > 0) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Stores that many deliveries ahead, so that a measurement shows what a large store costs. */
async function fill(store: Store, count: number): Promise<void> {
  const batch = 1000
  for (let done = 0; done < count; done += batch) {
    await Promise.all(Array.from({ length: Math.min(batch, count - done) }, async () => store.append(stored())))
  }
  await indexed(store)
}

function stored(): Parameters<Store['append']>[0] {
  const body = JSON.stringify({
    organizationId: 'b3f0ad8e-8a7e-4c2b-9d70-8f2a6f3b7c11',
    action: 'create',
    id: randomUUID(),
    resourceId: randomUUID(),
    resourceType: 'payment',
    createdAtUtc: '2024-05-01T12:00:00.0000000+00:00',
    changes: Array.from({ length: 4 }, (_, index) => ({ field: `field-${index}`, after: randomUUID() })),
  })
  const bytes = Buffer.from(body)
  return {
    environmentId: 'bench',
    request: {
      method: 'POST',
      target,
      httpVersion: '1.1',
      headers: ['content-type', 'application/json', 'host', '127.0.0.1', 'content-length', String(bytes.length)],
      trailers: [],
      body: bytes,
      truncated: false,
      size: bytes.length,
      contentLength: bytes.length,
      receivedAt: Date.now(),
      peer: { address: '127.0.0.1', port: 1 },
    },
    verdict: 'valid',
    secretId: '1',
    answeredStatus: 200,
  }
}
