import { setImmediate } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { KnownSecret } from '../signature/explain/types.ts'
import { openStore } from '../store/openStore.ts'
import { caseLimits } from './limits.ts'
import { type CaseDocument, createImporter } from './createImporter.ts'
import { readFile } from './readFile.ts'
import type { Piece } from './readPiece.ts'

export interface ImportOptions {
  /** Folder of all cases. */
  folder: string
  /** The file's name, to be shown: nothing is opened by it. */
  name: string
  chunks: AsyncIterable<Uint8Array>
  known: readonly KnownSecret[]
  now: number
  signal?: AbortSignal | undefined
}

/** The collection with the one document that says what was opened. */
export const caseDocuments = 'case'

/**
 * Imports a file into a store of its own, piece by piece, with memory for a few of them. Its document is written last, so
 * that a folder without one was never finished. Removes the folder where it fails. Throws ExpectedFailure where the file
 * has no delivery that can be read.
 */
export async function importFile(options: ImportOptions): Promise<CaseDocument> {
  const id = `c${randomBytes(6).toString('hex')}`
  const folder = join(options.folder, id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await importInto(folder, id, options)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function importInto(
  folder: string,
  id: string,
  { name, chunks, known, now, signal }: ImportOptions,
): Promise<CaseDocument> {
  const store = await openStore({ folder })
  try {
    const importer = createImporter(store, known)
    let cut: { line: number; piece: Piece } | null = null
    for await (const { line, piece, isWhole } of readFile(counted(chunks, importer.count, signal), importer.setKind)) {
      if (piece.kind === 'refused') importer.refuse(line, piece.why)
      else if (piece.kind === 'head') importer.setHead(piece.head)
      else if (piece.kind === 'end') importer.end(line, piece.deliveries)
      else if (piece.kind === 'environment') await importer.addEnvironment(line, piece.environment)
      else await importer.addDelivery(line, piece)
      if (!isWhole) cut = { line, piece }
      // Receiving goes on in between.
      await setImmediate()
    }
    if (cut !== null) importer.endInLine(cut.line, cut.piece)
    await importer.settle()
    const { state } = importer
    if (state.deliveries === 0) throw nothingImported(state)
    const document = { id, name: shownName(name), openedAt: new Date(now).toISOString(), ...state }
    await store.putDocument(caseDocuments, id, document)
    return document
  } finally {
    await store.close()
  }
}

function nothingImported({ refused }: Pick<CaseDocument, 'refused'>): ExpectedFailure {
  return new ExpectedFailure({ code: 'file-without-deliveries', fields: { why: refused[0]?.sentence ?? '' } })
}

/** A name is shown and never used as a path. */
function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last.replaceAll(/\p{C}/gu, '').slice(0, 120) || 'case.hookscope'
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    if (count(chunk.length) > caseLimits.fileBytes) {
      throw new ExpectedFailure({ code: 'file-too-large', fields: { max: caseLimits.fileBytes } })
    }
    yield chunk
  }
  signal?.throwIfAborted()
}
