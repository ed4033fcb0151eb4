import { cmdCommand } from './cmdCommand.ts'
import { curlCommand } from './curlCommand.ts'
import { httpFile } from './httpFile.ts'
import { httpieCommand } from './httpieCommand.ts'
import { nodeFetch } from './nodeFetch.ts'
import { outgoingRequest, type RequestSource } from './outgoingRequest.ts'
import { powershellCommand } from './powershellCommand.ts'
import { pythonHttp } from './pythonHttp.ts'
import type { RequestForm } from './requestForms.ts'

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
