import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createRouterClient, ORPCError } from '@orpc/server'
import type { Host } from '../host/shells/types.ts'
import { problem, problemOf, sendProblem } from './http/problem.ts'
import { readJsonBody } from './http/readJsonBody.ts'
import { securityHeaders } from './http/securityHeaders.ts'
import { sendJson } from './http/sendJson.ts'

/** Paths, below the API's root, whose files are streamed. */
export const caseFileRoutes = ['/case-files', '/case-files/open'] as const

/** Maximum size of an uploaded file, bytes. */
const maxBytes = 4 * 1024 * 1024 * 1024

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Answers `POST /case-files` and `POST /case-files/open`, with only a few pieces of the file in memory. */
export function answerCaseFiles(host: Host): Record<(typeof caseFileRoutes)[number], Answer> {
  const { caseFiles } = createRouterClient(host.router, { context: {} })
  const uploads = join(host.dataFolder, 'uploads')
  // A killed process may have left partial uploads.
  rmSync(uploads, { recursive: true, force: true })
  const orProblem =
    (work: Answer): Answer =>
    async (request, response) => {
      try {
        await work(request, response)
      } catch (error) {
        if (response.headersSent) response.destroy()
        else if (error instanceof ORPCError) sendProblem(response, problemOf(error as ORPCError<string, unknown>))
        else throw error
      }
    }

  return {
    '/case-files': orProblem(async (request, response) => {
      const body = await readJsonBody(request)
      if (!body.ok) return sendProblem(response, body.problem)
      const { run, fileName } = await caseFiles.startExport(
        (body.value ?? {}) as Parameters<typeof caseFiles.startExport>[0],
      )
      const pieces = async function* () {
        for (;;) {
          const { piece } = await caseFiles.exportPiece({ run })
          if (piece.size === 0) return
          yield new Uint8Array(await piece.arrayBuffer())
        }
      }
      try {
        response.writeHead(200, {
          ...securityHeaders,
          'cache-control': 'no-store',
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename="${fileName}"`,
        })
        // Follows the client's backpressure, and ends when the client disconnects.
        await pipeline(pieces, response)
      } finally {
        await caseFiles.cancel({ run })
      }
    }),
    '/case-files/open': orProblem(async (request, response) => {
      if (
        /^application\/x-www-form-urlencoded|^multipart\/|^text\/plain/i.test(request.headers['content-type'] ?? '')
      ) {
        const detail = 'Send the file itself with the header "Content-Type: application/octet-stream".'
        return sendProblem(response, problem(415, 'UNSUPPORTED_MEDIA_TYPE', detail))
      }
      // Spooled to disk first: opening a large file takes longer than a request may.
      await mkdir(uploads, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(uploads, 'open-'))
      try {
        const file = join(folder, 'file')
        const size = await spool(request, file)
        if (size > maxBytes) {
          return sendProblem(response, problem(413, 'PAYLOAD_TOO_LARGE', 'A file may have at most 4 GiB.'))
        }
        const { run } = await caseFiles.startOpen({ name: nameOf(request) })
        try {
          for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
            await caseFiles.openPiece({ run, base64: (chunk as Buffer).toString('base64') })
          }
          sendJson(response, await caseFiles.finishOpen({ run }))
        } finally {
          await caseFiles.cancel({ run })
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    }),
  }
}

async function spool(request: IncomingMessage, file: string): Promise<number> {
  let size = 0
  await pipeline(
    request,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        // The rest is read and discarded, so that the answer reaches a client that is still sending.
        if (size <= maxBytes) yield chunk
      }
    },
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  )
  return size
}

/** The file's name, for display only: it is never used as a path. */
function nameOf(request: IncomingMessage): string {
  const query = new URLSearchParams(request.url?.split('?')[1] ?? '')
  return query.get('name')?.slice(0, 1000) ?? 'case.hookscope'
}
