/** A square picture as PNG bytes. */
export interface Picture {
  /** Edge length in px. */
  edge: number
  png: Uint8Array
}

/**
 * A Windows icon (`.ico`) of PNG pictures of at most 256 px, in the given order. Layout: a header of 6 bytes, 16 bytes for
 * each picture, then the pictures (Windows Vista and later read PNG there).
 */
export function icoOf(pictures: readonly Picture[]): Uint8Array {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(({ edge, png }) => {
    const entry = Buffer.alloc(16)
    // 256 does not fit into a byte; 0 means it.
    entry[0] = entry[1] = edge % 256
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}

/** The types of an `.icns` file that hold PNG on every system, with their edge in px. (16 px at 1x is drawn from 32.) */
const icnsTypes = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

/** Edge lengths in px that `icnsOf` needs. */
export const icnsEdges: readonly number[] = [...new Set(Object.values(icnsTypes))]

/**
 * A macOS icon (`.icns`) of PNG pictures: "icns", the length of the file, then for each type its four letters, its length
 * with these eight bytes, and the PNG. Throws when an edge length is missing.
 */
export function icnsOf(pictures: readonly Picture[]): Uint8Array {
  const parts = Object.entries(icnsTypes).map(([type, edge]) => {
    const picture = pictures.find((one) => one.edge === edge)
    if (picture === undefined) throw new Error(`no picture of ${edge} px`)
    return chunk(type, picture.png)
  })
  return chunk('icns', Buffer.concat(parts))
}

function chunk(type: string, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(bytes.length + 8, 4)
  return Buffer.concat([head, bytes])
}
