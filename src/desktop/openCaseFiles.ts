import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { ExpectedFailure } from '../engine/failures/expectedFailure.ts'
import { createQueue } from '../shared/basics/queues.ts'
import type { CaseOpened, ShellRequest } from '../shared/wireTypes.ts'

/** The calls of the host that take a file piece by piece. */
export interface FileCalls {
  startOpen(input: { name: string }): Promise<{ run: string }>
  openPiece(input: { run: string; base64: string }): Promise<unknown>
  finishOpen(input: { run: string }): Promise<CaseOpened>
  cancel(input: { run: string }): Promise<unknown>
}

type FileRequest = Extract<ShellRequest, { kind: 'case-file' }>

/** Bytes of a piece. */
const pieceSize = 1024 * 1024

/**
 * Opens files that the user gave to the app, one after the other; the user's own deliveries stay separate. The page shows the progress
 * and the result. Returns how to open one by its path; never rejects.
 */
export function openCaseFiles(
  calls: () => Promise<FileCalls>,
  say: (request: FileRequest) => void,
): (path: string) => Promise<void> {
  const inTurn = createQueue()
  return async (path) =>
    inTurn(async () => {
      const name = basename(path)
      const report = (progress: FileRequest['progress']) => say({ kind: 'case-file', name, progress })
      try {
        report({ state: 'opened', opened: await handOver(path, name, await calls(), report) })
      } catch (error) {
        report({ state: 'failed', problem: error instanceof Error ? error.message : String(error) })
      }
    })
}

async function handOver(
  path: string,
  name: string,
  calls: FileCalls,
  report: (progress: FileRequest['progress']) => void,
): Promise<CaseOpened> {
  const file = await openRegular(path)
  try {
    const { size } = await file.stat()
    report({ state: 'reading', done: 0, size })
    const { run } = await calls.startOpen({ name })
    try {
      const buffer = Buffer.alloc(pieceSize)
      let done = 0
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, pieceSize)
        if (bytesRead === 0) break
        await calls.openPiece({ run, base64: buffer.toString('base64', 0, bytesRead) })
        done += bytesRead
        report({ state: 'reading', done, size })
      }
      return await calls.finishOpen({ run })
    } finally {
      await calls.cancel({ run })
    }
  } finally {
    await file.close()
  }
}

/** Only a file with bytes of its own: a pipe or a device would be read without end. */
async function openRegular(path: string) {
  const refuse = (detail: string) => new ExpectedFailure({ code: 'file-not-opened', fields: { path, detail } })
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw refuse(error instanceof Error ? error.message : String(error))
  })
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw refuse('It is no file.')
}
