import type { DatabaseSync } from 'node:sqlite'
import { foldCase, isLate } from '../../shared/deliveryFilter.ts'
import { transitMs } from '../../shared/transit.ts'
import { bitsInBlock, blockOf } from './idBlocks.ts'
import type { IndexEntry } from './indexEntry.ts'
import type { Tally } from './indexStep.ts'

/** Which deliveries of a block have a value: a bit each, in order of their ids. */
export type Bits = Uint32Array<ArrayBuffer>

const bytesOfBits = bitsInBlock / 8

/** So few are kept as a list of places, 16 bits each: never as long as the bits themselves. */
const mostListed = bytesOfBits / 2 - 1

export function noBits(): Bits {
  return new Uint32Array(bitsInBlock / 32)
}

export function setBit(bits: Bits, place: number, on: boolean): void {
  const at = place >> 5
  const bit = 1 << (place & 31)
  bits[at] = on ? (bits[at] ?? 0) | bit : (bits[at] ?? 0) & ~bit
}

export function hasBit(bits: Bits, place: number): boolean {
  return ((bits[place >> 5] ?? 0) & (1 << (place & 31))) !== 0
}

/** The places of all bits that are set, the last one first. */
export function* placesFromLast(bits: Bits): Generator<number> {
  for (let at = bits.length - 1; at >= 0; at -= 1) {
    for (let rest = bits[at] ?? 0; rest !== 0;) {
      const place = 31 - Math.clz32(rest)
      yield at * 32 + place
      rest &= ~(1 << place)
    }
  }
}

/** As they are kept: a list of places, or the bits, little-endian. Null: none is set. */
export function encodeBits(bits: Bits): Uint8Array | null {
  const count = countBits(bits)
  if (count === 0) return null
  const bytes = new Uint8Array(count <= mostListed ? count * 2 : bytesOfBits)
  const view = new DataView(bytes.buffer)
  let at = 0
  if (count <= mostListed) for (const place of placesFromLast(bits)) view.setUint16(2 * at++, place, true)
  else for (const part of bits) view.setUint32(4 * at++, part, true)
  return bytes
}

function countBits(bits: Bits): number {
  let count = 0
  for (const part of bits) for (let rest = part; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** Reads what encodeBits made; adds to `into`. */
export function decodeBits(bytes: Uint8Array, into: Bits = noBits()): Bits {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length === bytesOfBits) {
    for (let at = 0; at < into.length; at += 1) into[at] = (into[at] ?? 0) | view.getUint32(at * 4, true)
  } else {
    for (let at = 0; at + 1 < bytes.length; at += 2) setBit(into, view.getUint16(at, true) % bitsInBlock, true)
  }
  return into
}

/** What every entry has. */
export const everyEntry = '*'

/** The names of values, as they are compared: without the case of A to Z. */
export const valueNames = {
  verdict: (verdict: string) => `verdict:${foldCase(verdict)}`,
  type: (resourceType: string) => `type:${foldCase(resourceType)}`,
  action: (action: string) => `action:${foldCase(action)}`,
  method: (method: string) => `method:${foldCase(method)}`,
  environment: (id: string) => `environment:${id}`,
  mark: (mark: 'late' | 'duplicate' | 'retried') => `is:${mark}`,
}

/** The values by which an entry is found. */
export function valuesOf(entry: IndexEntry): string[] {
  const { resourceType, action } = entry
  const values = [
    everyEntry,
    valueNames.environment(entry.environmentId),
    valueNames.verdict(entry.verdict),
    valueNames.method(entry.method),
  ]
  if (resourceType !== null) values.push(valueNames.type(resourceType))
  if (action !== null) values.push(valueNames.action(action))
  if (entry.duplicate) values.push(valueNames.mark('duplicate'))
  if (entry.retried) values.push(valueNames.mark('retried'))
  if (isLate(transitMs(entry.createdAt, entry.receivedAt))) values.push(valueNames.mark('late'))
  return values
}

/** Keeps the bits in step with the entries, within the transaction that changes those. */
export interface ValueTally extends Tally {
  /** An entry is another one now; null: it was not there before, or is there no longer. */
  change(before: IndexEntry | null, after: IndexEntry | null): void
  /** Writes what changed since. */
  write(): void
}

/** So many changes are gathered at most: a million in one transaction would take as much memory as they want. */
const mostWaiting = 50_000

/** Makes it for the index thread's connection. */
export function valueTally(database: DatabaseSync): ValueTally {
  const read = database.prepare('SELECT bits FROM value_bits WHERE block = ? AND value = ?')
  const put = database.prepare('INSERT OR REPLACE INTO value_bits (block, value, bits) VALUES (?, ?, ?)')
  const remove = database.prepare('DELETE FROM value_bits WHERE block = ? AND value = ?')
  const putTimes = database.prepare(`
    INSERT INTO block_times (block, first_at, last_at) VALUES (?, ?, ?) ON CONFLICT (block) DO UPDATE SET
      first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`)
  const changes = new Map<number, Map<string, Map<number, boolean>>>()
  let waiting = 0
  const times = new Map<number, { first: number; last: number }>()

  function note(id: number, value: string, on: boolean): void {
    const block = blockOf(id, bitsInBlock)
    let values = changes.get(block)
    if (values === undefined) changes.set(block, (values = new Map()))
    let places = values.get(value)
    if (places === undefined) values.set(value, (places = new Map()))
    places.set(id % bitsInBlock, on)
    waiting += 1
  }

  function write(): void {
    for (const [block, values] of changes) {
      for (const [value, places] of values) {
        const known = read.get(block, value)?.['bits'] as Uint8Array | undefined
        const bits = known === undefined ? noBits() : decodeBits(known)
        for (const [place, on] of places) setBit(bits, place, on)
        const bytes = encodeBits(bits)
        if (bytes === null) remove.run(block, value)
        else put.run(block, value, bytes)
      }
    }
    for (const [block, { first, last }] of times) putTimes.run(block, first, last)
    forget()
  }

  function forget(): void {
    changes.clear()
    times.clear()
    waiting = 0
  }

  return {
    forget,
    change(before, after) {
      const had = before === null ? [] : valuesOf(before)
      const has = after === null ? [] : valuesOf(after)
      if (before !== null) for (const value of had) if (!has.includes(value)) note(before.id, value, false)
      if (waiting > mostWaiting) write()
      if (after === null) return
      for (const value of has) if (!had.includes(value)) note(after.id, value, true)
      const block = blockOf(after.id, bitsInBlock)
      const { first = Infinity, last = -Infinity } = times.get(block) ?? {}
      times.set(block, { first: Math.min(first, after.receivedAt), last: Math.max(last, after.receivedAt) })
    },
    write,
  }
}
