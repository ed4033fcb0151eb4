import { at, type JsonIndex, jsonFlags, none } from './jsonIndex.ts'
import { textOfKey } from './textOf.ts'

/** Objects with at most this many keys compare each with each, which is quicker than a table. */
const few = 16

/**
 * Marks every value whose key stands more than once in its object, and counts those beyond the first. Keys are compared as
 * a parser reads them: `"a"` and `"\u0061"` are the same.
 */
export function markDuplicates(bytes: Uint8Array, index: JsonIndex): number {
  const hashes = new Int32Array(few)
  const nodes = new Uint32Array(few)
  let duplicates = 0
  for (let node = 0; node < index.count; node++) {
    const children = at(index.children, node)
    if (children < 2 || at(index.key, node + 1) === none) continue
    if (children > few) {
      duplicates += markInTable(bytes, index, node)
      continue
    }
    let child = node + 1
    for (let number = 0; number < children; number++) {
      const hash = hashKey(bytes, at(index.key, child))
      let earlier = 0
      while (earlier < number && !(hashes[earlier] === hash && isSame(bytes, index, at(nodes, earlier), child)))
        earlier++
      if (earlier < number) {
        mark(index, at(nodes, earlier), child)
        duplicates++
      }
      hashes[number] = hash
      nodes[number] = child
      child = at(index.next, child)
    }
  }
  return duplicates
}

/** The same for an object of any size, through a table of its own. */
function markInTable(bytes: Uint8Array, index: JsonIndex, object: number): number {
  const mask = 2 ** Math.ceil(Math.log2(at(index.children, object) * 2)) - 1
  const table = new Int32Array(mask + 1).fill(-1)
  let duplicates = 0
  for (let node = object + 1; node < at(index.next, object); node = at(index.next, node)) {
    const hash = hashKey(bytes, at(index.key, node))
    let slot = (hash ^ (hash >>> 15)) & mask
    while (table[slot] !== -1 && !isSame(bytes, index, table[slot] as number, node)) slot = (slot + 1) & mask
    if (table[slot] === -1) {
      table[slot] = node
    } else {
      mark(index, table[slot] as number, node)
      duplicates++
    }
  }
  return duplicates
}

function isSame(bytes: Uint8Array, index: JsonIndex, one: number, other: number): boolean {
  return sameKey(bytes, at(index.key, one), at(index.key, other))
}

function mark(index: JsonIndex, one: number, other: number): void {
  ;(index.kind[one] as number) |= jsonFlags.duplicate
  ;(index.kind[other] as number) |= jsonFlags.duplicate
}

const quote = 0x22
const backslash = 0x5c

function hashKey(bytes: Uint8Array, start: number): number {
  let hash = 0x811c9dc5 | 0
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === quote) return hash
    if (byte === backslash) return hashBytes(new TextEncoder().encode(textOfKey(bytes, start)))
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return hash
}

function hashBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5 | 0
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}

function sameKey(bytes: Uint8Array, one: number, other: number): boolean {
  for (let step = 1; ; step++) {
    const a = bytes[one + step]
    const b = bytes[other + step]
    if (a === backslash || b === backslash) return textOfKey(bytes, one) === textOfKey(bytes, other)
    if (a !== b) return false
    if (a === quote) return true
  }
}
