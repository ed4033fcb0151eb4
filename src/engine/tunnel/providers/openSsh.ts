import { findProgram } from '../programs/findProgram.ts'
import { startProgram } from '../programs/startProgram.ts'
import { type TunnelAvailability, type TunnelOpenOptions, TunnelProblem, type TunnelSession } from './provider.ts'

export interface SshCall {
  args: readonly string[]
  /** Added to the few variables that a program gets. */
  env?: Record<string, string>
  /** Who is asked, for sentences: a host's name. */
  server: string
  /** The public address that a line tells, or null when it tells none. */
  addressIn(line: string): string | null
  /** Called when ssh needs its files no more. */
  cleanUp?: () => Promise<void>
}

/** Lines kept for the sentence that says why ssh ended. */
const keptLines = 20

/** Whether the system's ssh is there. */
export async function sshAvailable(): Promise<TunnelAvailability> {
  if ((await findProgram('ssh')) !== null) return { ok: true }
  const how = {
    win32: 'Switch on the optional feature "OpenSSH Client" in Windows.',
    darwin: 'It is part of macOS, as /usr/bin/ssh.',
  }[process.platform as string]
  const fix = `The program ssh was not found. ${how ?? 'Install it, for example with: sudo apt install openssh-client.'}`
  return { ok: false, code: 'missing-program', fix }
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

/** Runs ssh until it tells the public address. Rejects with TunnelProblem when it ends before. */
export async function openSsh(call: SshCall, { signal, log, onLost }: TunnelOpenOptions): Promise<TunnelSession> {
  const path = await findProgram('ssh')
  if (path === null) throw new TunnelProblem('missing-program', 'The program ssh was not found.')
  signal.throwIfAborted()
  const last: string[] = []
  const told = Promise.withResolvers<string>()
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
      if (address !== null) told.resolve(address)
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
    const publicUrl = await Promise.race([told.promise, cancel.promise, failed])
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

/** What ssh's last words mean. What a person has to mend is not tried again. */
function explainSsh(lines: readonly string[], server: string): TunnelProblem {
  const text = lines.join('\n')
  if (/host key verification failed|remote host identification has changed/i.test(text)) {
    return new TunnelProblem(
      'rejected',
      `${server} shows another host key than before. If its key was changed on purpose, remove its line from the file known_hosts in the data folder.`,
    )
  }
  if (/permission denied/i.test(text)) {
    return new TunnelProblem(
      'rejected',
      `${server} does not let us in (permission denied). Check user name and key; the key must work without a question.`,
    )
  }
  if (/unprotected private key|bad permissions|not accessible|invalid format|error in libcrypto/i.test(text)) {
    return new TunnelProblem(
      'rejected',
      `The key for ${server} cannot be used. Check the option "key": the file must exist, be a private key and be readable by you alone.`,
    )
  }
  if (/remote port forwarding failed|administratively prohibited|remote forward failure/i.test(text)) {
    return new TunnelProblem(
      'refused',
      `${server} did not give us its port: it is still taken there, or forwarding is not allowed. It is tried again.`,
    )
  }
  if (/could not resolve hostname/i.test(text)) {
    return new TunnelProblem('unreachable', `The name ${server} could not be resolved. Check it and the network.`)
  }
  const reason = lines.findLast((line) => line.trim() !== '')
  return new TunnelProblem(
    'unreachable',
    `The ssh connection to ${server} ended${reason === undefined ? '' : `: ${reason.trim()}`}. It is opened again.`,
  )
}
