import { nodeLiteral } from '../verifyCode/literals.ts'
import { leftNote } from './leftNote.ts'
import type { OutgoingBody, OutgoingRequest } from './outgoingRequest.ts'
import { commentLines } from './commentLines.ts'

/** A program for Node that sends a delivery again with `fetch`. Pure. */
export function nodeFetch(request: OutgoingRequest): string {
  const names = request.headers.map(([name]) => name.toLowerCase())
  const takesBody = !/^(?:GET|HEAD)$/.test(request.method)
  const body = takesBody ? request.body : ({ kind: 'none' } as const)
  const notes = [
    `Sends delivery ${request.id} again. Needs Node 18 or newer: save it as send.mjs, run "node send.mjs".`,
    ...leftNote(request.left),
    'fetch adds accept, accept-language, sec-fetch-mode, user-agent and accept-encoding where they are missing.',
    ...(new Set(names).size < names.length ? ['fetch joins headers of the same name into one line.'] : []),
    ...(takesBody || request.bodySize === 0 ? [] : [`fetch sends no body with ${request.method}.`]),
    ...request.notes,
  ]
  const lines = [
    ...(body.kind === 'file' ? [`import { readFile } from 'node:fs/promises'`, ''] : []),
    `const response = await fetch(${nodeLiteral(request.url)}, {`,
    `  method: ${nodeLiteral(request.method)},`,
    `  redirect: 'manual',`,
    '  headers: [',
    ...request.headers.map(([name, value]) => `    [${nodeLiteral(name)}, ${nodeLiteral(value)}],`),
    '  ],',
    ...bodyOf(body).map((line) => `  body: ${line},`),
    '})',
    'console.log(response.status, response.statusText)',
    'console.log(await response.text())',
  ]
  return `${commentLines('//', notes)}${lines.join('\n')}\n`
}

/** As bytes: a text would bring a content type along. */
function bodyOf(body: OutgoingBody): string[] {
  switch (body.kind) {
    case 'none':
      return []
    case 'text':
      return [`Buffer.from(${nodeLiteral(body.text)})`]
    case 'base64':
      return [`Buffer.from(${nodeLiteral(body.base64)}, 'base64')`]
    case 'file':
      return [`await readFile(${nodeLiteral(body.name)})`]
  }
}
