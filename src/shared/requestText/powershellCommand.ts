import { commentText } from '../verifyCode/programText.ts'
import { commentLines } from './commentLines.ts'
import { curlHeader, needsGlobOff, unwantedByCurl } from './curlCommand.ts'
import { base64Of } from '../basics/base64.ts'
import type { OutgoingRequest } from './outgoingRequest.ts'
import { isPlain, powershellText } from './windowsText.ts'

/** Maximum length of a body in curl's configuration: older versions of curl reject longer lines. Longer bodies use a file. */
const longestBody = 20_000
const base64Line = 800

/**
 * Returns PowerShell lines that send a delivery again, byte for byte. Versions before 7.3 lose double quotes in program
 * arguments, and `curl` is an alias in 5.1. So `curl.exe` reads everything as configuration from a pipe, in ASCII, which
 * every version passes on unchanged. Pure.
 */
export function powershellCommand(request: OutgoingRequest): string {
  const { body, url } = request
  const headers = request.headers.filter(([, value]) => isPlain(value))
  const lost = request.headers.filter((line) => !headers.includes(line)).map(([name]) => commentText(name))
  const { before, data, after } = dataOf(body)
  const config = [
    request.method === 'HEAD' ? 'head' : option('request', request.method),
    ...headers.map((line) => option('header', curlHeader(line))),
    ...unwantedByCurl(request, headers).map((name) => option('header', `${name}:`)),
    'path-as-is',
    ...(needsGlobOff(url) ? ['globoff'] : []),
    option('url', url),
  ]
  const notes = [
    ...request.notes,
    ...lost.map((name) => `The value of ${name} is not plain ASCII, so this header was left out.`),
  ]
  const lines = [...config.map(powershellText), ...data].map((line) => `  ${line}`)
  return `${commentLines('#', notes)}${before}@(\n${lines.join('\n')}\n) | curl.exe --config -${after}\n`
}

/** Formats a line of curl's configuration, with backslash escapes inside the quotes. */
function option(name: string, value: string): string {
  return `${name} = "${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

/** Returns the PowerShell lines before the command, in curl's configuration (`data`), and after the command. */
function dataOf(body: OutgoingRequest['body']): { before: string; data: string[]; after: string } {
  if (body.kind === 'none') return { before: '', data: [], after: '' }
  if (body.kind === 'file')
    return { before: '', data: [powershellText(option('data-binary', `@${body.name}`))], after: '' }
  if (body.kind === 'text' && fitsLine(body.text)) {
    return { before: '', data: [powershellText(option('data-binary', body.text))], after: '' }
  }
  const base64 = body.kind === 'base64' ? body.base64 : base64Of(new TextEncoder().encode(body.text))
  const lines = base64.match(/* linear: one bounded repetition */ new RegExp(`.{1,${base64Line}}`, 'g')) ?? []
  return {
    before: `$body = [IO.Path]::GetTempFileName()\n[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String('${lines.join('\n')}'))\n`,
    data: [`('data-binary = "@' + $body.Replace('\\', '\\\\') + '"')`],
    after: '\nRemove-Item $body',
  }
}

/** Whether a text fits on one line of curl's configuration. A leading @ would make it a file name. */
function fitsLine(text: string): boolean {
  return /^[\x20-\x7e\n]*$/.test(text) && text.length <= longestBody && !text.startsWith('@')
}
