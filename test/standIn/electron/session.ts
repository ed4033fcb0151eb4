/** `protocol` and `session`: what a page may ask for, and what it gets. */
import { mustBeReady, mustNotBeReady } from './app.ts'
import { answer, note } from './link.ts'
import type { WireRequest, WireResponse } from '../wire.ts'

const handlers = new Map<string, (request: Request) => Response | Promise<Response>>()

export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    mustNotBeReady('protocol.registerSchemesAsPrivileged')
    note('registerSchemesAsPrivileged', { schemes })
  },
  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    mustBeReady('protocol.handle')
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} is already handled.`)
    handlers.set(scheme, handler)
    note('protocol.handle', { scheme })
  },
} satisfies Partial<Electron.Protocol>

type OnRequest = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type OnCheck = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>
let onRequest: OnRequest | null = null
let onCheck: OnCheck | null = null

const defaultSession = {
  async resolveProxy(url: string): Promise<string> {
    note('session.resolveProxy', { url })
    // The system's proxy settings, in Chromium's words: a test sets them as a variable of the process.
    return process.env['HOOKSCOPE_STAND_IN_PROXY'] ?? 'DIRECT'
  },
  setPermissionRequestHandler(handler: OnRequest): void {
    onRequest = handler
  },
  setPermissionCheckHandler(handler: OnCheck): void {
    onCheck = handler
  },
} satisfies Partial<Electron.Session>

export const session = {
  get defaultSession() {
    mustBeReady('session.defaultSession')
    return defaultSession
  },
}

/** The decision of the check handler; Electron allows everything where there is none. */
export function mayDo(permission: string): boolean {
  return onCheck?.(null, permission as Parameters<OnCheck>[1], '', {} as Parameters<OnCheck>[3]) ?? true
}

answer('request', async ({ url, method, headers }: WireRequest): Promise<WireResponse | null> => {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1))
  if (handler === undefined) return null
  const response = await handler(new Request(url, { method, headers }))
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.bytes() }
})
answer('permission', async (permission: string) => {
  const requested = await new Promise<boolean>((resolve) => {
    if (onRequest === null) return resolve(true)
    onRequest(null as never, permission as Parameters<OnRequest>[1], resolve, {} as Parameters<OnRequest>[3])
  })
  return { requested, checked: mayDo(permission) }
})
