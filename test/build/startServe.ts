import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The line that `hookscope serve --json` promises. */
export interface ReadyLine {
  ui: string
  api: string
  token: string
  receiver: string
  data: string
  pid: number
}

export interface ServeProcess extends ReadyLine {
  child: ChildProcess
  /** One call of the HTTP API; the answer must be JSON. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  bytes(path: string): Promise<Uint8Array>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** A folder for one test; `remove` deletes it. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hookscope-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

const command = join(import.meta.dirname, '../../src/cli/hookscope.ts')

/** Starts `hookscope serve` as a process of its own and waits for its ready line. */
export async function startServe(dataFolder: string, options: string[] = []): Promise<ServeProcess> {
  const child = spawn(
    process.execPath,
    [command, 'serve', '--json', '--data', dataFolder, '--ui-port', '0', ...options],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ready = JSON.parse(await firstLine(child)) as ReadyLine
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(ready.api + path, {
      method,
      headers: {
        authorization: `Bearer ${ready.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    ...ready,
    child,
    call: async <T>(method: string, path: string, body?: unknown) =>
      (await (await request(method, path, body)).json()) as T,
    bytes: async (path) => (await request('GET', path)).bytes(),
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = (await once(child, 'exit')) as [number | null]
      return code
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let output = ''
  let problem = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    problem += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const end = output.indexOf('\n')
      if (end !== -1) resolve(output.slice(0, end))
    })
    child.once('exit', (code) => reject(new Error(`hookscope ended with ${code} before it was ready: ${problem}`)))
  })
}
