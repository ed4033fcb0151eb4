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

/** Messages up to this size are copied behind the padded key and hashed in one call, which is several times as fast, bytes. */
const maxCopiedBytes = 65_536
/** The widest hash block, in front of the message, bytes. */
const blockRoom = 136

/**
 * An HMAC is two hashes of a padded key and what follows. One-shot hashes over prepared pads cost a fifth of an object
 * per try, and a search makes thousands of tries.
 */
export function createDigester(): Digester {
  let message: Buffer = Buffer.alloc(0)
  let scratch = Buffer.alloc(blockRoom + 4_096)
  const outer = Buffer.alloc(blockRoom + 64)
  const pads = new Map<HashName, Map<Key, Pads>>()
  /** One view per block size and message: creating a Buffer costs as much as hashing a block. */
  let views = new Map<number, Buffer>()
  let swapped = new Map<HashName, Pads>()
  const outerViews = new Map<HashName, Buffer>()

  const viewOf = (block: number): Buffer => {
    let view = views.get(block)
    if (view === undefined) {
      view = scratch.subarray(blockRoom - block, blockRoom + message.length)
      views.set(block, view)
    }
    return view
  }
  const outerViewOf = (name: HashName): Buffer => {
    let view = outerViews.get(name)
    if (view === undefined) {
      view = outer.subarray(0, hashes[name].block + hashes[name].bytes)
      outerViews.set(name, view)
    }
    return view
  }
  const padsOf = (name: HashName, key: Key): Pads => {
    let known = pads.get(name)
    if (known === undefined) pads.set(name, (known = new Map()))
    let made = known.get(key)
    if (made === undefined) known.set(key, (made = makePads(name, key.bytes)))
    return made
  }
  const outerHash = (name: HashName, outerPad: Buffer, inner: string): string => {
    outer.set(outerPad, 0)
    outer.write(inner, hashes[name].block, 'latin1')
    return hashOnce(name, outerViewOf(name), 'hex')
  }
  const hmac = (name: HashName, key: Key): string => {
    if (message.length > maxCopiedBytes) return hmacOf(name, key, message)
    const { block } = hashes[name]
    const { inner, outer: outerPad } = padsOf(name, key)
    scratch.set(inner, blockRoom - block)
    return outerHash(name, outerPad, hashOnce(name, viewOf(block), 'binary'))
  }
  /** The HMAC with the message as key: its pads are the same for every secret. */
  const hmacSwapped = (name: HashName, key: Key): string => {
    let made = swapped.get(name)
    if (made === undefined) swapped.set(name, (made = makePads(name, message)))
    return outerHash(name, made.outer, hashOnce(name, Buffer.concat([made.inner, key.bytes]), 'binary'))
  }
  return {
    load(next) {
      message = next
      views = new Map()
      swapped = new Map()
      if (next.length > maxCopiedBytes) return
      if (scratch.length < blockRoom + next.length) scratch = Buffer.alloc(blockRoom + next.length * 2)
      scratch.set(next, blockRoom)
    },
    digest({ hash, use, separator = '', inner = 'latin1' }, key) {
      switch (use) {
        case 'hmac':
          return hmac(hash, key)
        case 'hmac-twice':
          return hmacOf(hash, key, Buffer.from(Buffer.from(hmac(hash, key), 'hex').toString(inner), 'latin1'))
        case 'plain':
          return hashOnce(hash, message, 'hex')
        case 'key-then-message':
          return joined(hash, message.length, [key.bytes, Buffer.from(separator), message])
        case 'message-then-key':
          return joined(hash, message.length, [message, Buffer.from(separator), key.bytes])
        case 'key-message-key':
          return joined(hash, message.length, [key.bytes, message, key.bytes])
        case 'swapped':
          return hmacSwapped(hash, key)
      }
    },
  }
}

function hmacOf(name: HashName, key: Key, message: Buffer): string {
  return createHmac(name, key.bytes).update(message).digest('hex')
}

/** A hash of parts one after the other. */
function joined(name: HashName, size: number, parts: Buffer[]): string {
  if (size <= maxCopiedBytes) return hashOnce(name, Buffer.concat(parts), 'hex')
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

interface Pads {
  inner: Buffer
  outer: Buffer
}

function makePads(name: HashName, key: Buffer): Pads {
  const { block } = hashes[name]
  const short = key.length > block ? hashOnce(name, key, 'buffer') : key
  const pads = Buffer.allocUnsafe(block * 2)
    .fill(0x36, 0, block)
    .fill(0x5c, block)
  for (let index = 0; index < short.length; index++) {
    const byte = short[index] as number
    pads[index] = byte ^ 0x36
    pads[block + index] = byte ^ 0x5c
  }
  return { inner: pads.subarray(0, block), outer: pads.subarray(block) }
}
