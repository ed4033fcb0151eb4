import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { icnsEdges } from '../../tools/packaging/iconFiles.ts'

const icon = (name: string) => readFileSync(join(import.meta.dirname, '../../resources/icon', name))
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Edge length in px of a PNG, from its header; fails when it is none or not square. */
function edgeOf(png: Buffer): number {
  expect(png.subarray(0, 8)).toEqual(pngSignature)
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  expect(width).toBe(height)
  return width
}

describe("the app's icons", () => {
  it('are there for Linux in every size that their names say', () => {
    for (const edge of [16, 32, 48, 64, 128, 256, 512]) expect(edgeOf(icon(`${edge}x${edge}.png`))).toBe(edge)
  })

  it('are one file for Windows whose entries lead to pictures of the size that they say', () => {
    const bytes = icon('app.ico')
    const edges = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
      const entry = bytes.subarray(6 + 16 * index, 22 + 16 * index)
      const start = entry.readUInt32LE(12)
      const edge = edgeOf(bytes.subarray(start, start + entry.readUInt32LE(8)))
      expect(edge % 256).toBe(entry[0])
      return edge
    })
    expect(edges).toEqual([16, 24, 32, 48, 64, 256])
  })

  it('are one file for macOS whose parts fill it exactly', () => {
    const bytes = icon('app.icns')
    expect(bytes.toString('latin1', 0, 4)).toBe('icns')
    expect(bytes.readUInt32BE(4)).toBe(bytes.length)
    const edges: number[] = []
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4)) edges.push(edgeOf(bytes.subarray(at + 8)))
    expect(new Set(edges)).toEqual(new Set(icnsEdges))
  })
})
