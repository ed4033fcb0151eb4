import { base64Of } from '../basics/base64.ts'
import type { HeaderLine } from '../model.ts'
import { bodyWithoutSecrets, withoutSecrets } from '../redaction/withoutSecrets.ts'
import type { Delivery } from '../wireTypes.ts'
import { noteOf } from './deliveryFile.ts'

interface Pair {
  name: string
  value: string
}

/** An HTTP archive, version 1.2, with one entry. Names that begin with "_" are our own, as the format allows. */
export interface HarFile {
  log: {
    version: '1.2'
    creator: { name: 'Hookscope'; version: string }
    entries: [HarEntry]
  }
}

interface HarEntry {
  startedDateTime: string
  time: number
  request: {
    method: string
    url: string
    httpVersion: string
    cookies: Pair[]
    headers: Pair[]
    queryString: Pair[]
    /** `_encoding`: the text is base64, because the bytes are no UTF-8. */
    postData?: { mimeType: string; text: string; _encoding?: 'base64' }
    headersSize: -1
    bodySize: number
  }
  response: {
    status: number
    statusText: string
    httpVersion: string
    cookies: Pair[]
    headers: Pair[]
    content: { size: 0; mimeType: 'x-unknown' }
    redirectURL: ''
    headersSize: -1
    bodySize: 0
  }
  cache: Record<string, never>
  timings: { send: 0; wait: number; receive: 0 }
  _verdict: string
  _sha256: string
  comment?: string
}

/** Where it was taken, for the archive. */
export interface HarPlace {
  /** Scheme, host and port of the receiver. */
  origin: string
  /** Of Hookscope. */
  version: string
}

/** A delivery as an HTTP archive that other tools open. Secrets are replaced as in `deliveryFile`. Pure. */
export function harFile(delivery: Delivery, bytes: Uint8Array, { origin, version }: HarPlace): HarFile {
  const shown = withoutSecrets(delivery)
  const body = bodyWithoutSecrets(delivery, bytes)
  const comments = [
    ...(delivery.truncated ? [`Only the first ${bytes.length} of ${delivery.size} bytes are known.`] : []),
    ...[noteOf(delivery)].filter((note) => note !== null),
  ]
  const url = new URL(shown.target.startsWith('/') ? origin + shown.target : `${origin}/`)
  const waited = Math.max(0, Date.parse(delivery.answeredAt ?? delivery.receivedAt) - Date.parse(delivery.receivedAt))
  const httpVersion = `HTTP/${delivery.httpVersion}`
  const entry: HarEntry = {
    startedDateTime: delivery.receivedAt,
    time: waited,
    request: {
      method: delivery.method,
      url: url.href,
      httpVersion,
      cookies: [],
      headers: shown.headers.map(asPair),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(body.length === 0 ? {} : { postData: { mimeType: typeOf(delivery), ...textOf(body) } }),
      headersSize: -1,
      bodySize: delivery.size,
    },
    response: {
      status: delivery.answeredStatus,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: 0,
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: 0 },
    _verdict: delivery.verdict,
    _sha256: shown.sha256,
    ...(comments.length > 0 ? { comment: comments.join(' ') } : {}),
  }
  return { log: { version: '1.2', creator: { name: 'Hookscope', version }, entries: [entry] } }
}

function asPair([name, value]: HeaderLine): Pair {
  return { name, value }
}

function typeOf({ headers }: Delivery): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream'
}

function textOf(bytes: Uint8Array): { text: string; _encoding?: 'base64' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { text: base64Of(bytes), _encoding: 'base64' }
  }
}
