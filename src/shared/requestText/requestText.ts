import { curlCommand, curlHeader, needsGlobOff, unwantedByCurl } from './curlCommand.ts'
import { httpFile } from './httpFile.ts'
import { httpieCommand } from './httpieCommand.ts'
import { nodeFetch } from './nodeFetch.ts'
import { outgoingRequest, type RequestSource, fileNote, fileOf, type OutgoingRequest } from './outgoingRequest.ts'
import { powershellCommand } from './powershellCommand.ts'
import { pythonHttp } from './pythonHttp.ts'
import type { RequestForm } from './requestForms.ts'
import { commentText } from '../verifyCode/programText.ts'
import { commentLines } from './commentLines.ts'
import { cmdWord, isPlain } from './windowsText.ts'

const writers = {
  curl: curlCommand,
  'curl-powershell': powershellCommand,
  'curl-cmd': cmdCommand,
  httpie: httpieCommand,
  http: httpFile,
  node: nodeFetch,
  python: pythonHttp,
} as const

/** A delivery as a command, program or file that sends it again, byte for byte. Pure. */
export function requestText(form: RequestForm, source: RequestSource): { text: string; left: string[] } {
  const request = outgoingRequest(source)
  return { text: writers[form](request), left: request.left }
}

/** cmd takes 8,191 characters; carets make words longer, which limits a text and a header. */
const longestBody = 2000
const longestHeader = 1000

/**
 * A line for the prompt of cmd.exe that sends a delivery again, byte for byte. cmd has no decoder and keeps no line ends
 * between quotes: a body that is not one short line of ASCII comes from a file. Pure.
 */
function cmdCommand(request: OutgoingRequest): string {
  const { body, url } = request
  const headers = request.headers.filter(([, value]) => isPlain(value) && value.length <= longestHeader)
  const lost = request.headers.filter((line) => !headers.includes(line)).map(([name]) => commentText(name))
  const text = body.kind === 'text' && fitsLine(body.text) ? body.text : null
  const file = body.kind === 'none' || text !== null ? null : body.kind === 'file' ? body.name : fileOf(request.id)
  const notes = [
    'For the prompt of cmd.exe, not for a batch file.',
    ...request.notes,
    ...(file === null || body.kind === 'file' ? [] : [fileNote(file)]),
    ...lost.map((name) => `The value of ${name} is not plain ASCII, or too long for cmd, so this header was left out.`),
  ]
  const data = text === null ? (file === null ? [] : [`@${file}`]) : [cmdWord(text)]
  const parts = [
    `curl.exe ${request.method === 'HEAD' ? '--head' : `-X ${cmdWord(request.method)}`}`,
    ...headers.map((line) => `-H ${cmdWord(curlHeader(line))}`),
    ...unwantedByCurl(request, headers).map((name) => `-H ${cmdWord(`${name}:`)}`),
    ...data.map((word) => `--data-binary ${word}`),
    `--path-as-is ${needsGlobOff(url) ? '--globoff ' : ''}${cmdWord(url)}`,
  ]
  return commentLines('rem', notes) + parts.join(' ^\n  ')
}

/** curl reads a text that begins with @ as the name of a file. */
function fitsLine(text: string): boolean {
  return isPlain(text) && text.length <= longestBody && !text.startsWith('@')
}
