import { commentLines } from './commentLines.ts'
import { type OutgoingBody, type OutgoingRequest, unwantedOf, utf8Headers } from './outgoingRequest.ts'
import { bodyWord, decoded, shellQuote, typedBody } from './shellText.ts'

/**
 * A line for a POSIX shell that sends a delivery again, byte for byte. Everything is quoted, so that nothing that came with
 * data is run, typed into a shell that takes a paste for keys included. Pure.
 */
export function curlCommand(request: OutgoingRequest): string {
  const headers = utf8Headers(request.headers)
  const { before, data } = dataOf(typedBody(request.body))
  const parts = [
    `${before}curl ${request.method === 'HEAD' ? '--head' : `-X ${shellQuote(request.method)}`}`,
    ...headers.lines.map((line) => `-H ${shellQuote(curlHeader(line))}`),
    ...unwantedByCurl(request, headers.lines).map((name) => `-H ${shellQuote(`${name}:`)}`),
    ...data,
    `--path-as-is ${needsGlobOff(request.url) ? '--globoff ' : ''}${shellQuote(request.url)}`,
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
        ? { before: `printf %s ${bodyWord(body.text)} | `, data: ['--data-binary @-'] }
        : { before: '', data: [`--data-binary ${bodyWord(body.text)}`] }
    case 'base64':
      return { before: `${decoded(body.base64)} | `, data: ['--data-binary @-'] }
  }
}

/** A header as curl takes it: without a value it ends in a semicolon. */
export function curlHeader([name, value]: readonly [name: string, value: string]): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/** Headers that curl adds on its own and that did not come. */
export function unwantedByCurl(request: OutgoingRequest, sent: OutgoingRequest['headers']): string[] {
  return [
    ...unwantedOf(sent, ['content-type', 'user-agent', 'accept']),
    // Without this curl waits for a "continue" that never comes, and a large body would be late.
    ...(request.bodySize > 1024 ? ['Expect'] : []),
  ]
}

/** To curl, brackets and braces in an address mean many addresses. */
export function needsGlobOff(url: string): boolean {
  return /[{}[\]]/.test(url)
}
