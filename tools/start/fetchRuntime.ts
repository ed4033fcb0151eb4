import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { downloadArtifact, FetchDownloader, HTTPError, initializeProxy, type Progress } from '@electron/get'
import { electronVersion } from './findRuntime.ts'

/** Why Electron's runtime could not be had. */
export type FetchFailure =
  /** Nothing answered: refused, unknown name, cut off, no trust. `code` is the system's, e.g. ECONNREFUSED. */
  | { kind: 'unreachable'; host: string; code: string }
  | { kind: 'http-status'; host: string; status: number }
  | { kind: 'checksum'; host: string }
  | { kind: 'stalled'; host: string; seconds: number }
  | { kind: 'too-slow'; host: string; seconds: number }
  /** It arrived, but could not be kept or unpacked; `message` is the system's. */
  | { kind: 'not-installed'; message: string }
  /** The person stopped it. */
  | { kind: 'cancelled' }

export interface FetchOptions {
  /** Folder of the `electron` package; the runtime goes into it. */
  electronFolder: string
  /** Mirror, proxy and cache are read from them, as Electron's own installer does. */
  variables: NodeJS.ProcessEnv
  limits: FetchLimits
  /** Hears of each chunk: bytes so far, and in all where the server says it. */
  onProgress(host: string, transferred: number, total: number | null): void
  signal: AbortSignal
}

export interface FetchLimits {
  /** Longest time without a byte, ms. */
  stallMs: number
  /** Longest time in all, ms. */
  totalMs: number
}

/**
 * Fetches Electron's runtime once: downloads the archive into Electron's cache (or finds it there), checks its digest, and
 * lets the package's own installer unpack it from the cache. Null when the runtime is there; failures are data. What is
 * interrupted leaves no runtime behind.
 */
export async function fetchRuntime(options: FetchOptions): Promise<FetchFailure | null> {
  const { signal, limits } = options
  const limit = new Limit(limits)
  const stop = AbortSignal.any([signal, limit.signal])
  const downloader = new WatchedDownloader(limit, stop, options.onProgress)
  try {
    const { platform, arch } = target(options.variables)
    if (usesProxy(options.variables)) initializeProxy()
    await downloadArtifact({
      version: electronVersion(options.electronFolder),
      artifactName: 'electron',
      platform,
      arch,
      downloader,
      ...cacheRoot(options.variables),
      ...checksums(options),
    })
    limit.arrived()
    return await unpack(options, { platform, arch }, stop)
  } catch (error) {
    if (signal.aborted) return { kind: 'cancelled' }
    return limit.exceeded(downloader.host) ?? describe(error, downloader.host)
  } finally {
    limit.clear()
  }
}

