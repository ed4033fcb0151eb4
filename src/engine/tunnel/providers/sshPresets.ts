import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canConnect } from './canConnect.ts'
import type { TunnelProvider } from './provider.ts'
import { commonSshOptions, openSsh, sshAvailable } from './openSsh.ts'

/** localhost.run: a public service that needs nothing but ssh. */
export function localhostRun(dataFolder: string): TunnelProvider {
  return {
    id: 'localhost-run',
    label: 'localhost.run',
    runs: { program: 'ssh' },
    traits: {
      rawHeaders: false,
      stableUrl: 'paid',
      maxConcurrency: null,
      needs: 'program',
      minCheckIntervalMs: 30_000,
      settleMs: 15_000,
      reopen: 'after',
      texts: {
        needs: 'The program ssh, which most systems have; no account.',
        url: 'The URL changes with every connection, and without an account every few hours.',
        headers: 'The service is a web server: headers are shown as normalised by the tunnel.',
        lastLeg: 'The way from the service to this machine is encrypted; the service itself sees everything.',
        lastLegInClear: false,
      },
    },
    options: [],
    available: sshAvailable,
    open: async (target, options) => {
      const common = commonSshOptions(join(dataFolder, 'known_hosts'))
      const forward = `80:${target.host}:${target.port}`
      const args = ['-T', ...common, '-R', forward, 'nokey@localhost.run', '--', '--output', 'json']
      return openSsh({ args, server: 'localhost.run', addressIn: localhostRunAddress }, options)
    },
    knock: async (_values, signal) => canConnect('localhost.run', 22, signal),
  }
}

/** pinggy: a public service that needs nothing but ssh; with a token its tunnels last. */
export function pinggy(dataFolder: string): TunnelProvider {
  return {
    id: 'pinggy',
    label: 'Pinggy',
    runs: { program: 'ssh' },
    traits: {
      rawHeaders: false,
      stableUrl: 'paid',
      maxConcurrency: null,
      needs: 'program',
      minCheckIntervalMs: 30_000,
      settleMs: 15_000,
      reopen: 'after',
      texts: {
        needs: 'The program ssh, which most systems have; no account.',
        url: 'Without a token the URL changes with every connection, and the tunnel ends after an hour.',
        headers: 'The service is a web server: headers are shown as normalised by the tunnel.',
        lastLeg: 'The way from the service to this machine is encrypted; the service itself sees everything.',
        lastLegInClear: false,
      },
    },
    options: [
      {
        key: 'token',
        label: 'Token',
        hint: 'Only with an account. It is the user name of the ssh connection: it is given to ssh in a file that is deleted at once, not on its command line.',
        secret: true,
        required: false,
      },
    ],
    problemOf: ({ token }) =>
      token === undefined || /^[A-Za-z0-9][\w.+-]*$/.test(token) ? null : { option: 'token', takes: 'bare-token' },
    available: sshAvailable,
    open: async (target, options) => {
      const { token } = options.values
      const file = token === undefined ? null : await writeUserFile(dataFolder, token)
      const args = [
        ...(file === null ? [] : ['-F', file]),
        // Without a key, ssh asks for a password, which may be empty.
        '-o',
        'BatchMode=no',
        '-o',
        'NumberOfPasswordPrompts=1',
        '-T',
        '-p',
        '443',
        ...commonSshOptions(join(dataFolder, 'known_hosts')),
        '-R',
        `0:${target.host}:${target.port}`,
        'a.pinggy.io',
      ]
      const cleanUp = async () => (file === null ? undefined : rm(file, { force: true }))
      const env = { SSH_ASKPASS: '/bin/true', SSH_ASKPASS_REQUIRE: 'force' }
      return openSsh({ args, env, server: 'a.pinggy.io', addressIn: pinggyAddress, cleanUp }, options)
    },
    knock: async (_values, signal) => canConnect('a.pinggy.io', 443, signal),
  }
}

/** Deletes files that a killed process left behind: each holds a token in clear. */
export function removeLeftovers(dataFolder: string): void {
  const leftovers = readdirSync(dataFolder).filter((name) => /^ssh-[0-9a-f-]{36}\.conf$/.test(name))
  for (const name of leftovers) rmSync(join(dataFolder, name), { force: true })
}

async function writeUserFile(dataFolder: string, user: string): Promise<string> {
  const file = join(dataFolder, `ssh-${randomUUID()}.conf`)
  await writeFile(file, `User ${user}\n`, { mode: 0o600, flag: 'wx' })
  return file
}

/** Its answer is a line of JSON, or a sentence where an older server does not know `--output`. */
export function localhostRunAddress(line: string): string | null {
  if (line.startsWith('{')) {
    try {
      const { address } = JSON.parse(line) as { address?: unknown }
      return typeof address === 'string' && /^[\w.-]+$/.test(address) ? `https://${address}` : null
    } catch {
      return null
    }
  }
  return /tunneled with tls termination, (https:\/\/[\w.-]+)/.exec(line)?.[1] ?? null
}

/** It prints its addresses among others of its own site, which are no tunnels. */
export function pinggyAddress(line: string): string | null {
  const address = /https:\/\/([\w-]+(?:\.[\w-]+)*\.pinggy[\w-]*\.(?:link|online))\b/.exec(line)
  return address === null ? null : `https://${address[1]}`
}
