import { findProgram } from '../programs/findProgram.ts'
import { startProgram } from '../programs/startProgram.ts'
import { type TunnelAvailability, type TunnelOpenOptions, TunnelProblem, type TunnelSession } from './provider.ts'

export interface SshCall {
  args: readonly string[]
  /** Added to the few variables that a program gets. */
  env?: Record<string, string>
  /** The server's host name, for sentences. */
  server: string
  /** The public address in a line, or null. */
  addressIn(line: string): string | null
  /** Called when ssh needs its files no more. */
  cleanUp?: () => Promise<void>
}

/** Lines kept for the sentence that says why ssh ended. */
const keptLines = 20

/** Whether the system's ssh is there. */
export async function sshAvailable(): Promise<TunnelAvailability> {
  if ((await findProgram('ssh')) !== null) return { ok: true }
  return {
    ok: false,
    code: 'missing-program',
    why: { code: 'ssh-missing', fields: { platform: process.platform } },
  }
}

/** Options of every call: no questions, an end when a forward fails, and 20 to 30 s until a dead server is noticed. */
export function commonSshOptions(knownHosts: string): string[] {
  const settings = [
    'BatchMode=yes',
    'ExitOnForwardFailure=yes',
    'ServerAliveInterval=10',
    'ServerAliveCountMax=2',
    'ConnectTimeout=10',
    'StrictHostKeyChecking=accept-new',
    `UserKnownHostsFile="${knownHosts}"`,
    // Says that a forward was taken, which it otherwise does only when the server chose the port.
    'LogLevel=DEBUG1',
  ]
  return settings.flatMap((setting) => ['-o', setting])
}

/** Runs ssh until it prints the public address. Rejects with TunnelProblem when it ends before. */
export async function openSsh(call: SshCall, { signal, log, onLost }: TunnelOpenOptions): Promise<TunnelSession> {
  const path = await findProgram('ssh')
  if (path === null) throw new TunnelProblem('missing-program', { code: 'program-missing', fields: { program: 'ssh' } })
  signal.throwIfAborted()
  const last: string[] = []
  const announced = Promise.withResolvers<string>()
  const program = startProgram({
    path,
    args: call.args,
    env: call.env ?? {},
    onLine: (line) => {
      if (!line.startsWith('debug1:')) {
        last.push(line)
        if (last.length > keptLines) last.shift()
        log(line)
      }
      const address = call.addressIn(line)
      if (address !== null) announced.resolve(address)
    },
  })
  const cancel = Promise.withResolvers<never>()
  const onAbort = () => cancel.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  let isClosing = false
  const failed = program.ended.then((): never => {
    throw explainSsh(last, call.server)
  })
  try {
    const publicUrl = await Promise.race([announced.promise, cancel.promise, failed])
    failed.catch((error: unknown) => {
      if (!isClosing && error instanceof TunnelProblem) onLost(error)
    })
    return {
      publicUrl,
      close: async () => {
        isClosing = true
        await program.stop()
      },
    }
  } catch (error) {
    failed.catch(() => undefined)
    await program.stop()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    cancel.promise.catch(() => undefined)
    await call.cleanUp?.()
  }
}

/** The meanings of ssh's last lines; the first match counts. */
const meanings = [
  { words: /host key verification failed|remote host identification has changed/i, code: 'ssh-host-key-changed' },
  { words: /permission denied/i, code: 'ssh-permission-denied' },
  {
    words: /unprotected private key|bad permissions|not accessible|invalid format|error in libcrypto/i,
    code: 'ssh-key-unusable',
  },
  {
    words: /remote port forwarding failed|administratively prohibited|remote forward failure/i,
    code: 'ssh-port-refused',
    again: 'refused',
  },
  { words: /could not resolve hostname/i, code: 'ssh-server-unresolved', again: 'unreachable' },
] as const

/** Failures that the user has to fix are not retried. */
function explainSsh(lines: readonly string[], server: string): TunnelProblem {
  const text = lines.join('\n')
  const meaning = meanings.find(({ words }) => words.test(text))
  if (meaning !== undefined) {
    const kind = 'again' in meaning ? meaning.again : 'rejected'
    return new TunnelProblem(kind, { code: meaning.code, fields: { server } })
  }
  const said =
    lines
      .findLast((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 300) ?? null
  return new TunnelProblem('unreachable', { code: 'ssh-ended', fields: { server, said } })
}
