import { pythonLiteral } from '../verifyCode/literals.ts'
import { leftNote } from './leftNote.ts'
import type { OutgoingBody, OutgoingRequest } from './outgoingRequest.ts'
import { commentLines } from './commentLines.ts'

/**
 * A program for Python that sends a delivery again. With http.client, which urllib and requests are built on: they would sort,
 * respell or join headers, and add some. Pure.
 */
export function pythonHttp(request: OutgoingRequest): string {
  const url = new URL(request.url)
  const connection = url.protocol === 'https:' ? 'HTTPSConnection' : 'HTTPConnection'
  const target = request.url.slice(url.origin.length)
  const notes = [
    `Sends delivery ${request.id} again. Needs Python 3 and nothing else.`,
    ...leftNote(request.left),
    ...request.notes,
  ]
  const lines = [
    ...(request.body.kind === 'base64' ? ['import base64'] : []),
    'import http.client',
    '',
    `body = ${bodyOf(request.body)}`,
    `connection = http.client.${connection}(${pythonLiteral(url.host)}, timeout=30)`,
    `connection.putrequest(${pythonLiteral(request.method)}, ${pythonLiteral(target)}, skip_accept_encoding=True)`,
    ...request.headers.map(([name, value]) => `connection.putheader(${pythonLiteral(name)}, ${pythonLiteral(value)})`),
    'connection.putheader("Content-Length", str(len(body)))',
    'connection.endheaders(body)',
    'response = connection.getresponse()',
    'print(response.status, response.reason)',
    'print(response.read().decode("utf-8", "replace"))',
  ]
  return `${commentLines('#', notes)}${lines.join('\n')}\n`
}

function bodyOf(body: OutgoingBody): string {
  switch (body.kind) {
    case 'none':
      return 'b""'
    case 'text':
      return `${pythonLiteral(body.text)}.encode("utf-8")`
    case 'base64':
      return `base64.b64decode(${pythonLiteral(body.base64)})`
    case 'file':
      return `open(${pythonLiteral(body.name)}, "rb").read()`
  }
}
