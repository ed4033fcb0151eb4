import type { ServerResponse } from 'node:http'
import { securityHeaders } from './securityHeaders.ts'

/** Answers 200 with JSON that no cache keeps. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.writeHead(200, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'content-length': bytes.length,
  })
  response.end(bytes)
}
