import { createHash, createHmac, hash as hashOnce } from 'node:crypto'
import { hashes, type HashName } from '../hashes.ts'
import type { DigestMethod } from './digestMethods.ts'
import type { Key } from './keys.ts'

/** Makes digests of one message after another; hex, as it compares fastest. */
export interface Digester {
  /** The message that the next digests are of. */
  load(message: Buffer): void
  digest(method: DigestMethod, key: Key): string
}

/** Messages up to this size are copied behind the padded key and hashed in one call, which is twice as fast. */
const largestCopy = 65_536
/** Room for the widest block before the message. */
const room = 136

/**
 * An HMAC is two hashes of a padded key and what follows. One-shot hashes over prepared pads are faster than a keyed
 * object per try, and a search makes thousands of tries.
 */
export function createDigester(): Digester {
  let message: Buffer = Buffer.alloc(0)
  let scratch = Buffer.alloc(room + 4_096)
  const outer = Buffer.alloc(room + 64)
  const pads = new Map<HashName, Map<Key, Pads>>()

  const padsOf = (name: HashName, key: Key): Pads => {
    let known = pads.get(name)
    if (known === undefined) pads.set(name, (known = new Map()))
    let made = known.get(key)
    if (made === undefined) known.set(key, (made = makePads(name, key.bytes)))
    return made
  }
  const hmac = (name: HashName, key: Key): string => {
    if (message.length > largestCopy) return createHmac(name, key.bytes).update(message).digest('hex')
    const { block } = hashes[name]
    const { inner, outer: outerPad } = padsOf(name, key)
    scratch.set(inner, room - block)
    const digest = hashOnce(name, scratch.subarray(room - block, room + message.length), 'binary')
    outer.set(outerPad, 0)
    outer.write(digest, block, 'latin1')
    return hashOnce(name, outer.subarray(0, block + digest.length), 'hex')
  }
  return {
    load(next) {
      message = next
      if (next.length > largestCopy) return
      if (scratch.length < room + next.length) scratch = Buffer.alloc(room + next.length * 2)
      scratch.set(next, room)
    },
    digest({ hash, use }, key) {
      switch (use) {
        case 'hmac':
          return hmac(hash, key)
        case 'plain':
          return createHash(hash).update(message).digest('hex')
        case 'key-then-message':
          return createHash(hash).update(key.bytes).update(message).digest('hex')
        case 'message-then-key':
          return createHash(hash).update(message).update(key.bytes).digest('hex')
        case 'swapped':
          return createHmac(hash, message).update(key.bytes).digest('hex')
      }
    },
  }
}

interface Pads {
  inner: Buffer
  outer: Buffer
}

function makePads(name: HashName, key: Buffer): Pads {
  const { block } = hashes[name]
  const short = key.length > block ? Buffer.from(hashOnce(name, key, 'hex'), 'hex') : key
  const inner = Buffer.alloc(block, 0x36)
  const outer = Buffer.alloc(block, 0x5c)
  for (const [index, byte] of short.entries()) {
    inner[index] = byte ^ 0x36
    outer[index] = byte ^ 0x5c
  }
  return { inner, outer }
}
