import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { proxyFromVariables } from '../../engine/outbound/proxies.ts'
import { truthFile } from '../../engine/store/schema/truthSchema.ts'
import { findProgram } from '../../engine/tunnel/programs/findProgram.ts'
import { allProviders } from '../../engine/tunnel/providers/createProviders.ts'
import type { TunnelProvider } from '../../engine/tunnel/providers/provider.ts'
import { keyFileName, readKeyFile } from '../keys/keyFile.ts'
import { missingKey } from '../keys/openKeeper.ts'
import { keyringAnswers, keyringMarkerName } from '../keys/keyringKey.ts'
import { wantedKeyring } from '../keys/systemKeyring.ts'
import type { DoctorOptions, Found } from './found.ts'

/** Default port of the UI. */
const usualUiPort = 4680
const neededNode = '24.12'
/** No clock is right that is before this code. */
const writtenAt = Date.UTC(2026, 10, 1)

/** Checks the machine that Hookscope is installed on. */
export async function checkSurroundings(options: DoctorOptions): Promise<Found[]> {
  return [
    ...(await portsFound(options.running !== null)),
    await keyFound(options),
    runtimeFound(),
    browserFound(options.variables),
    ...(await tunnelProgramsFound(options.folder)),
    proxyFound(options.variables),
    clockFound(options),
  ]
}

async function portsFound(isRunning: boolean): Promise<Found[]> {
  const refused = await listenProblem(0)
  if (refused !== null) return [['ports', 'fail', { code: 'loopback-refused', fields: { detail: refused } }]]
  const listens: Found = ['ports', 'ok', { code: 'loopback-listens', fields: {} }]
  if (isRunning) return [listens]
  const fields = { port: usualUiPort }
  return (await listenProblem(usualUiPort)) === null
    ? [listens, ['ports', 'ok', { code: 'usual-port-free', fields }]]
    : [listens, ['ports', 'skipped', { code: 'usual-port-taken', fields }]]
}

async function listenProblem(port: number): Promise<string | null> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(error.message))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(null)))
  })
}

async function keyFound({ folder, variables }: DoctorOptions): Promise<Found> {
  const file = join(folder, keyFileName)
  const isInFile = existsSync(file)
  const isInKeyring = existsSync(join(folder, keyringMarkerName))
  if (isInFile && isInKeyring) return ['key', 'fail', { code: 'two-keys', fields: {} }]
  if (isInKeyring) {
    return (await keyringAnswers(folder, await wantedKeyring(variables)))
      ? ['key', 'ok', { code: 'key-in-keyring', fields: {} }]
      : ['key', 'fail', { code: 'keyring-silent', fields: {} }]
  }
  if (!isInFile) {
    return missingKey(folder) === null
      ? ['key', 'ok', { code: 'key-not-made', fields: {} }]
      : ['key', 'fail', { code: 'key-missing', fields: {} }]
  }
  if (readKeyFile(folder).length !== 32) return ['key', 'fail', { code: 'key-damaged', fields: { name: keyFileName } }]
  const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  return [
    'key',
    isOpen ? 'fail' : 'ok',
    { code: isOpen ? 'key-file-open' : 'key-in-file', fields: { name: keyFileName } },
  ]
}

function runtimeFound(): Found {
  const { node, sqlite = '' } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [needed = 0, neededMinor = 0] = neededNode.split('.').map(Number)
  const fits = major > needed || (major === needed && minor >= neededMinor)
  return fits
    ? ['runtime', 'ok', { code: 'runtime-fits', fields: { node, sqlite } }]
    : ['runtime', 'fail', { code: 'runtime-old', fields: { node, needed: neededNode } }]
}

function browserFound({ DISPLAY, WAYLAND_DISPLAY }: DoctorOptions['variables']): Found {
  const isThere = process.platform !== 'linux' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY)
  return isThere
    ? ['browser', 'ok', { code: 'display-there', fields: {} }]
    : ['browser', 'skipped', { code: 'display-missing', fields: {} }]
}

/** The programs and packages of the tunnel providers, each once. */
async function tunnelProgramsFound(dataFolder: string): Promise<Found[]> {
  const send = async () => Promise.reject(new Error('A check of the installation sends nothing.'))
  const needed = new Map<string, { runs: NonNullable<TunnelProvider['runs']>; provider: TunnelProvider }>()
  for (const provider of allProviders({ send, dataFolder })) {
    if (provider.runs !== null) needed.set(JSON.stringify(provider.runs), { runs: provider.runs, provider })
  }
  return Promise.all(
    [...needed.values()].map(async ({ runs, provider }): Promise<Found> => {
      if ('package' in runs) {
        const fields = { name: runs.package, provider: provider.label }
        return (await provider.available({})).ok
          ? ['programs', 'ok', { code: 'tunnel-package-loads', fields }]
          : ['programs', 'skipped', { code: 'tunnel-package-missing', fields }]
      }
      const path = await findProgram(runs.program)
      return path === null
        ? ['programs', 'skipped', { code: 'tunnel-program-missing', fields: { name: runs.program } }]
        : ['programs', 'ok', { code: 'tunnel-program-found', fields: { name: runs.program, path } }]
    }),
  )
}

/** Leaves out the password of a proxy. */
function proxyFound(variables: DoctorOptions['variables']): Found {
  const proxy = proxyFromVariables('https://service.example', variables)
  if (proxy !== null) {
    const { protocol, host } = new URL(proxy)
    return ['proxy', 'ok', { code: 'proxy-used', fields: { proxy: `${protocol}//${host}` } }]
  }
  const variable = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'].find((name) => {
    const value = variables[name]?.trim()
    return (
      value !== undefined &&
      value !== '' &&
      !URL.canParse(/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`)
    )
  })
  return variable === undefined
    ? ['proxy', 'ok', { code: 'proxy-none', fields: {} }]
    : ['proxy', 'fail', { code: 'proxy-unreadable', fields: { variable } }]
}

/** The database was written before now, and so was this code. */
function clockFound({ folder, now }: DoctorOptions): Found {
  const file = join(folder, truthFile)
  const written = existsSync(file) ? statSync(file).mtimeMs : 0
  const expected = Math.max(written - 60_000, writtenAt)
  const moment = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return now() >= expected
    ? ['clock', 'ok', { code: 'clock-plausible', fields: {} }]
    : ['clock', 'fail', { code: 'clock-behind', fields: { now: moment(now()), expected: moment(expected) } }]
}
