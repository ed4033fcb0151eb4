import { randomBytes, timingSafeEqual } from 'node:crypto'
import { callCause } from '../../shared/words/callFailures.ts'
import type { OutboundAnswer, OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import { type Probe, probeAnswer } from '../receiver/probe.ts'

export type CheckResult =
  | { ok: true; /** Round trip through the tunnel and back, ms. */ latencyMs: number }
  | {
      ok: false
      /** What was wrong and what to do next, as a sentence. */
      problem: string
      /** The tunnel's server does not know the address, or somebody else has it. */
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
    const problem = `The check through ${publicUrl} failed. ${callCause(result.error.why)} It is checked again and again.`
    return { ok: false, gone: false, problem }
  }
  if (result.status === 200 && isAnswer(result.body, probeAnswer(probe, nonce))) {
    return { ok: true, latencyMs: result.timing.total }
  }
  return { ok: false, ...explainWrongAnswer(result, publicUrl) }
}

/** Names under localhost belong to this machine (RFC 6761), but not every resolver knows them: dial it ourselves. */
function dialled(publicUrl: string): { url: string; host: string | null } {
  if (!URL.canParse(publicUrl)) return { url: publicUrl, host: null }
  const url = new URL(publicUrl)
  const base = publicUrl.replace(/\/+$/, '')
  if (!url.hostname.endsWith('.localhost') || url.protocol !== 'http:') return { url: base, host: null }
  return { url: base.replace(url.host, url.host.replace(url.hostname, '127.0.0.1')), host: url.host }
}

function isAnswer(body: Uint8Array, expected: string): boolean {
  return body.length === expected.length && timingSafeEqual(body, Buffer.from(expected))
}

function explainWrongAnswer(answer: OutboundAnswer, url: string): { problem: string; gone: boolean } {
  const { status } = answer
  const text = Buffer.from(answer.body).toString('latin1').trim()
  if (status >= 300 && status < 400) {
    const to = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? 'nowhere'
    return {
      gone: false,
      problem: `${url} redirects (${status}) to ${to.slice(0, 200)} instead of leading to the receiver. Senders do not follow that; give the final address.`,
    }
  }
  if (status === 404) {
    return {
      gone: true,
      problem: `${url} answers 404: the tunnel's server does not know this address any more, or it leads to another receiver.`,
    }
  }
  if (status === 401 || status === 403 || status === 407 || status === 511) {
    return {
      gone: false,
      problem: `${url} answers ${status}: something on the way asks for a login or refuses us. Let POST requests pass there.`,
    }
  }
  if (status >= 500) {
    return {
      gone: false,
      problem: `${url} answers ${status}: the tunnel's server is there but does not reach the receiver through the tunnel.`,
    }
  }
  if (/<(!doctype|html|head|body)/i.test(text)) {
    return {
      gone: false,
      problem: `${url} answers with a web page (${status}) instead of the receiver: the tunnel puts a page of its own before it. Switch that page off there, or use another provider.`,
    }
  }
  if (/^[0-9a-f]{64}$/.test(text)) {
    return { gone: true, problem: `${url} leads to another Hookscope: somebody else has this address now.` }
  }
  return {
    gone: false,
    problem: `${url} was answered (${status}) by something else than the receiver. Check where the address leads.`,
  }
}
