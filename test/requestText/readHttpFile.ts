import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

/** Sends the one request of a `.http` file as editors do: comments and separators go, a body may be read from a file. */
export async function readHttpFile(file: string, folder: string): Promise<void> {
  const [head = '', ...rest] = readFileSync(file, 'utf8').split('\n\n')
  const lines = head.split('\n').filter((line) => !line.startsWith('#'))
  const [method = '', url = ''] = (lines[0] ?? '').split(' ')
  // The line end at the end of the file is not part of the body.
  const text = rest.join('\n\n').replace(/\n$/, '')
  const [, name] = /^< (\S+)$/.exec(text) ?? []
  const body = name === undefined ? Buffer.from(text) : readFileSync(join(folder, name))
  const headers = lines.slice(1).flatMap((line) => {
    const at = line.indexOf(':')
    // A header is written as bytes, each character of the text one of them.
    return [line.slice(0, at), Buffer.from(line.slice(at + 2)).toString('latin1')]
  })
  const { host } = new URL(url)
  await new Promise<void>((resolve, reject) => {
    const message = request(url, { method, headers: ['Host', host, 'Content-Length', String(body.length), ...headers] })
    message.on('response', (response) => response.resume().on('end', resolve))
    message.on('error', reject)
    message.end(body)
  })
}
