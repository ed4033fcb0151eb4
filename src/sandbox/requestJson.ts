import * as http from 'node:http'

export interface JsonRequest {
  method: string
  url: string
  /** Sent as JSON; undefined: no body. */
  body?: unknown
  token?: string
}

/** `json` is null when the answer is no JSON. */
export interface JsonAnswer {
  status: number
  json: unknown
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** One HTTP call of a sandbox's client. Rejects with the system's error when no answer comes within 10 seconds. */
export function requestJson({ method, url, body, token }: JsonRequest): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    const sent = body === undefined ? null : Buffer.from(JSON.stringify(body))
    const headers = {
      ...(sent === null ? {} : { 'content-type': 'application/json', 'content-length': sent.length }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const request = http.request(url, { method, headers, agent: false, signal: AbortSignal.timeout(10_000) })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, json: parseJson(Buffer.concat(chunks)) })
      })
    })
    request.end(sent ?? undefined)
  })
}
