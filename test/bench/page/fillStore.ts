import { openStore } from '../../../src/engine/store/openStore.ts'
import { makeRequests } from '../load/makeRequests.ts'

/** Consecutive deliveries of one object, which the list folds to a thread. */
export const perObject = 3

/** Stores `count` indexed deliveries of an environment through the store. */
export async function fillStore(folder: string, environmentId: string, count: number): Promise<void> {
  const store = await openStore({ folder })
  const batch = 1000
  for (let done = 0; done < count; done += batch) {
    const requests = makeRequests(Math.min(batch, count - done), { reuse: true, bodyBytes: null, perObject })
    const receivedAt = Date.now() - (count - done) * 20
    await Promise.all(
      requests.map(async (request, index) =>
        store.append({
          environmentId,
          request: captured(index, request.subarray(request.indexOf('\r\n\r\n') + 4), receivedAt + index),
          // One in a hundred is invalid, for filters.
          verdict: index % 100 === 0 ? 'invalid' : 'valid',
          secretId: index % 100 === 0 ? null : '1',
          answeredStatus: 200,
        }),
      ),
    )
  }
  // None of them gets a follow-up.
  await store.addJobs([], count)
  while (store.unindexed() > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await store.close()
}

function captured(index: number, body: Buffer, receivedAt: number) {
  return {
    // Every second one says "update", see makeRequests.
    method: index % 2 === 1 ? 'PUT' : 'POST',
    target: '/in/bench',
    httpVersion: '1.1',
    headers: ['content-type', 'application/json', 'host', '127.0.0.1', 'content-length', String(body.length)],
    trailers: [],
    body: Buffer.from(body),
    truncated: false,
    size: body.length,
    contentLength: body.length,
    receivedAt,
    peer: { address: '127.0.0.1', port: 1 },
  }
}
