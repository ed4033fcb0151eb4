import type { DatabaseSync } from 'node:sqlite'
import { type FilterTerm, foldCase } from '../../shared/deliveryFilter.ts'
import type { Wanted } from './entriesQuery.ts'
import { bitsInBlock, blockOf } from './idBlocks.ts'
import type { Passed } from './wordBlocks.ts'
import { type Bits, decodeBits, everyEntry, hasBit, noBits, placesFromLast, valueNames } from './valueBits.ts'

/** What of a question the bits of blocks can say. Nothing that fits is left out; what is let through is still to be checked. */
export interface Narrowing {
  /** One of these values must be there, or none of them where `negated`. */
  parts: { values: string[]; negated: boolean }[]
  /** Nothing that was received earlier, or at this moment or later, ms since the epoch. */
  notBefore: number
  before: number
}

/** Null where the bits say nothing of what is asked for. */
export function narrowingOf({ fields, filter }: Wanted): Narrowing | null {
  const parts: Narrowing['parts'] = []
  const must = (value: string) => parts.push({ values: [value], negated: false })
  if (fields.environment !== undefined) must(valueNames.environment(fields.environment))
  if (fields.verdict !== undefined) must(valueNames.verdict(fields.verdict))
  if (fields.resourceType !== undefined) must(valueNames.type(fields.resourceType))
  if (fields.action !== undefined) must(valueNames.action(fields.action))
  let notBefore = -Infinity
  let before = Infinity
  for (const term of filter.terms) {
    const { key, negated, at } = term
    const values = valuesAskedFor(term)
    if (values !== null) parts.push({ values, negated })
    if (at === null) continue
    // "Not after a moment" is before it, and the other way round.
    if ((key === 'after') !== negated) notBefore = Math.max(notBefore, at)
    else before = Math.min(before, at)
  }
  return parts.length === 0 && notBefore === -Infinity && before === Infinity ? null : { parts, notBefore, before }
}

/** Null where the bits do not know. */
function valuesAskedFor({ key, values }: FilterTerm): string[] | null {
  if (key === 'verdict' || key === 'type' || key === 'action' || key === 'method') return values.map(valueNames[key])
  return key === 'is' ? marksAskedFor(values) : null
}

/** What a person put on a delivery is in no bits. */
function marksAskedFor(values: readonly string[]): string[] | null {
  const marks: string[] = []
  for (const value of values.map(foldCase)) {
    if (value !== 'late' && value !== 'duplicate' && value !== 'retried') return null
    marks.push(valueNames.mark(value))
  }
  return marks
}

/** Which deliveries may fit one question. */
export interface NarrowedIds {
  has(id: number): boolean
  /** Whether any of these ids may, both meant. */
  hasAny(first: number, last: number): boolean
  /** Ids between these two, both left out, the newest first. */
  newestFirst(span: { after: number; before: number }): Generator<number | Passed>
}

/** Makes a function that looks for what may fit one question, on a connection that openReader made. */
export function createNarrowing(database: DatabaseSync): (narrowing: Narrowing) => NarrowedIds {
  const read = database.prepare('SELECT bits FROM idx.value_bits WHERE block = ? AND value = ?')
  const readTimes = database.prepare('SELECT 1 FROM idx.block_times WHERE block = ? AND last_at >= ? AND first_at < ?')

  function addTo(bits: Bits, block: number, values: readonly string[]): Bits {
    for (const value of values) {
      const known = read.get(block, value)?.['bits'] as Uint8Array | undefined
      if (known !== undefined) decodeBits(known, bits)
    }
    return bits
  }

  function bitsOf({ parts, notBefore, before }: Narrowing, block: number): Bits {
    const isTimed = notBefore !== -Infinity || before !== Infinity
    const timed = isTimed ? readTimes.get(block, finite(notBefore), finite(before)) : true
    if (timed === undefined) return noBits()
    let found: Bits | null = null
    // What must be there comes first: where it is nowhere in a block, that is all that is read of it.
    for (const { values, negated } of parts.toSorted((a, b) => Number(a.negated) - Number(b.negated))) {
      found ??= negated ? addTo(noBits(), block, [everyEntry]) : null
      const own = addTo(noBits(), block, values)
      let any = 0
      for (let at = 0; at < own.length; at += 1) {
        const part = negated ? ~(own[at] ?? 0) : (own[at] ?? 0)
        const both = found === null ? part : (found[at] ?? 0) & part
        own[at] = both
        any |= both
      }
      found = own
      if (any === 0) return found
    }
    return found ?? addTo(noBits(), block, [everyEntry])
  }

  return (narrowing) => {
    let known: { block: number; bits: Bits } | null = null
    const bitsAt = (id: number): Bits => {
      const block = blockOf(id, bitsInBlock)
      if (known?.block !== block) known = { block, bits: bitsOf(narrowing, block) }
      return known.bits
    }
    const blocksDown = function* (first: number, last: number): Generator<number> {
      for (let block = blockOf(last, bitsInBlock); block >= blockOf(first, bitsInBlock); block -= 1)
        yield block * bitsInBlock
    }
    return {
      has: (id) => hasBit(bitsAt(id), id % bitsInBlock),
      hasAny(first, last) {
        for (const start of blocksDown(first, last)) if (bitsAt(start).some((part) => part !== 0)) return true
        return false
      },
      *newestFirst({ after, before }) {
        for (const start of blocksDown(after + 1, before - 1)) {
          for (const place of placesFromLast(bitsAt(start))) {
            const id = start + place
            if (id < before && id > after) yield id
          }
          if (start > after + 1) yield { passed: start }
        }
      },
    }
  }
}

/** SQLite takes no infinite numbers. */
function finite(moment: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, moment))
}
