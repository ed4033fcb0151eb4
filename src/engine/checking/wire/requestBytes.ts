import type { HeaderLine } from '../../../shared/model.ts'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { WireForm } from './wireForm.ts'

/** The exact bytes of a request: its head, and its body as it goes over the wire. Pure. */
export function requestBytes(
  request: UnsignedRequest,
  form: WireForm = {},
  keepAlive = false,
): { head: Buffer; body: Buffer } {
  const { host, pathname, search } = new URL(request.url)
  const lines: HeaderLine[] = [
    ['Host', host],
    ...request.headers,
    ...(form.expectContinue === true ? [['Expect', '100-continue'] satisfies HeaderLine] : []),
    form.chunked === undefined ? ['Content-Length', String(request.body.length)] : ['Transfer-Encoding', 'chunked'],
    ['Connection', keepAlive ? 'keep-alive' : 'close'],
  ]
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return {
    head: Buffer.from(`${request.method} ${pathname}${search} HTTP/1.1\r\n${text}\r\n`, 'latin1'),
    body: form.chunked === undefined ? Buffer.from(request.body) : chunks(request.body, form.chunked),
  }
}

function chunks(body: Uint8Array, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (let turn = 0; at < body.length; turn += 1) {
    const part = body.subarray(at, at + (sizes[turn % sizes.length] ?? body.length))
    parts.push(
      Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1'),
      Buffer.from(part),
      Buffer.from('\r\n', 'latin1'),
    )
    at += part.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n', 'latin1')])
}
