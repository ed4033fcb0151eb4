import type { CapturedRequest } from '../../shared/model.ts'
import { publicUrls } from '../../shared/publicUrls.ts'

/** Parts of a request that verification needs. The body is bytes: it is never decoded, parsed or written again. */
export interface SignedRequest {
  /** Flat list name, value, name, value, ... */
  headers: readonly string[]
  body: Uint8Array
  /** The body is not whole, so no check of it can mean anything. */
  truncated: boolean
  method: string
  /**
   * The public URLs that the sender may have signed, the likeliest first; only schemes that sign the URL look at them.
   * A proof over any of them is a proof: its maker has the secret.
   */
  urls: readonly string[]
  /** Milliseconds since the epoch, or null when unknown; then no signature is too old. */
  receivedAt: number | null
}

/** A captured request as verification wants it. @param publicUrl where its environment is reached, when that is known */
export function signedRequest(request: CapturedRequest, publicUrl: string | null): SignedRequest {
  return { ...request, urls: publicUrls(request.headers, request.target, publicUrl) }
}
