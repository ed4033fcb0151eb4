import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { devNull } from 'node:os'
import {
  TunnelProblem,
  type TunnelOpenOptions,
  type TunnelProvider,
  type TunnelSession,
  type TunnelTarget,
} from './provider.ts'

/** ngrok through its own package, which is optional: it brings a native part that not every system has. */
export function ngrok(): TunnelProvider {
  const load = packageLoader()
  return {
    id: 'ngrok',
    label: 'ngrok',
    runs: { package: '@ngrok/ngrok' },
    traits: {
      rawHeaders: false,
      stableUrl: 'best-effort',
      maxConcurrency: null,
      needs: 'token',
      // Its free plan counts requests.
      minCheckIntervalMs: 5 * 60_000,
      settleMs: 15_000,
      reopen: 'after',
      texts: {
        needs: 'An account at ngrok and its authtoken.',
        url: 'The URL stays if you give a domain of your account (the free plan has one); without a domain it changes.',
        headers: 'ngrok adds and changes headers: they are shown as normalised by the tunnel.',
        lastLeg: 'The way from ngrok to this machine is encrypted; ngrok itself sees everything.',
        lastLegInClear: false,
      },
    },
    options: [
      { key: 'authtoken', label: 'Authtoken', hint: 'From the ngrok dashboard.', secret: true, required: true },
      {
        key: 'domain',
        label: 'Domain',
        hint: 'A domain of your account, such as name.ngrok-free.app. Empty: any.',
        secret: false,
        required: false,
      },
    ],
    problemOf: ({ domain }) =>
      domain === undefined || /^[A-Za-z0-9.-]+$/.test(domain) ? null : { option: 'domain', takes: 'host-name' },
    available: async () => {
      try {
        load()
        return { ok: true, version: '1.7.0' }
      } catch (error) {
        return isOutOfDescriptors(error)
          ? { ok: false, code: 'refused', why: { code: 'ngrok-not-loaded', fields: {} } }
          : { ok: false, code: 'missing-package', why: { code: 'ngrok-missing', fields: {} } }
      }
    },
    open: async (target, options) => openNgrok(load(), target, options),
  }
}

type Ngrok = typeof import('@ngrok/ngrok')

/** More than the native part opens while it loads. */
const neededDescriptors = 16

/**
 * Returns a function that loads the package once. Its native part aborts the process when it cannot open its descriptors, so
 * try to open as many first, and load synchronously so that no new connection takes them in between.
 * Throws EMFILE or ENFILE where too few are free.
 */
function packageLoader(): () => Ngrok {
  let loaded: Ngrok | undefined
  return () => {
    if (loaded !== undefined) return loaded
    tryDescriptors(neededDescriptors)
    return (loaded = createRequire(import.meta.url)('@ngrok/ngrok') as Ngrok)
  }
}

function tryDescriptors(count: number): void {
  const opened: number[] = []
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'))
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}

function isOutOfDescriptors(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EMFILE' || code === 'ENFILE'
}

async function openNgrok(
  { forward }: Ngrok,
  target: TunnelTarget,
  { values, signal, onDoubt }: TunnelOpenOptions,
): Promise<TunnelSession> {
  signal.throwIfAborted()
  const { authtoken = '', domain } = values
  // A listener that comes after we gave up is closed, not left open.
  const forwarding = forward({
    addr: `${target.host}:${target.port}`,
    authtoken,
    ...(domain === undefined ? {} : { domain }),
    onStatusChange: (status) =>
      onDoubt(status === 'closed' ? 'ngrok lost its connection.' : 'ngrok is connected again.'),
  }).catch((error: unknown) => {
    throw explain(error)
  })
  const cancelled = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  cancelled.catch(() => undefined)
  try {
    const listener = await Promise.race([forwarding, cancelled])
    const url = listener.url()
    if (url === null) throw new TunnelProblem('refused', { code: 'ngrok-no-address', fields: {} })
    return { publicUrl: url, close: async () => listener.close().catch(() => undefined) }
  } catch (error) {
    forwarding.then(async (listener) => listener.close()).catch(() => undefined)
    throw error
  }
}

function explain(error: unknown): TunnelProblem {
  const text = error instanceof Error ? error.message : String(error)
  const ngrokCode = /ERR_NGROK_\d+/.exec(text)?.[0] ?? null
  const fields = { ngrokCode }
  if (/ERR_NGROK_(105|106|107|108|4018)$/.test(ngrokCode ?? '') || /authentication failed|authtoken/i.test(text)) {
    return new TunnelProblem('rejected', { code: 'ngrok-token-refused', fields })
  }
  if (ngrokCode === 'ERR_NGROK_334') return new TunnelProblem('refused', { code: 'ngrok-domain-in-use', fields })
  return new TunnelProblem(ngrokCode === null ? 'unreachable' : 'refused', { code: 'ngrok-failed', fields })
}
