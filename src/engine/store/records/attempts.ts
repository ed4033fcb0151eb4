import type { Forwarded } from '../../../shared/model.ts'

/** How a replay differed from the delivery. */
export interface Replayed {
  signedAnew: boolean
  /** It had another body. */
  edited: boolean
  /** The secret that signed it again; absent where none did. */
  signedWith?: { label: string; fingerprint: string } | undefined
}

export interface NewAttempt {
  deliveryId: string
  environmentId: string
  kind: 'follow-up' | 'forward' | 'replay' | 'confirmation'
  /** The object that the attempt asked for, when it is a follow-up. */
  resourceType: string | null
  resourceId: string | null
  /** Milliseconds since the epoch. */
  startedAt: number
  method: string
  url: string
  requestHeaders: [string, string][]
  /** Body sent, if it was not the delivery's own. */
  requestBody?: Uint8Array | undefined
  status: number | null
  responseHeaders: [string, string][]
  body: Uint8Array | null
  bodyTruncated: boolean
  error: { code: string; message: string } | null
  /** Milliseconds. */
  timing: { queue: number | null; connect: number | null; firstByte: number | null; total: number | null }
  /** Replays only: how it differed from the delivery. */
  replayed?: Replayed | undefined
  /** Forwarding rules only. */
  forwarded?: Forwarded | undefined
}

export interface StoredAttempt extends NewAttempt {
  id: string
}

/** The object as a follow-up fetched it. */
export type SnapshotBody = Pick<StoredAttempt, 'id' | 'deliveryId' | 'startedAt' | 'body'>
