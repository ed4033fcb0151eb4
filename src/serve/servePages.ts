import { createReadStream, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { contentTypeOf } from '../shared/contentTypes.ts'
import { securityHeaders } from './http/securityHeaders.ts'

type AnswerPage = (request: IncomingMessage, response: ServerResponse, path: string) => void

interface PageFile {
  file: string
  size: number
}

/**
 * Serves the built page. The folder is listed once, and only what was listed is served: no spelling of a path can reach
 * anything else. Null serves no page. A folder that is missing or empty is answered with what to do about it.
 */
export function servePages(folder: string | null): AnswerPage {
  if (folder === null) {
    return (_request, response) => sendText(response, 404, 'There is no page here. The API is under /api/v1.')
  }
  const files = listFiles(folder)
  return (request, response, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendText(response, 405, 'Pages are only read: use GET.', { allow: 'GET, HEAD' })
    }
    const found = files.get(path === '/' ? '/index.html' : path)
    if (found === undefined) {
      return path === '/' && files.size === 0
        ? sendText(response, 503, 'The page is not built yet. Run "npm run build" and start again.')
        : sendText(response, 404, 'There is nothing here. The page is at /.')
    }
    response.writeHead(200, {
      ...securityHeaders,
      'content-type': contentTypeOf(extname(found.file)),
      'content-length': found.size,
      // Names of built files carry a hash of their content, index.html does not.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    if (request.method === 'HEAD') return void response.end()
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response)
  }
}

/** URL path -> file, of all plain files below a folder. */
function listFiles(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>()
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      files.set(`/${relative(folder, file).split(sep).join('/')}`, { file, size: statSync(file).size })
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
