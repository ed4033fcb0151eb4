import { commentText } from '../verifyCode/programText.ts'
import { commentLines } from './commentLines.ts'
import { curlHeader, needsGlobOff, unwantedByCurl } from './curlCommand.ts'
import { fileNote, fileOf, type OutgoingRequest } from './outgoingRequest.ts'
import { cmdWord, isPlain } from './windowsText.ts'

/** cmd takes 8,191 characters; carets make words longer, which limits a text and a header. */
const longestBody = 2000
const longestHeader = 1000

/**
 * A line for the prompt of cmd.exe that sends a delivery again, byte for byte. cmd has no decoder and keeps no line ends
 * between quotes: a body that is not one short line of ASCII comes from a file. Pure.
 */
export function cmdCommand(request: OutgoingRequest): string {
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
