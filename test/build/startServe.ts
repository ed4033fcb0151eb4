import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine } from './commandLine.ts'

/** The line that `hookscope serve --json` promises. */
export interface ReadyLine {
  ui: string
  api: string
  token: string
  receiver: string
  data: string
  pid: number
}

/** A running browser shell as tests use it, in a process of its own or in theirs. */
export interface RunningServe extends Omit<ReadyLine, 'data' | 'pid'> {
  /** The address of the page. Unlike the one of the ready line it works any number of times. */
  ui: string
  /** One call of the HTTP API; the answer must be JSON. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** The bytes that a call answers: a GET, or with a body a POST. */
  bytes(path: string, body?: unknown): Promise<Uint8Array>
  /** As a signal to end does. */
  stop(): Promise<void>
}

export interface ServeProcess extends RunningServe, Pick<ReadyLine, 'data' | 'pid'> {
  child: ChildProcess
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** A folder for one test; `remove` deletes it. */
export function scratchFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'hookscope-test-'))
  // A start that failed may still be closing its files.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * Starts `hookscope serve` as a process of its own and waits for its ready line. Where it does not matter that it is one,
 * `startServeHere` does the same for less than half of the processor time.
 * @param limits maxDescriptors: the most files and sockets that the process may have open; not on Windows
 */
export async function startServe(
  dataFolder: string,
  options: string[] = [],
  variables: Record<string, string> = {},
  { maxDescriptors }: { maxDescriptors?: number } = {},
): Promise<ServeProcess> {
  const words = [process.execPath, commandLine, 'serve', '--json', '--data', dataFolder, '--ui-port', '0', ...options]
  // The shell goes: what it limits is the process itself.
  const limited =
    maxDescriptors === undefined ? words : ['/bin/sh', '-c', `ulimit -n ${maxDescriptors}; exec "$@"`, 'sh', ...words]
  const [program = '', ...args] = limited
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  })
  const ready = JSON.parse(await firstLine(child)) as ReadyLine
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill(signal)
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }
  return {
    ...ready,
    ui: `${new URL(ready.ui).origin}/#token=${ready.token}`,
    child,
    ...callsOf(ready),
    kill,
    stop: async () => void (await kill('SIGTERM')),
  }
}

/** Calls of a shell's HTTP API. */
export function callsOf({ api, token }: Pick<ReadyLine, 'api' | 'token'>): Pick<ServeProcess, 'call' | 'bytes'> {
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(api + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    call: async <T>(method: string, path: string, body?: unknown) =>
      (await (await request(method, path, body)).json()) as T,
    bytes: async (path, body) => (await request(body === undefined ? 'GET' : 'POST', path, body)).bytes(),
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
