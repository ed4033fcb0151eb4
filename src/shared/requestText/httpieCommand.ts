import type { HeaderLine } from '../model.ts'
import { commentLines } from './commentLines.ts'
import { type OutgoingBody, type OutgoingRequest, unwantedOf, utf8Headers } from './outgoingRequest.ts'
import { bodyWord, decoded, shellQuote, typedBody } from './shellText.ts'

/** Headers that HTTPie adds on its own. */
const own = ['content-type', 'user-agent', 'accept', 'accept-encoding']

/** A line for HTTPie that sends a delivery again, byte for byte. Pure. */
export function httpieCommand(request: OutgoingRequest): string {
  const headers = utf8Headers(request.headers)
  const lines = headers.lines.filter(([, value]) => !/\\[:;=@]/.test(value))
  const lost =
    lines.length < headers.lines.length
      ? ['A header with a backslash before a sign of HTTPie was left out: HTTPie would drop the backslash.']
      : []
  const { before, options, after } = bodyOf(typedBody(request.body))
  const parts = [
    `${before}http --path-as-is ${options.join(' ')} ${shellQuote(request.method)} ${shellQuote(request.url)}`,
    ...lines.map((line) => shellQuote(itemOf(line))),
    ...unwantedOf(headers.lines, own).map((name) => shellQuote(`${name}:`)),
  ]
  return commentLines('#', [...request.notes, ...headers.notes, ...lost]) + parts.join(' \\\n  ') + after
}

/** A colon before "=" or "@" would make the header a JSON field or a file's name. */
function itemOf([name, value]: HeaderLine): string {
  if (value === '') return `${name};`
  return `${name}:${value.replace(/^[=@]/, '\\$&')}`
}

function bodyOf(body: OutgoingBody): { before: string; options: string[]; after: string } {
  switch (body.kind) {
    case 'none':
      return { before: '', options: ['--ignore-stdin'], after: '' }
    case 'text':
      return { before: '', options: ['--ignore-stdin', `--raw=${bodyWord(body.text)}`], after: '' }
    case 'base64':
      return { before: `${decoded(body.base64)} | `, options: [], after: '' }
    case 'file':
      return { before: '', options: [], after: ` < ${body.name}` }
  }
}
