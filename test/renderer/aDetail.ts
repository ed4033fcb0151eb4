import type { Delivery } from '../../src/shared/wireTypes.ts'
import { aDelivery } from './builders.ts'

/** A delivery in full, like many. */
export function aDetail(change: Partial<Delivery> = {}): Delivery {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    ...aDelivery(7),
    target: '/in/key-of-the-receiver',
    httpVersion: '1.1',
    headers: [],
    trailers: [],
    peer: { address: '127.0.0.1', port: 1 },
    tunnel: null,
    claimedAddress: null,
    truncated: false,
    contentLength: null,
    sha256: '00',
    createdAtUtc: null,
    organizationId: null,
    changes: null,
    notificationProblem: null,
    receivedAt: at,
    committedAt: at,
    answeredAt: '2026-01-01T00:00:00.012Z',
    timing: {
      legs: {
        sentToReceived: null,
        receivedToCommitted: 0,
        committedToAnswered: 12,
        receivedToAnswered: 12,
        receivedToFetched: null,
      },
      senderClockAheadMs: null,
      inTime: true,
      late: false,
      nth: 1,
      of: 1,
      kind: 'first',
      remarks: [],
      notes: [],
    },
    signature: {
      verdict: 'valid',
      scheme: 'service',
      header: 'x-service-webhook-hmac',
      received: 'c2ln',
      expected: 'c2ln',
      secret: { label: 'new', fingerprint: '12345678' },
      signatures: [],
      bodyProven: true,
      malformed: null,
      malformedWhy: null,
      cannotTell: null,
      age: null,
      ageProblem: null,
      ageWhy: null,
      signed: { size: 0, sha256: '00', first: '', last: '' },
      explanation: { state: 'not-needed', findings: [], ruledOut: [], notTried: [], tried: 0, complete: true },
    },
    attempts: [],
    ...change,
  }
}
