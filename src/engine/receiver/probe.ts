import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Proves that a public URL leads to this receiver: a POST of a nonce to the path is answered with the nonce's HMAC. Only
 * this process has the key, so the page of a tunnel or proxy cannot fake the answer.
 */
export interface Probe {
  /** Such as "/probe/3rL...": random, so that it reveals nothing to strangers. */
  path: string
  key: Uint8Array
}

/** Maximum length of a nonce, bytes. */
const maxNonceBytes = 256

/** A new probe; make one for each start of a receiver. */
export function createProbe(): Probe {
  return { path: `/probe/${randomBytes(18).toString('base64url')}`, key: randomBytes(32) }
}

/** The receiver's answer to a nonce: HMAC-SHA256 as lower-case hex. */
export function probeAnswer(probe: Probe, nonce: Uint8Array | string): string {
  return createHmac('sha256', probe.key).update(nonce).digest('hex')
}

/** Whether a request asks this probe. Compared in constant time: the path is a secret of this start. */
export function isProbeRequest(probe: Probe | undefined, message: IncomingMessage, target: string): probe is Probe {
  // All probe paths have the same length, so this check reveals nothing.
  if (probe === undefined || target.length !== probe.path.length || message.method !== 'POST') return false
  const expected = Buffer.from(probe.path)
  const asked = Buffer.from(target)
  return asked.length === expected.length && timingSafeEqual(asked, expected)
}

/** Reads the nonce to its end, then hands over the answer, or null when it was empty or longer than 256 bytes. */
export function readNonce(probe: Probe, message: IncomingMessage, then: (answer: string | null) => void): void {
  const chunks: Uint8Array[] = []
  let size = 0
  message.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size <= maxNonceBytes) chunks.push(chunk)
  })
  message.on('end', () => then(size === 0 || size > maxNonceBytes ? null : probeAnswer(probe, Buffer.concat(chunks))))
  // A sender that goes away in mid-nonce needs no answer.
  message.on('error', () => undefined)
}
