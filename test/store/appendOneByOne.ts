/**
 * Appends deliveries one by one and prints a JSON line with the result of each: `node appendOneByOne.ts FOLDER COUNT`.
 * After a refusal it goes on once the store says that it is well again.
 */
import { openStore } from '../../src/engine/store/openStore.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const store = await openStore({ folder })
for (let index = 0; index < Number(count); index += 1) {
  const body = new Uint8Array(Buffer.from(`delivery ${index}`))
  const outcome = await store
    .append({
      environmentId: 'sandbox',
      verdict: 'valid',
      secretId: null,
      answeredStatus: 200,
      request: {
        method: 'POST',
        target: '/',
        httpVersion: '1.1',
        headers: [],
        trailers: [],
        body,
        truncated: false,
        size: body.length,
        contentLength: body.length,
        receivedAt: 0,
        peer: { address: '127.0.0.1', port: 1 },
      },
    })
    .then(
      (id) => ({ index, id, problem: null }),
      (error: Error) => ({ index, id: null, problem: `${error.name}: ${error.message}` }),
    )
  process.stdout.write(`${JSON.stringify(outcome)}\n`)
  if (store.health().state === 'unavailable') {
    await new Promise<void>((resolve) => {
      const stop = store.onHealth((health) => {
        if (health.state !== 'ok') return
        stop()
        resolve()
      })
    })
  }
}
await store.close()
