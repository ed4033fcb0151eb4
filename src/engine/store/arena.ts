import { encodeHead } from './deliveryHead.ts'
import type { NewDelivery } from './types.ts'

/**
 * A batch of deliveries in one block of memory, so that one transfer hands all of it to another thread without a copy:
 * head, body, head, body, ... with their lengths in bytes beside.
 */
export interface Arena {
  bytes: Uint8Array<ArrayBuffer>
  /** Two numbers for each delivery: length of its head, length of its body. */
  lengths: Uint32Array<ArrayBuffer>
}

/** Copies deliveries into one arena. The bodies may be reused by their owner as soon as this returns. */
export function packArena(deliveries: readonly NewDelivery[]): Arena {
  const heads: string[] = []
  let room = 0
  for (const delivery of deliveries) {
    const head = encodeHead(delivery)
    heads.push(head)
    // A UTF-16 unit takes at most three bytes of UTF-8.
    room += head.length * 3 + delivery.request.body.length
  }
  const bytes = Buffer.from(new ArrayBuffer(room))
  const lengths = new Uint32Array(deliveries.length * 2)
  let offset = 0
  for (const [index, delivery] of deliveries.entries()) {
    const written = bytes.write(heads[index] ?? '', offset, 'utf8')
    bytes.set(delivery.request.body, offset + written)
    lengths[index * 2] = written
    lengths[index * 2 + 1] = delivery.request.body.length
    offset += written + delivery.request.body.length
  }
  return { bytes, lengths }
}

/** Calls `each` for every delivery of an arena, with views into it. */
export function eachInArena(arena: Arena, each: (head: Uint8Array, body: Uint8Array) => void): void {
  let offset = 0
  for (let index = 0; index < arena.lengths.length; index += 2) {
    const headEnd = offset + (arena.lengths[index] as number)
    const bodyEnd = headEnd + (arena.lengths[index + 1] as number)
    each(arena.bytes.subarray(offset, headEnd), arena.bytes.subarray(headEnd, bodyEnd))
    offset = bodyEnd
  }
}
