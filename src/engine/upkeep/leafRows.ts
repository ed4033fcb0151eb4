import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A value as SQLite stores it. */
export type StoredValue = null | number | string | Buffer

/** A row that lies in a leaf of some table. */
export interface LeafRow {
  rowid: number
  values: StoredValue[]
}

/** Pages, their size and what of each is used; see sqlite.org/fileformat.html. */
interface File {
  descriptor: number
  pageSize: number
  usable: number
  pages: number
}

const tableLeaf = 0x0d
const usualPageSize = 4096

/**
 * Every row in every leaf of every table of a database file, whatever leads to it: what is left when the pages above are
 * destroyed. Pages that are free are left out, so that nothing that was deleted comes back. The file is only read.
 */
export function* leafRows(path: string): Generator<LeafRow> {
  const descriptor = openSync(path, 'r')
  try {
    const file = fileOf(descriptor)
    const free = freePages(file)
    for (let page = 1; page <= file.pages; page++) {
      if (!free.has(page)) yield* rowsOfPage(file, page)
    }
  } finally {
    closeSync(descriptor)
  }
}

function fileOf(descriptor: number): File {
  const header = Buffer.alloc(100)
  readSync(descriptor, header, 0, 100, 0)
  const said = header.readUInt16BE(16)
  const isSize = said >= 512 && (said & (said - 1)) === 0
  const pageSize = said === 1 ? 65_536 : isSize ? said : usualPageSize
  const reserved = header.toString('latin1', 0, 15) === 'SQLite format 3' ? (header[20] ?? 0) : 0
  return { descriptor, pageSize, usable: pageSize - reserved, pages: Math.floor(fstatSync(descriptor).size / pageSize) }
}

function readPage({ descriptor, pageSize, pages }: File, page: number): Buffer | null {
  if (page < 1 || page > pages) return null
  const bytes = Buffer.alloc(pageSize)
  return readSync(descriptor, bytes, 0, pageSize, (page - 1) * pageSize) === pageSize ? bytes : null
}

/** The list of free pages, as far as it can be followed. */
function freePages(file: File): Set<number> {
  const free = new Set<number>()
  let trunk = readPage(file, 1)?.readUInt32BE(32) ?? 0
  while (trunk > 0 && !free.has(trunk)) {
    const bytes = readPage(file, trunk)
    if (bytes === null) break
    free.add(trunk)
    const count = Math.min(bytes.readUInt32BE(4), file.usable / 4 - 2)
    for (let place = 0; place < count; place++) free.add(bytes.readUInt32BE(8 + 4 * place))
    trunk = bytes.readUInt32BE(0)
  }
  return free
}

function* rowsOfPage(file: File, page: number): Generator<LeafRow> {
  const bytes = readPage(file, page)
  const start = page === 1 ? 100 : 0
  if (bytes === null || bytes[start] !== tableLeaf) return
  const cells = bytes.readUInt16BE(start + 3)
  for (let cell = 0; cell < cells; cell++) {
    const at = start + 8 + 2 * cell
    if (at + 2 > file.usable) return
    const row = readCell(file, bytes, bytes.readUInt16BE(at))
    if (row !== null) yield row
  }
}

function readCell(file: File, bytes: Buffer, at: number): LeafRow | null {
  try {
    const size = varint(bytes, at)
    const rowid = varint(bytes, size.next)
    const payload = readPayload(file, bytes, rowid.next, size.value)
    const values = payload === null ? null : readRecord(payload)
    return values === null ? null : { rowid: rowid.value, values }
  } catch {
    // It leads out of its page: no cell.
    return null
  }
}

/** A payload with what of it lies in overflow pages; null where these cannot be followed to its end. */
function readPayload(file: File, bytes: Buffer, from: number, size: number): Buffer | null {
  const { usable, pages, pageSize } = file
  if (size > pages * pageSize) return null
  const most = usable - 35
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const fitting = least + ((size - least) % (usable - 4))
  const local = size <= most ? size : fitting <= most ? fitting : least
  if (from + local > usable) return null
  if (local === size) return bytes.subarray(from, from + size)
  const whole = Buffer.alloc(size)
  bytes.copy(whole, 0, from, from + local)
  let next = bytes.readUInt32BE(from + local)
  for (let done = local; done < size;) {
    const overflow = readPage(file, next)
    if (overflow === null) return null
    done += overflow.copy(whole, done, 4, Math.min(usable, 4 + size - done))
    next = overflow.readUInt32BE(0)
  }
  // A chain ends where its payload does: any other was not this one's.
  return next === 0 ? whole : null
}

/** Up to nine bytes, seven bits of each; larger numbers than any id or size of ours are refused. */
function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0
  for (let place = 0; place < 8; place++) {
    const byte = bytes.readUInt8(at + place)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + place + 1 }
    if (value > Number.MAX_SAFE_INTEGER / 256) break
  }
  throw new RangeError('no number of ours')
}

function readRecord(payload: Buffer): StoredValue[] | null {
  const header = varint(payload, 0)
  const values: StoredValue[] = []
  let body = header.value
  for (let at = header.next; at < header.value;) {
    const type = varint(payload, at)
    at = type.next
    const size = sizeOf(type.value)
    if (body + size > payload.length) return null
    values.push(readValue(payload, body, type.value, size))
    body += size
  }
  return body === payload.length ? values : null
}

const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function sizeOf(type: number): number {
  return type >= 12 ? Math.floor((type - 12) / 2) : (fixedSizes[type] ?? Number.MAX_SAFE_INTEGER)
}

function readValue(bytes: Buffer, at: number, type: number, size: number): StoredValue {
  if (type >= 12) return type % 2 === 0 ? bytes.subarray(at, at + size) : bytes.toString('utf8', at, at + size)
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE(at)
  if (type === 8 || type === 9) return type - 8
  return size === 8 ? Number(bytes.readBigInt64BE(at)) : bytes.readIntBE(at, size)
}
