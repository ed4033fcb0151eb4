import { type FileHandle, open } from 'node:fs/promises'

/** Lines gather up to so many bytes before they are written. */
const batchBytes = 1024 * 1024

/** Writes the lines that were taken, and where each begins, so that one can be read without the others. */
export interface LineWriter {
  add(line: Uint8Array): Promise<void>
  /** Writes what is left and closes the files. */
  close(): Promise<void>
}

/** Makes both files new. @param lines path of the lines; @param places path of where they begin */
export async function createLineWriter(lines: string, places: string): Promise<LineWriter> {
  const files = await Promise.all([open(lines, 'wx', 0o600), open(places, 'wx', 0o600)])
  const [lineFile, placeFile] = files
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let at = 0
  let begins: number[] = []
  const flush = async (): Promise<void> => {
    if (begins.length === 0) return
    await lineFile.write(Buffer.concat(pending))
    await placeFile.write(new Uint8Array(Float64Array.from(begins).buffer))
    pending = []
    pendingBytes = 0
    begins = []
  }
  return {
    async add(line) {
      begins.push(at)
      pending.push(line, newLine)
      pendingBytes += line.length + 1
      at += line.length + 1
      if (pendingBytes >= batchBytes) await flush()
    },
    async close() {
      try {
        // One more place than lines: where the last one ends.
        if (begins.length > 0 || at === 0) await flush()
        await placeFile.write(new Uint8Array(Float64Array.of(at).buffer))
      } finally {
        await Promise.all(files.map(async (file) => file.close()))
      }
    },
  }
}

const newLine = new Uint8Array([10])

/** Reads lines by their number, from 1. */
export interface LineReader {
  /** Null where there is none, and 'too-long' where it is longer than `most` bytes. */
  read(number: number): Promise<Uint8Array | null>
  read(number: number, most: number): Promise<Uint8Array | null | 'too-long'>
  close(): Promise<void>
}

export async function openLineReader(lines: string, places: string): Promise<LineReader> {
  const lineFile = await open(lines, 'r')
  const placeFile = await open(places, 'r')
  const part = async (file: FileHandle, start: number, length: number): Promise<Buffer | null> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    return bytesRead === length ? buffer : null
  }
  async function read(number: number): Promise<Uint8Array | null>
  async function read(number: number, most: number): Promise<Uint8Array | null | 'too-long'>
  async function read(number: number, most = Number.POSITIVE_INFINITY): Promise<Uint8Array | null | 'too-long'> {
    const found = await part(placeFile, (number - 1) * 8, 16)
    if (found === null) return null
    const start = found.readDoubleLE(0)
    const end = found.readDoubleLE(8)
    const length = Math.max(0, end - start - 1)
    return length > most ? 'too-long' : part(lineFile, start, length)
  }
  return {
    read,
    close: async () => {
      await Promise.all([lineFile.close(), placeFile.close()])
    },
  }
}