/** The two clocks of a download. */
class Limit {
  readonly #limits: FetchLimits
  readonly #stalled = new AbortController()
  readonly #tooSlow = new AbortController()
  readonly #total: NodeJS.Timeout
  #stall: NodeJS.Timeout | undefined
  readonly signal = AbortSignal.any([this.#stalled.signal, this.#tooSlow.signal])

  constructor(limits: FetchLimits) {
    this.#limits = limits
    this.#total = setTimeout(() => this.#tooSlow.abort(), limits.totalMs)
  }

  /** From now on bytes are expected; called again with each that comes. */
  expectByte(): void {
    clearTimeout(this.#stall)
    this.#stall = setTimeout(() => this.#stalled.abort(), this.#limits.stallMs)
  }

  arrived(): void {
    clearTimeout(this.#stall)
  }

  clear(): void {
    clearTimeout(this.#stall)
    clearTimeout(this.#total)
  }

  exceeded(host: string): FetchFailure | null {
    if (this.#stalled.signal.aborted) return { kind: 'stalled', host, seconds: this.#limits.stallMs / 1000 }
    return this.#tooSlow.signal.aborted ? { kind: 'too-slow', host, seconds: this.#limits.totalMs / 1000 } : null
  }
}

/** Electron's downloader, with our limits, and with progress for the archive alone. */
class WatchedDownloader {
  readonly #limit: Limit
  readonly #stop: AbortSignal
  readonly #onProgress: FetchOptions['onProgress']
  /** Where the last request went; without its path or credentials. */
  host = ''

  constructor(limit: Limit, stop: AbortSignal, onProgress: FetchOptions['onProgress']) {
    this.#limit = limit
    this.#stop = stop
    this.#onProgress = onProgress
  }

  async download(url: string, path: string): Promise<void> {
    this.host = new URL(url).host
    const isArchive = url.endsWith('.zip')
    this.#limit.expectByte()
    await new FetchDownloader().download(url, path, {
      quiet: true,
      signal: this.#stop,
      getProgressCallback: async ({ transferred, total }: Progress) => {
        this.#limit.expectByte()
        if (isArchive) this.#onProgress(this.host, transferred, total)
      },
    })
    this.#limit.arrived()
  }
}

/** The package's installer finds the archive in the cache; it is told the same platform, so that it looks for the same. */
async function unpack(
  { electronFolder, variables }: FetchOptions,
  { platform, arch }: { platform: string; arch: string },
  stop: AbortSignal,
): Promise<FetchFailure | null> {
  const child = spawn(process.execPath, [join(electronFolder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...variables,
      ELECTRON_INSTALL_PLATFORM: platform,
      ELECTRON_INSTALL_ARCH: arch,
      ...(usesProxy(variables) ? { ELECTRON_GET_USE_PROXY: 'true' } : {}),
    },
    signal: stop,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return null
  const message = said.split('\n').find((line) => line.trim() !== '') ?? `the installer ended with ${code}`
  return { kind: 'not-installed', message: message.replace(/^Error: /, '') }
}

/** As Electron's installer chooses. An x64 Node on Apple silicon gets the runtime of the machine, not of its emulation. */
function target(variables: NodeJS.ProcessEnv): { platform: string; arch: string } {
  const arch = variables['ELECTRON_INSTALL_ARCH'] || variables['npm_config_arch']
  const emulated = process.platform === 'darwin' && process.arch === 'x64' && /Apple/.test(cpus()[0]?.model ?? '')
  return {
    platform: variables['ELECTRON_INSTALL_PLATFORM'] || variables['npm_config_platform'] || process.platform,
    arch: arch || (emulated ? 'arm64' : process.arch),
  }
}

/** The digests lie in the package, which the lock file pins; other ones only where the person's variables say so. */
function checksums({ electronFolder, variables }: FetchOptions): { checksums?: Record<string, string> } {
  if (variables['electron_use_remote_checksums'] || variables['npm_config_electron_use_remote_checksums']) return {}
  const read = createRequire(import.meta.url)
  return { checksums: read(join(electronFolder, 'checksums.json')) as Record<string, string> }
}

function cacheRoot(variables: NodeJS.ProcessEnv): { cacheRoot?: string } {
  const folder = variables['electron_config_cache']
  return folder === undefined || folder === '' ? {} : { cacheRoot: folder }
}

function usesProxy(variables: NodeJS.ProcessEnv): boolean {
  return ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => (variables[name] ?? '') !== '')
}

/** Sorts what `@electron/get` throws. Its errors about digests have no code, only a class. */
function describe(error: unknown, host: string): FetchFailure {
  if (error instanceof HTTPError) return { kind: 'http-status', host, status: error.response.status }
  if (!(error instanceof Error)) return { kind: 'not-installed', message: String(error) }
  if (/^(ChecksumMismatch|ChecksumParse|NoChecksumFound)Error$/.test(error.constructor.name)) {
    return { kind: 'checksum', host }
  }
  const cause = error.cause as { code?: unknown; message?: string } | undefined
  if (cause !== undefined) {
    return { kind: 'unreachable', host, code: typeof cause.code === 'string' ? cause.code : String(cause.message) }
  }
  return { kind: 'not-installed', message: error.message }
}
