import { join } from 'node:path'
import { canConnect } from './canConnect.ts'
import { problemOfPublicUrl, withoutSlash } from './publicAddress.ts'
import type { OptionProblem, TunnelOpenOptions, TunnelProvider, TunnelSession, TunnelTarget } from './provider.ts'
import { commonSshOptions, openSsh, sshAvailable } from './openSsh.ts'

/** The system's ssh to a server of one's own, which passes a port on to the receiver byte for byte. */
export function ssh(dataFolder: string): TunnelProvider {
  return {
    id: 'ssh',
    label: 'SSH to your own server',
    runs: { program: 'ssh' },
    traits: {
      rawHeaders: true,
      stableUrl: 'always',
      maxConcurrency: null,
      needs: 'account',
      minCheckIntervalMs: 30_000,
      settleMs: 5000,
      reopen: 'after',
      texts: {
        needs: 'The program ssh, and a server of yours that lets you in by key.',
        url: 'The URL is that of your server and stays.',
        headers: 'ssh passes every byte on as it came; a web server before it may change headers.',
        lastLeg: 'The way from your server to this machine is encrypted.',
        lastLegInClear: false,
      },
    },
    options: [
      {
        key: 'host',
        label: 'Server',
        hint: 'As for ssh: user@host.',
        secret: false,
        required: true,
      },
      {
        key: 'url',
        label: 'Public URL',
        hint: 'The address at which your server passes requests on to that port, such as https://hooks.example.org. "{port}" in it is replaced by the remote port.',
        secret: false,
        required: true,
      },
      {
        key: 'remotePort',
        label: 'Remote port',
        hint: 'The port on your server that leads to the receiver. Empty or 0: any free one.',
        secret: false,
        required: false,
      },
      {
        key: 'bind',
        label: 'Remote address',
        hint: 'Where your server listens. Empty: 127.0.0.1, for a web server there that passes requests on. 0.0.0.0 needs GatewayPorts.',
        secret: false,
        required: false,
      },
      { key: 'port', label: 'SSH port', hint: 'Empty: 22.', secret: false, required: false },
      {
        key: 'key',
        label: 'Key file',
        hint: 'Path of a private key without a passphrase. Empty: the default of your ssh.',
        secret: false,
        required: false,
      },
    ],
    problemOf,
    available: sshAvailable,
    open: async (target, options) => openOwnHost(dataFolder, target, options),
    knock: async ({ host = '', port = '22' }, signal) => canConnect(host.replace(/^.*@/, ''), Number(port), signal),
  }
}

async function openOwnHost(
  dataFolder: string,
  target: TunnelTarget,
  options: TunnelOpenOptions,
): Promise<TunnelSession> {
  const { host = '', url = '', remotePort = '0', bind = '127.0.0.1', port = '22', key } = options.values
  const forward = `${bind}:${remotePort}:${target.host}:${target.port}`
  const common = commonSshOptions(join(dataFolder, 'known_hosts'))
  const identity = key === undefined ? [] : ['-i', key, '-o', 'IdentitiesOnly=yes']
  const args = ['-N', '-T', ...common, ...identity, '-p', port, '-R', forward, '--', host]
  const addressIn = (line: string) => {
    const taken = forwardedPort(line, Number(remotePort))
    return taken === null ? null : withoutSlash(url.replaceAll('{port}', String(taken)))
  }
  return openSsh({ args, server: host, addressIn }, options)
}

/** The port that the server opened, from ssh's own words: it names one that it chose itself first. */
function forwardedPort(line: string, asked: number): number | null {
  const allocated = /Allocated port (\d+) for remote forward/.exec(line)
  if (allocated !== null) return Number(allocated[1])
  return asked !== 0 && /remote forward success for: listen/.test(line) ? asked : null
}

function problemOf(values: Readonly<Record<string, string>>): OptionProblem | null {
  const { host = '', url = '', remotePort = '0', bind = '127.0.0.1', port = '22', key = '' } = values
  if (!/^(?:[A-Za-z0-9_][\w.+-]*@)?[A-Za-z0-9][A-Za-z0-9.:_-]*$/.test(host)) {
    return { option: 'host', takes: 'user-at-host' }
  }
  if (!isPort(port, 1)) return { option: 'port', takes: 'port' }
  if (!isPort(remotePort, 0)) return { option: 'remotePort', takes: 'port-or-zero' }
  if (!/^[A-Za-z0-9*][A-Za-z0-9.-]*$/.test(bind)) return { option: 'bind', takes: 'bind-address' }
  if (key.startsWith('-')) return { option: 'key', takes: 'file-path' }
  // Windows would log in at whatever server such a path names.
  if (/^[\\/]{2}/.test(key)) return { option: 'key', takes: 'local-file' }
  return problemOfPublicUrl(url.replaceAll('{port}', '1'), 'url')
}

function isPort(text: string, least: number): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= 65_535
}
