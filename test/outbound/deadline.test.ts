import { expect, onTestFinished, test } from 'vitest'
import { startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { json, startScriptedServer } from '../build/startScriptedServer.ts'

test('a deadline may be any number of milliseconds, such as three times a measured latency', async () => {
  const server = await startScriptedServer((_request, response) => json(response, 200, {}))
  const outbound = startOutbound()
  onTestFinished(async () => {
    await outbound.close()
    await server.stop()
  })
  const result = await outbound.send({ method: 'GET', url: server.url, headers: [], deadlineMs: 2606.647 })
  expect(result).toMatchObject({ ok: true, status: 200 })
})
