import * as http from 'node:http'
import * as dns from 'node:dns'
import * as https from 'node:https'
import type { LookupFunction } from 'node:net'

export interface Post {
  url: URL
  /** Flat list of names and values; nothing is added to it. */
  headers: string[]
  body: Uint8Array
  /** Milliseconds until the answer's status must be here. */
  timeout: number
  signal: AbortSignal
}

/** The receiver's reaction to a delivery. `problem` is a readable sentence. */
export type Outcome = { status: number } | { problem: string }

function explain(error: Error, url: URL): string {
  const code = 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${url.host} (${code}). Start the receiver or correct the webhook-config's url.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The name ${url.hostname} could not be resolved (${code}). Correct the webhook-config's url.`
    case 'ECONNRESET':
    case 'EPIPE':
      return `${url.host} closed the connection before it answered (${code}).`
    case 'ABORT_ERR':
      return 'The sandbox was stopped before an answer came.'
    default:
      return `The delivery to ${url.host} failed: ${error.message}`
  }
}

/** Names under localhost belong to this machine (RFC 6761), but not every resolver knows them. */
const lookup: LookupFunction = (hostname, options, done) => {
  if (!hostname.endsWith('.localhost')) dns.lookup(hostname, options, done)
  else if (options.all === true) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** Sends one POST over a connection of its own. Redirects are answers like any other; never rejects. */
export function postBytes({ url, headers, body, timeout, signal }: Post): Promise<Outcome> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? https.request : http.request
    const request = send(url, { method: 'POST', headers, agent: false, signal, lookup })
    const deadline = setTimeout(() => {
      resolve({ problem: `${url.host} did not answer within ${timeout / 1000} seconds.` })
      request.destroy()
    }, timeout)
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0 })
      // Read to the end, so that the receiver can finish its answer; the deadline ends one that never does.
      response.on('error', () => {})
      response.resume()
    })
    request.on('error', (error) => resolve({ problem: explain(error, url) }))
    request.on('close', () => clearTimeout(deadline))
    request.end(body)
  })
}
