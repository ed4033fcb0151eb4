import { createHash } from 'node:crypto'
import { harDeliveries } from '../../src/engine/cases/harDeliveries.ts'
import { serviceScheme } from '../../src/shared/signature/schemePresets.ts'

/** A case file with two deliveries, as text: header, environment, deliveries, end. */
export function soundCase(): { file: Buffer; lines: string[] } {
  const entries = ['{"id":"n-1"}', '{"id":"n-2","iban":"DE89370400440532013000"}'].map((text) => ({
    startedDateTime: '2026-03-01T10:00:00.000Z',
    request: {
      method: 'POST',
      url: 'https://shop.example/in/key',
      headers: [{ name: 'a', value: 'b' }],
      postData: { text },
    },
  }))
  const deliveries = harDeliveries({ log: { entries } }) ?? []
  const values = [
    {
      hookscope: 'case',
      version: 1,
      createdAt: '2026-03-01T10:00:00.000Z',
      redactions: { credentials: true, personal: [], pointers: [], fingerprints: 'kept', exactBodies: false },
    },
    {
      environment: {
        id: 'har',
        name: 'Shop',
        kind: 'service',
        signatureScheme: 'service',
        scheme: serviceScheme,
        secrets: [
          {
            label: 'Secret 1',
            fingerprint: createHash('sha256').update('x').digest('hex').slice(0, 8),
            retired: false,
          },
        ],
        addressLeftOut: false,
      },
    },
    ...deliveries,
    { end: { deliveries: deliveries.length } },
  ]
  const lines = values.map((value) => JSON.stringify(value))
  return { file: Buffer.from(`${lines.join('\n')}\n`), lines }
}
