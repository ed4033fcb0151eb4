import { createHmac, createSecretKey } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../../../src/engine/store/openStore.ts'
import type { NewDelivery } from '../../../src/engine/store/records/deliveries.ts'
import type { Store } from '../../../src/engine/store/store.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'

export const sharedSecret = 'a secret of the support'
/** A credential in a header, which must not be shown. */
export const credential = 'Bearer of-a-gateway-between'

/** Facts from one customer: the id of a payment, and its reference on the invoice. It was created, then refunded. */
export const payment = { resourceId: '5b2f0c1e-77aa-4d7e-9f43-0d6c1f2a9e41', reference: 'INV-20417' }
/** The account of the refund, which exports for others leave out. */
export const iban = 'DE89370400440532013000'
/** Their places among all, from 0. */
const created = 10_000
const refunded = 10_020

const types = ['Payment', 'Wallet', 'Payment', 'Document', 'Payment']
/** The span of their arrival times, ms. */
const within = 50 * 60_000
const batch = 1000

export interface Wanted {
  /** Id of the delivery. */
  id: string
  receivedAt: number
  /** The exact bytes. */
  body: Buffer
}

/**
 * Fills a folder through the store with signed notifications of many customers, all fetched. Returns the delivery about
 * the refund.
 */
export async function fillWithCustomers(folder: string, environment: Environment, count: number): Promise<Wanted> {
  const store = await openStore({ folder })
  const key = createSecretKey(Buffer.from(sharedSecret))
  const apart = Math.floor(within / count)
  const begin = Date.now() - count * apart
  let wanted: Wanted | undefined
  const snapshots: Fetched[] = []
  for (let first = 0; first < count; first += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - first) }, (_, index) => first + index)
    const kept = numbers.map(async (number) => {
      const receivedAt = begin + number * apart
      const fields = notification(number, receivedAt, count / 200)
      const body = Buffer.from(JSON.stringify(fields))
      const signature = createHmac('sha256', key).update(body).digest('base64')
      const id = await store.append(delivery(environment, { number, body, signature, receivedAt }))
      if (number === refunded) wanted = { id, receivedAt, body }
      const followUp = { state: 'done', status: 200, reason: null } as const
      await store.putFollowUp({ deliveryId: id, environmentId: environment.id, notificationId: fields.id, followUp })
      if (fields.resourceId === payment.resourceId) snapshots.push({ id, number, at: receivedAt + 40 })
    })
    await Promise.all(kept)
  }
  for (const fetched of snapshots.toSorted((a, b) => a.at - b.at)) await keepSnapshot(store, environment.id, fetched)
  // No event reports that the index has caught up.
  while (store.unindexed() > 0) await pause(50)
  await store.close()
  if (wanted === undefined) throw new Error('The delivery that is looked for is not among them.')
  return wanted
}

/** @param every one in `every` is refunded as well */
function notification(number: number, receivedAt: number, every: number) {
  const isTheirs = number === created || number === refunded
  return {
    organizationId: 'b3f0ad8e-8a7e-4c2b-9d70-8f2a6f3b7c11',
    action: number % 2 === 0 && number !== refunded ? 'create' : 'update',
    id: idOf(number, 'a'),
    resourceId: isTheirs ? payment.resourceId : idOf(number - (number % 2), 'b'),
    resourceType: isTheirs ? 'Payment' : types[number % types.length],
    createdAtUtc: new Date(receivedAt - 200).toISOString(),
    changes: [
      { field: 'reference', after: number === refunded ? payment.reference : `INV-${number + 100_000}` },
      { field: 'status', after: number === refunded || number % every === 3 ? 'refunded' : 'settled' },
      ...(number === refunded ? [{ field: 'account', after: iban }] : []),
    ],
  }
}

function idOf(number: number, letter: string): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-${letter.repeat(12)}`
}

interface Came {
  number: number
  body: Buffer
  signature: string
  receivedAt: number
}

/** One in a hundred has an invalid signature. */
function delivery(environment: Environment, { number, body, signature, receivedAt }: Came): NewDelivery {
  const isRight = number % 100 !== 7
  return {
    environmentId: environment.id,
    verdict: isRight ? 'valid' : 'invalid',
    secretId: isRight ? (environment.sharedSecrets[0]?.id ?? null) : null,
    answeredStatus: 200,
    request: {
      method: 'POST',
      target: environment.receiverPath,
      httpVersion: '1.1',
      headers: [
        'host',
        '127.0.0.1',
        'content-type',
        'application/json',
        'authorization',
        credential,
        'x-service-webhook-hmac',
        isRight ? signature : signature.toLowerCase(),
      ],
      trailers: [],
      body,
      truncated: false,
      size: body.length,
      contentLength: body.length,
      receivedAt,
      peer: { address: '127.0.0.1', port: 40_000 },
    },
  }
}

interface Fetched {
  /** Id of the delivery. */
  id: string
  number: number
  at: number
}

/** Stores the fetched payment. */
async function keepSnapshot(store: Store, environmentId: string, { id, number, at }: Fetched): Promise<void> {
  const object = { id: payment.resourceId, status: number === refunded ? 'refunded' : 'settled', amount: '120.00' }
  await store.addAttempt({
    deliveryId: id,
    environmentId,
    kind: 'follow-up',
    resourceType: 'Payment',
    resourceId: payment.resourceId,
    startedAt: at,
    method: 'GET',
    url: `https://api.example/payments/${payment.resourceId}`,
    requestHeaders: [['authorization', credential]],
    status: 200,
    responseHeaders: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(object)),
    bodyTruncated: false,
    error: null,
    timing: { queue: 1, connect: 1, firstByte: 1, total: 3 },
  })
}
