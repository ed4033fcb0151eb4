import { encodeHead } from './deliveryHead.ts'
import type { NewDelivery } from '../records/deliveries.ts'

/**
 * A batch of deliveries in one block of memory: head, body, head, body, ... with their lengths in a separate array.
 * Ordinary batches lie in memory that both threads share; one that is too large for it in memory of its own.
 */
export interface Arena {
  bytes: Uint8Array
  /** Two numbers for each delivery: length of its head, length of its body. */
  lengths: Uint32Array
  /** Large bodies that are handed over as they are, by the place of their delivery: they are not among the bytes. */
  separate: ReadonlyMap<number, Uint8Array<ArrayBuffer>>
}

/** From here on it costs less to hand a body over than to copy it, bytes. */
const large = 64 * 1024

/** Memory for one batch at a time that another thread can read where it is. */
export interface ArenaSpace {
  bytes: Buffer
  lengths: Uint32Array
}

/**
 * Makes such memory. Used again for every batch it costs no allocation, and pages that were touched before.
 * It must not be packed again before the other thread has reported the outcome of the batch.
 */
export function sharedArenaSpace(bytes = 2 * 1024 * 1024, deliveries = 1000): ArenaSpace {
  return {
    bytes: Buffer.from(new SharedArrayBuffer(bytes)),
    lengths: new Uint32Array(new SharedArrayBuffer(deliveries * 8)),
  }
}

/** Memory of its own for one batch, to be transferred. */
function ownArenaSpace(bytes: number, deliveries: number): ArenaSpace {
  return { bytes: Buffer.from(new ArrayBuffer(bytes)), lengths: new Uint32Array(deliveries * 2) }
}

/**
 * Copies deliveries into one arena, in `space` if it is given and large enough. A large body whose delivery allows it is
 * not copied: it is empty here once the arena was sent.
 */
export function packArena(deliveries: readonly NewDelivery[], space: ArenaSpace | null): Arena {
  const heads: string[] = []
  const separate = new Map<number, Uint8Array<ArrayBuffer>>()
  let room = 0
  for (const [index, delivery] of deliveries.entries()) {
    const head = encodeHead(delivery)
    heads.push(head)
    // A UTF-16 unit takes at most three bytes of UTF-8.
    room += head.length * 3
    const own = ownMemory(delivery)
    if (own === null) room += delivery.request.body.length
    else separate.set(index, own)
  }
  const fits = space !== null && room <= space.bytes.length && deliveries.length * 2 <= space.lengths.length
  const { bytes, lengths } = fits ? space : ownArenaSpace(room, deliveries.length)
  let offset = 0
  for (const [index, delivery] of deliveries.entries()) {
    const written = bytes.write(heads[index] ?? '', offset, 'utf8')
    lengths[index * 2] = written
    lengths[index * 2 + 1] = delivery.request.body.length
    offset += written
    if (separate.has(index)) continue
    bytes.set(delivery.request.body, offset)
    offset += delivery.request.body.length
  }
  return { bytes: bytes.subarray(0, offset), lengths: lengths.subarray(0, deliveries.length * 2), separate }
}

/** The body of a delivery where all of its memory may be handed over. */
function ownMemory({ request: { body }, handOver }: NewDelivery): Uint8Array<ArrayBuffer> | null {
  if (handOver !== true || body.length < large || !(body.buffer instanceof ArrayBuffer)) return null
  return body.length === body.buffer.byteLength ? (body as Uint8Array<ArrayBuffer>) : null
}

/** The memory that an arena's message hands over; shared memory stays where it is. */
export function arenaTransfer(arena: Arena): ArrayBuffer[] {
  const separate = [...arena.separate.values()].map(({ buffer }) => buffer)
  return [arena.bytes.buffer, arena.lengths.buffer, ...separate].filter((buffer) => buffer instanceof ArrayBuffer)
}

/** Calls `each` for every delivery of an arena, with views into it. Memory that was handed over is freed after its call. */
export function eachInArena(arena: Arena, each: (head: Uint8Array, body: Uint8Array) => void): void {
  let offset = 0
  for (let index = 0; index < arena.lengths.length; index += 2) {
    const headEnd = offset + (arena.lengths[index] as number)
    const head = arena.bytes.subarray(offset, headEnd)
    const own = arena.separate.get(index / 2)
    offset = headEnd + (own === undefined ? (arena.lengths[index + 1] as number) : 0)
    each(head, own ?? arena.bytes.subarray(headEnd, offset))
    // Megabytes that would wait for a collection, which nothing but they themselves makes necessary.
    own?.buffer.transfer(0)
  }
}
