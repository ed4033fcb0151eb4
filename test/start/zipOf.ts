import { crc32 } from 'node:zlib'

/** One file of an archive; `mode` as in `chmod`. */
export interface ZipEntry {
  name: string
  content: string
  mode?: number
}

/** A ZIP archive with its files stored as they are, made on Unix, so that their modes count. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, mode = 0o644 } of entries) {
    const path = Buffer.from(name)
    const bytes = Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), facts, rest, path)
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, list, Buffer.from('PK\u0005\u0006'), end])
}
