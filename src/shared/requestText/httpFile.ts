import type { HeaderLine } from '../model.ts'
import { fileNote, fileOf, type OutgoingRequest, utf8Headers } from './outgoingRequest.ts'
import { leftNote } from './leftNote.ts'
import { commentLines } from './commentLines.ts'

/**
 * A request in the form of `.http` files, as editors send them. An editor may change line ends, takes "###" for the next
 * request and braces for variables: a body that would suffer comes from a file. Pure.
 */
export function httpFile(request: OutgoingRequest): string {
  const { body } = request
  const headers = utf8Headers(request.headers)
  const lines = headers.lines.filter(keepsItsMeaning)
  const isSafe = body.kind === 'none' || (body.kind === 'text' && staysAsItIs(body.text))
  const file = body.kind === 'file' ? body.name : fileOf(request.id)
  const notes = [
    ...leftNote(request.left),
    ...request.notes,
    ...headers.notes,
    ...(lines.length < headers.lines.length
      ? ['A header that an editor would take for a variable, a comment or a part of the address was left out.']
      : []),
    ...(isSafe || body.kind === 'file' ? [] : [fileNote(file)]),
  ]
  // Percent-encoded, braces stay the same address and are no variable.
  const url = request.url.replaceAll('{{', '%7B%7B')
  const text = [
    `${request.method} ${url} HTTP/1.1`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    ...(isSafe ? (body.kind === 'text' ? [body.text] : []) : [`< ./${file}`]),
  ]
  return `### Delivery ${request.id}\n${commentLines('#', notes)}${text.join('\n')}\n`
}

/** Editors fill in what is in double braces, also from this machine's environment. */
function keepsItsMeaning([name, value]: HeaderLine): boolean {
  return !/^[#&]/.test(name) && !value.includes('{{')
}

/** No sign of the format at the beginning of a line, and no blanks at an end, which would be lost. */
function staysAsItIs(text: string): boolean {
  return !/^(?:[<>#@]|\/\/)|\{\{|[ \t]$/m.test(text) && !/^\s|\s$/.test(text)
}
