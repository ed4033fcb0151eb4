import { type OutgoingBody, type OutgoingRequest, unwantedOf, utf8Headers } from './outgoingRequest.ts'
import { commentLines, shellQuote } from './shellText.ts'

/**
 * A line for a POSIX shell that sends a delivery again, byte for byte. Everything is quoted, so that nothing that came with
 * data is run. Pure.
 */
export function curlCommand(request: OutgoingRequest): string {
  const headers = utf8Headers(request.headers)
  const { before, data } = dataOf(request.body)
  const parts = [
    `${before}curl ${request.method === 'HEAD' ? '--head' : `-X ${shellQuote(request.method)}`}`,
    ...headers.lines.map(([name, value]) => `-H ${shellQuote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...unwantedOf(headers.lines, ['content-type', 'user-agent', 'accept']).map(
      (name) => `-H ${shellQuote(`${name}:`)}`,
    ),
    // Told to wait for a "continue" that nobody sends, a large body would be late.
    ...(request.body.kind === 'file' ? [`-H 'Expect:'`] : []),
    ...data,
    // To curl, brackets and braces in an address stand for many addresses.
    `--path-as-is ${/[{}[\]]/.test(request.url) ? '--globoff ' : ''}${shellQuote(request.url)}`,
  ]
  return commentLines('#', [...request.notes, ...headers.notes]) + parts.join(' \\\n  ')
}

function dataOf(body: OutgoingBody): { before: string; data: string[] } {
  switch (body.kind) {
    case 'none':
      return { before: '', data: [] }
    case 'file':
      return { before: '', data: [`--data-binary @${body.name}`] }
    case 'text':
      // curl reads an argument that begins with @ as the name of a file.
      return body.text.startsWith('@')
        ? { before: `printf %s ${shellQuote(body.text)} | `, data: ['--data-binary @-'] }
        : { before: '', data: [`--data-binary ${shellQuote(body.text)}`] }
    case 'base64':
      return { before: `printf %s ${shellQuote(body.base64)} | base64 -d | `, data: ['--data-binary @-'] }
  }
}
