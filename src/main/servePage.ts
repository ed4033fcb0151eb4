import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { protocol } from 'electron'
import { startPageAt } from '../desktop/startPages.ts'
import { contentTypeOf } from '../shared/contentTypes.ts'
import { pagePolicy } from '../shared/pagePolicy.ts'
import { isOurPage, pageScheme } from './pageAddress.ts'

/** Must run before the app is ready: makes our scheme a standard, secure one with an origin. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page, and nothing outside of its folder, under our scheme with the page's policy. */
export function servePage(folder: string): void {
  const root = resolve(folder)
  protocol.handle(pageScheme, async (request) => {
    const nothing = answer(404, null, 'text/plain')
    if (request.method !== 'GET' || !isOurPage(request.url, {})) return nothing
    const address = new URL(request.url)
    const startPage = startPageAt(address)
    if (startPage !== null) return answer(200, new TextEncoder().encode(startPage.text), startPage.type)
    try {
      // A path that cannot be decoded names no file.
      const file = resolve(join(root, address.pathname === '/' ? 'index.html' : decodeURIComponent(address.pathname)))
      if (!file.startsWith(root + sep)) return nothing
      return answer(200, await readFile(file), contentTypeOf(extname(file)))
    } catch {
      return nothing
    }
  })
}

function answer(status: number, body: Uint8Array | null, type: string): Response {
  return new Response(body === null ? null : Uint8Array.from(body), {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
