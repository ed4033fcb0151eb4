/** @module-tag full */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Delivery, Environment } from '../../src/shared/wireTypes.ts'
import { scratchFolder, startServe, type ServeProcess } from '../build/startServe.ts'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess

beforeEach(async () => {
  folder = scratchFolder()
  serve = await startServe(folder.path, ['--receiver-port', '0'])
})
afterEach(async () => {
  await serve.kill('SIGKILL')
  folder.remove()
})

it('a handshake that was answered is still there, with the secret that it brought, after kill -9', async () => {
  const asana = await serve.call<Environment>('POST', '/environments', {
    name: 'Asana',
    kind: 'sender',
    signatureScheme: 'asana',
  })
  const response = await fetch(serve.receiver + asana.receiverPath, {
    method: 'POST',
    headers: { 'X-Hook-Secret': 'b537207f20cbfa02357cf448134da559' },
    body: '{}',
  })
  expect(response.headers.get('x-hook-secret')).toBe('b537207f20cbfa02357cf448134da559')
  await serve.kill('SIGKILL')

  serve = await startServe(folder.path, ['--receiver-port', '0'])
  const { items } = await serve.call<{ items: Delivery[] }>('GET', '/deliveries')
  expect(items).toMatchObject([{ handshake: 'asana-hook-secret', answeredStatus: 200 }])
  const { offered } = await serve.call<Environment['handshakes']>('GET', `/environments/${asana.id}/handshakes`)
  expect(offered).toMatchObject([{ handshake: 'asana-hook-secret', deliveryId: items[0]?.id }])
})
