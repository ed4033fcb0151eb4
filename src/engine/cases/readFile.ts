import type { CaseRefusal } from '../../shared/codes/caseFiles.ts'
import type { CaseFile } from '../../shared/wireTypes.ts'
import { harDeliveries } from './harDeliveries.ts'
import { caseLimits } from './limits.ts'
import { type Piece, pieceOf, readPiece } from './readPiece.ts'

/** A piece of a file, with its line. */
export interface FilePiece {
  line: number
  piece: Piece
  /** The file does not end in the middle of it. */
  isWhole: boolean
}

export type FileKind = CaseFile['from']

/**
 * Reads a case file, our JSON and NDJSON, or a HAR, piece by piece. The kind is read from its beginning, not from its name.
 * Never throws for what is in it.
 */
export async function* readFile(
  chunks: AsyncIterable<Uint8Array>,
  onKind: (kind: FileKind) => void,
): AsyncGenerator<FilePiece, void, void> {
  const lines = splitLines(chunks, caseLimits.lineBytes)
  let inList = false
  let isFirst = true
  for await (const { number, bytes, isWhole } of lines) {
    if (bytes === null) {
      isFirst = false
      yield refusal(number, { code: 'line-too-long', fields: { most: caseLimits.lineBytes } })
      continue
    }
    if (isFirst) {
      isFirst = false
      const kind = kindOf(bytes)
      if (kind === 'list') {
        onKind('json')
        inList = true
        continue
      }
      if (kind === 'whole') {
        yield* readWhole({ number, bytes, isWhole }, lines, onKind)
        return
      }
      onKind(kind)
    }
    const text = inList ? withoutListSigns(bytes) : bytes
    if (text.length > 0) yield { line: number, piece: readPiece(text), isWhole }
  }
}

function refusal(line: number, why: CaseRefusal): FilePiece {
  return { line, piece: { kind: 'refused', why }, isWhole: true }
}

/** Reads the kind of a file from its first line. `list`: our JSON, a delivery a line; `whole`: it cannot be read by lines. */
function kindOf(line: Uint8Array): FileKind | 'list' | 'whole' {
  if (line.length === 1 && line[0] === 0x5b) return 'list'
  const piece = readPiece(line)
  if (piece.kind === 'head') return 'case'
  if (piece.kind === 'delivery') return 'ndjson'
  const begin = Buffer.from(line.subarray(0, 200)).toString('latin1')
  if (/^\ufeff?\s*\{\s*"hookscope"/.test(begin)) return 'case'
  if (/^\s*\{\s*"format"\s*:\s*"hookscope-delivery"/.test(begin) && line.at(-1) === 0x7d) return 'ndjson'
  return 'whole'
}

/** A line of a list without the comma that ends it; empty where it is the bracket that ends the list. */
function withoutListSigns(line: Uint8Array): Uint8Array {
  if (line.length === 1 && line[0] === 0x5d) return line.subarray(1)
  return line.at(-1) === 0x2c ? line.subarray(0, -1) : line
}

async function* readWhole(
  first: FileLine & { bytes: Uint8Array },
  rest: AsyncIterable<FileLine>,
  onKind: (kind: FileKind) => void,
): AsyncGenerator<FilePiece, void, void> {
  const parts = [first.bytes]
  let size = first.bytes.length
  for await (const { bytes } of rest) {
    size += bytes?.length ?? caseLimits.wholeBytes
    if (size <= caseLimits.wholeBytes && bytes !== null) parts.push(Buffer.from('\n'), bytes)
  }
  if (size > caseLimits.wholeBytes) {
    yield refusal(first.number, { code: 'line-too-long', fields: { most: caseLimits.wholeBytes } })
    return
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)))
  } catch (error) {
    yield refusal(first.number, { code: error instanceof SyntaxError ? 'not-json' : 'not-utf8', fields: {} })
    return
  }
  const entries = harDeliveries(value)
  onKind(entries === null ? 'json' : 'har')
  for (const [place, item] of (entries ?? (Array.isArray(value) ? (value as unknown[]) : [value])).entries()) {
    yield {
      line: entries === null && !Array.isArray(value) ? first.number : place + 1,
      piece: pieceOf(item),
      isWhole: true,
    }
  }
}

/** A line of a file without its end; null where it is longer than a line may be. */
interface FileLine {
  /** From 1. */
  number: number
  bytes: Uint8Array | null
  /** Its line feed came: only the last line of a file can be without. */
  isWhole: boolean
}

/** Splits a file into lines as it comes, with memory for one line. Empty lines are left out. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<FileLine, void, void> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  const take = (part: Uint8Array): void => {
    length += part.length
    if (length <= longest) parts.push(part)
    else parts = []
  }
  const finish = (isWhole: boolean): FileLine | null => {
    const bytes =
      length > longest ? null : trimmed(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts))
    const line = bytes?.length === 0 ? null : { number, bytes, isWhole }
    parts = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, end))
      from = end + 1
      const line = finish(true)
      if (line !== null) yield line
    }
    // The chunk's memory may be used again.
    if (from < chunk.length) take(chunk.slice(from))
  }
  if (length > 0) {
    const line = finish(false)
    if (line !== null) yield line
  }
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 13 || bytes[end - 1] === 32)) end -= 1
  return bytes.subarray(0, end)
}
