import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { openStore, type StoreOptions } from '../../src/engine/store/openStore.ts'
import type { FollowUpRecord } from '../../src/engine/store/records/jobs.ts'
import type { NewAttempt } from '../../src/engine/store/records/attempts.ts'
import type { NewDelivery } from '../../src/engine/store/records/deliveries.ts'
import type { Store } from '../../src/engine/store/store.ts'
import type { CapturedRequest, DeliverySummary, Verdict } from '../../src/shared/model.ts'

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store that is closed when the test ends. */
export async function openTestStore(options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = await openStore({ folder: options.folder ?? temporaryFolder(), ...options })
  onTestFinished(() => store.close())
  return store
}

/** One store for the tests of a file, each with deliveries of its own. To be called outside of the tests. */
export function sharedTestStore(): () => Store {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-store-'))
  let store: Store
  beforeAll(async () => {
    store = await openStore({ folder })
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => store
}

export interface Changes {
  environmentId?: string
  verdict?: Verdict
  answeredStatus?: number
  request?: Partial<CapturedRequest>
}

/** A delivery with this body; everything else can be changed. */
export function delivery(body: string | Uint8Array, changes: Changes = {}): NewDelivery {
  const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body)) : body
  return {
    environmentId: changes.environmentId ?? 'sandbox',
    verdict: changes.verdict ?? 'valid',
    secretId: 'secret-1',
    answeredStatus: changes.answeredStatus ?? 200,
    request: {
      method: 'POST',
      target: '/in/some-key?x=1',
      httpVersion: '1.1',
      headers: ['Host', '127.0.0.1', 'X-Twice', 'one', 'x-twice', 'two', 'X-Empty', ''],
      trailers: ['X-Trailer', 'last'],
      body: bytes,
      truncated: false,
      size: bytes.length,
      contentLength: bytes.length,
      receivedAt: 1_700_000_000_123,
      peer: { address: '127.0.0.1', port: 40_000 },
      ...changes.request,
    },
  }
}

/** The body of a notification. */
export function notification(fields: Record<string, unknown> = {}): string {
  return JSON.stringify({
    organizationId: 'cbbb36e0-f507-40e8-a839-c8982de5c2da',
    action: 'create',
    id: randomUUID(),
    resourceId: randomUUID(),
    resourceType: 'Payment',
    createdAtUtc: '2022-03-28T11:14:11.3704804+00:00',
    changes: null,
    ...fields,
  })
}

/** A successful follow-up attempt; everything can be changed. */
export function attempt(changes: Partial<NewAttempt> = {}): NewAttempt {
  return {
    deliveryId: '1',
    environmentId: 'sandbox',
    kind: 'follow-up',
    resourceType: 'Payment',
    resourceId: 'p-1',
    startedAt: 1000.5,
    method: 'GET',
    url: 'http://127.0.0.1/api/trust/v1/payments/p-1',
    requestHeaders: [['Authorization', '[redacted]']],
    status: 200,
    responseHeaders: [['Content-Type', 'application/json']],
    body: new Uint8Array([0, 255, 13]),
    bodyTruncated: false,
    error: null,
    timing: { queue: 0.25, connect: null, firstByte: 3, total: 4.5 },
    ...changes,
  }
}

/** The record of a follow-up that waits. */
export function followUp(changes: Partial<FollowUpRecord> = {}): FollowUpRecord {
  return {
    deliveryId: '1',
    environmentId: 'sandbox',
    notificationId: 'n-1',
    followUp: { state: 'waiting', status: null, reason: null },
    ...changes,
  }
}

/** Resolves with the summaries of the next `count` deliveries that are indexed. */
export function nextIndexed(store: Store, count: number): Promise<DeliverySummary[]> {
  return new Promise((resolve) => {
    const seen: DeliverySummary[] = []
    const stop = store.onIndexed((batch) => {
      seen.push(...batch)
      if (seen.length < count) return
      stop()
      resolve(seen)
    })
  })
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
