import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { contentTypeOf } from '../shared/contentTypes.ts'
import { securityHeaders } from './http/securityHeaders.ts'

type AnswerPage = (request: IncomingMessage, response: ServerResponse, path: string) => void

/**
 * Serves the built page from memory. The folder is read once, some 2 MB: no spelling of a path can reach another file, and
 * a load that is broken off leaves no file open. Null serves no page. A missing or empty folder is answered with what to do.
 * @param stallMs how long a client may read nothing of a file before it is disconnected
 */
export function servePages(folder: string | null, stallMs: number): AnswerPage {
  if (folder === null) {
    return (_request, response) => sendText(response, 404, 'There is no page here. The API is under /api/v1.')
  }
  const files = readFiles(folder)
  return (request, response, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendText(response, 405, 'Pages are only read: use GET.', { allow: 'GET, HEAD' })
    }
    const name = path === '/' ? '/index.html' : path
    const bytes = files.get(name)
    if (bytes === undefined) {
      return path === '/' && files.size === 0
        ? sendText(response, 503, 'The page is not built yet. Run "npm run build" and start again.')
        : sendText(response, 404, 'There is nothing here. The page is at /.')
    }
    response.writeHead(200, {
      ...securityHeaders,
      'content-type': contentTypeOf(extname(name)),
      'content-length': bytes.length,
      // Names of built files carry a hash of their content, index.html does not.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    response.setTimeout(stallMs, () => response.destroy())
    response.end(bytes)
  }
}

/** URL path -> content, of all plain files below a folder. */
function readFiles(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      files.set(`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return files
}

function sendText(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const bytes = Buffer.from(`${text}\n`)
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  })
  response.end(bytes)
}
