import { createRouterClient } from '@orpc/server'
import type { Host } from '../../../src/host/shells/types.ts'
import { untilHolds } from '../../untilHolds.ts'

const kinds = {
  none: ['text/plain', ''],
  json: [
    'application/json',
    `{"id": 12345678901234567890, "name": "Zoë", "name": "twice", "at": 1767225600, "price": 1.10, "nested": {"list": [1, 2, {"deep": "${'long '.repeat(60)}"}]}, "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJl"}`,
  ],
  binary: ['application/octet-stream', Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 37) % 256))],
  form: ['application/x-www-form-urlencoded', 'name=Zo%C3%AB&amount=1.50&empty=&note=a+longer+note+with+many+words'],
  xml: [
    'application/xml',
    '<?xml version="1.0"?><payment id="1"><amount currency="EUR">1.50</amount><to><name>Zoë</name></to></payment>',
  ],
} as const

/** Sends bodies of several kinds; the ids of their deliveries. */
export async function postBodies(host: Host): Promise<Record<keyof typeof kinds, string>> {
  const client = createRouterClient(host.router, { context: {} })
  const { receiver, environment } = await host.status()
  const ids = { none: '', json: '', binary: '', form: '', xml: '' }
  for (const [name, [type, body]] of Object.entries(kinds)) {
    const { deliveries } = (await host.status()).counts
    const headers = { 'content-type': type }
    await fetch(`${receiver.origin}${environment.receiverPath}`, { method: 'POST', headers, body })
    await untilHolds(host, async () => (await host.status()).counts.deliveries > deliveries)
    ids[name as keyof typeof kinds] = (await client.deliveries.list({ limit: 1 })).items[0]?.id ?? ''
  }
  return ids
}
