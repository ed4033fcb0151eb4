import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const sshd = '/usr/sbin/sshd'
const keyMaker = 'ssh-keygen'

/** Why a real ssh server cannot run here, or null. */
export function missingSshd(): string | null {
  if (!existsSync(sshd)) return `${sshd} is not there (Debian: apt install openssh-server)`
  return null
}

/** A real OpenSSH server on loopback with keys of its own, which tests can mistreat. */
export interface SshServer {
  port: number
  /** As ssh takes it: user@127.0.0.1. */
  host: string
  keyFile: string
  /** A key that the server does not know. */
  otherKeyFile: string
  /** Ends the server and all its sessions. */
  kill(): Promise<void>
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

export async function startSshServer(): Promise<SshServer> {
  // Started by root it wants this folder, which the system otherwise makes at boot.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-sshd-'))
  const file = (name: string) => join(folder, name)
  for (const name of ['host', 'client', 'other']) {
    execFileSync(keyMaker, ['-q', '-t', 'ed25519', '-N', '', '-f', file(name)])
  }
  const port = await freePort()
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${file('host')}`,
    `AuthorizedKeysFile ${file('client.pub')}`,
    'PidFile none',
    'UsePAM no',
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'AllowTcpForwarding yes',
    'MaxStartups 100',
  ]
  writeFileSync(file('config'), `${settings.join('\n')}\n`)

  let child: ChildProcess
  async function start(): Promise<void> {
    child = spawn(sshd, ['-D', '-e', '-f', file('config')], { stdio: 'ignore' })
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}.`)
    }
  }
  function signalAll(name: NodeJS.Signals): void {
    for (const pid of [child.pid ?? 0, ...descendants(child.pid ?? 0)]) {
      try {
        process.kill(pid, name)
      } catch {
        // It has already ended.
      }
    }
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    signalAll('SIGKILL')
    await exited
  }
  await start()
  return {
    port,
    host: `${userInfo().username}@127.0.0.1`,
    keyFile: file('client'),
    otherKeyFile: file('other'),
    kill,
    restart: start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** All processes under one, whose sessions have groups of their own. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').flatMap((text) => [Number(text), ...descendants(Number(text))])
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return port
}

async function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
