import { spawn } from 'node:child_process'
import { ownSurroundings, pathsOf, programFolders } from './programFolders.ts'
import type { Readable } from 'node:stream'

/** Bytes of a line that are kept. A longer line is cut, and the rest of it skipped. */
const maxLineBytes = 8192

const lineFeed = 10
const carriageReturn = 13

/** Calls `onLine` with each line of a stream that has text. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  const line = Buffer.alloc(maxLineBytes)
  let length = 0
  const endLine = () => {
    if (length > 0) onLine(line.toString('utf8', 0, length))
    length = 0
  }
  stream.on('data', (chunk: Buffer) => {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      if (chunk[at] !== lineFeed && chunk[at] !== carriageReturn) continue
      length += chunk.copy(line, length, start, at)
      endLine()
      start = at + 1
    }
    length += chunk.copy(line, length, start)
  })
  stream.on('end', endLine)
}

export interface ProgramOptions {
  /** Absolute path. */
  path: string
  args: readonly string[]
  /** Added to the few variables that a program gets; secrets go here, never into `args`. */
  env?: Record<string, string>
  /** Called with each line of its output and its errors that has text, cut to some kilobytes. */
  onLine(line: string): void
}

export interface Program {
  /** Resolves when it has ended, with its exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Asks it to end, and ends it after `graceMs`. Resolves when it is gone. */
  stop(graceMs?: number): Promise<void>
}

/**
 * Runs the program and watches our end of its input: when that closes, even because we were killed, the program goes.
 * It ignores the request to end itself, so that it can wait for the program.
 */
const keeper = `
exec 3<&0
trap : TERM
"$@" <&3 3<&- &
program=$!
( trap - TERM; read -r line <&3; kill "$program" 2>/dev/null ) >/dev/null 2>&1 &
watch=$!
wait "$program"; code=$?
while kill -0 "$program" 2>/dev/null; do wait "$program"; code=$?; done
kill "$watch" 2>/dev/null
exit "$code"
`

/** Starts a program that ends with us, however we end. Reads its lines; its input stays open and empty. */
export function startProgram({ path, args, env = {}, onLine }: ProgramOptions): Program {
  const options = { env: { ...fewVariables(), ...env }, stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'] }
  const isWindows = process.platform === 'win32'
  // A group of its own: an interrupt from the keyboard is ours to handle, and nothing of it is left behind.
  const child = isWindows
    ? spawn(path, args, { ...options, windowsHide: true })
    : spawn('/bin/sh', ['-c', keeper, 'sh', path, ...args], { ...options, detached: true })
  const { pid } = child

  function signal(name: NodeJS.Signals): void {
    if (pid === undefined) return
    try {
      if (isWindows) child.kill(name)
      else process.kill(-pid, name)
    } catch {
      // It ended at this very moment.
    }
  }
  const killAtExit = () => signal('SIGKILL')
  process.once('exit', killAtExit)

  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code))
  }).finally(() => process.off('exit', killAtExit))
  // Where no file descriptor is left, the child has no pipes either.
  if (pid !== undefined) {
    child.stdin.on('error', () => undefined)
    for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine)
  }

  return {
    ended,
    stop: async (graceMs = 3000) => {
      signal('SIGTERM')
      const timer = setTimeout(() => signal('SIGKILL'), graceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/** The variables that a program needs for its home and the network; none of our own settings, which may be secrets. */
function fewVariables(): Record<string, string> {
  const surroundings = ownSurroundings()
  // A program starts others, such as an ssh that runs a proxy command.
  const path = programFolders(surroundings).join(pathsOf(surroundings).delimiter)
  const common = 'HOME USER LOGNAME LANG LC_ALL TMPDIR SSH_AUTH_SOCK XDG_RUNTIME_DIR HTTPS_PROXY NO_PROXY'
  const windows = 'SystemRoot TEMP TMP USERPROFILE APPDATA LOCALAPPDATA PATHEXT'
  const names = `${common} ${windows}`.split(' ')
  const others = names.flatMap((name): [string, string][] => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(others), PATH: path }
}
