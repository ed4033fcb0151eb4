import { trimEnd } from '../../shared/basics/trimEnd.ts'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CheckReason } from '../../shared/codes/tunnel.ts'
import type { OutboundAnswer, OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import { type Probe, probeAnswer } from '../receiver/probe.ts'

export type CheckResult =
  | { ok: true; /** Round trip through the tunnel and back, ms. */ latencyMs: number }
  | {
      ok: false
      why: CheckReason
      /** The tunnel's server does not know the address, or it now leads to a different receiver. */
      gone: boolean
    }

export interface CheckOptions {
  send: (request: OutboundRequest) => Promise<OutboundResult>
  probe: Probe
  publicUrl: string
  deadlineMs: number
  signal: AbortSignal
}

/**
 * Asks through the public address whether it leads to our receiver: sends a fresh nonce and compares the answer with
 * what only the receiver can know. Never rejects.
 */
export async function checkTunnel({ send, probe, publicUrl, deadlineMs, signal }: CheckOptions): Promise<CheckResult> {
  const nonce = randomBytes(24).toString('base64url')
  const { url, host } = dialled(publicUrl)
  const result = await send({
    method: 'POST',
    url: url + probe.path,
    headers: [
      ...(host === null ? [] : [['host', host] as [string, string]]),
      ['content-type', 'text/plain'],
      // Free tunnels show a page of their own to browsers; these say that we are none.
      ['user-agent', 'hookscope-tunnel-check'],
      ['bypass-tunnel-reminder', '1'],
      ['ngrok-skip-browser-warning', '1'],
    ],
    body: nonce,
    deadlineMs,
    maxBodyBytes: 4096,
    signal,
  })
  if (!result.ok) {
    return {
      ok: false,
      gone: false,
      why: { code: 'check-unanswered', fields: { url: publicUrl, cause: result.error.why } },
    }
  }
  if (result.status === 200 && isAnswer(result.body, probeAnswer(probe, nonce))) {
    return { ok: true, latencyMs: result.timing.total }
  }
  const why = explainWrongAnswer(result, publicUrl)
  return { ok: false, why, gone: why.code === 'check-address-unknown' || why.code === 'check-other-hookscope' }
}

/** Names under localhost belong to this machine (RFC 6761), but not every resolver knows them: dial it ourselves. */
function dialled(publicUrl: string): { url: string; host: string | null } {
  if (!URL.canParse(publicUrl)) return { url: publicUrl, host: null }
  const url = new URL(publicUrl)
  const base = trimEnd(publicUrl, '/')
  if (!url.hostname.endsWith('.localhost') || url.protocol !== 'http:') return { url: base, host: null }
  return { url: base.replace(url.host, url.host.replace(url.hostname, '127.0.0.1')), host: url.host }
}

function isAnswer(body: Uint8Array, expected: string): boolean {
  return body.length === expected.length && timingSafeEqual(body, Buffer.from(expected))
}

function explainWrongAnswer(answer: OutboundAnswer, url: string): CheckReason {
  const { status } = answer
  const text = Buffer.from(answer.body).toString('latin1').trim()
  if (status >= 300 && status < 400) {
    const to = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'nowhere'
    return { code: 'check-redirected', fields: { url, status, to: to.slice(0, 200) } }
  }
  if (status === 404) return { code: 'check-address-unknown', fields: { url } }
  if ([401, 403, 407, 511].includes(status)) return { code: 'check-refused', fields: { url, status } }
  if (status >= 500) return { code: 'check-not-forwarded', fields: { url, status } }
  if (/<(!doctype|html|head|body)/i.test(text)) return { code: 'check-web-page', fields: { url, status } }
  if (/^[0-9a-f]{64}$/.test(text)) return { code: 'check-other-hookscope', fields: { url } }
  return { code: 'check-other-answer', fields: { url, status } }
}
