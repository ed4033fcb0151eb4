import { hash } from 'node:crypto'
import { hashes, type HashName, isHere } from '../hashes.ts'
import { type Change, costOf, costOfCut, type JsonWriter, type Variant } from './causes/change.ts'
import { createDigester } from './createDigester.ts'
import type { Target } from './decodeTarget.ts'
import type { DigestMethod } from './digestMethods.ts'
import type { Key } from './keys.ts'
import type { BudgetLeft } from './createBudget.ts'

/** A message that was made once; others with the same bytes are left out. */
export interface Message {
  changes: readonly Change[]
  cost: number
  size: number
  /** The known writers of JSON that give these bytes. */
  writers: readonly JsonWriter[]
}

/** A digest of the search that equals a target. */
export interface Hit {
  key: Key
  message: Message
  method: DigestMethod
  target: Target
  truncated: boolean
}

/** A step of the search: every key with every message by every method. */
export interface Wave {
  messages(): Iterable<Variant>
  /** The cost of its cheapest message. */
  minCost: number
  /** A function where there are thousands of keys: they are made when the wave runs. */
  keys: readonly Key[] | (() => readonly Key[])
  methods: readonly DigestMethod[]
}

interface Tries {
  keys: readonly Key[]
  methods: readonly DigestMethod[]
}

export interface Search {
  /** Tries a wave; false when the budget was spent before its end. */
  run(wave: Wave): boolean
  hits: Hit[]
  /** Hashes that were not tried because this runtime has no implementation. */
  missingHashes: ReadonlySet<HashName>
  counts(): { tried: number; keys: number; messages: number; methods: number }
}

interface KnownMessage extends Message {
  writers: JsonWriter[]
  /** Pairs of key and method that were tried, as numbers. */
  tried: Set<number>
}

/** Upper bound on the keys of a search: a pair is `method * maxKeys + key`. */
const maxKeys = 1_048_576
/** Messages up to this size are identified by their bytes, larger ones by a hash, bytes. */
const maxNamedBytes = 1_024

/** Hex digits of 16 bytes: the shortest target. */
const headDigits = 32

/**
 * Starts a search for these digests. Pure except for its own state.
 * @param untilProof stops at the first proof, as if the budget were spent
 */
export function createSearch(targets: readonly Target[], budget: BudgetLeft, untilProof = false): Search {
  const digester = createDigester()
  const targetsByHead = new Map<string, Target[]>()
  for (const target of targets)
    targetsByHead.set(target.hex.slice(0, headDigits), [
      ...(targetsByHead.get(target.hex.slice(0, headDigits)) ?? []),
      target,
    ])
  const shortestTarget = Math.min(...targets.map(({ length }) => length))
  const messages = new Map<string, KnownMessage>()
  const known = knownMessages(messages)
  const numberOfKey = numbered<Key>()
  const numberOfMethod = numbered<DigestMethod>()
  const keysUsed = new Set<Key>()
  const methodsUsed = new Set<DigestMethod>()
  const hits: Hit[] = []
  const missingHashes = new Set<HashName>()
  const cutoff = createCutoff()
  let tried = 0
  const add = (hit: Hit) => {
    hits.push(hit)
    cutoff.lower(hit)
  }

  /** Also accepts a target that is the beginning of a digest: no target has less than 16 bytes. */
  const compare = (digest: string, hit: Omit<Hit, 'target' | 'truncated'>) => {
    for (const target of targetsByHead.get(digest.slice(0, headDigits)) ?? []) {
      if (digest === target.hex) add({ ...hit, target, truncated: false })
      else if (digest.length > target.hex.length && digest.startsWith(target.hex))
        add({ ...hit, target, truncated: true })
    }
  }
  const tryMessage = (message: KnownMessage, size: number, { keys, methods }: Tries): boolean => {
    for (const method of methods) {
      const first = numberOfMethod(method) * maxKeys
      for (const key of keys) {
        if (cutoff.isOver(message.cost + costOfKey(key) + costOf(method.changes))) continue
        const pair = first + numberOfKey(key)
        if (message.tried.has(pair) || (key.bytes.length === 0 && needsKey(method))) continue
        if (!budget.spend(size)) return false
        message.tried.add(pair)
        keysUsed.add(key)
        methodsUsed.add(method)
        tried++
        compare(digester.digest(method, key), { key, message, method })
        if (method.use === 'plain') break
      }
    }
    return true
  }
  return {
    hits,
    missingHashes,
    counts: () => ({ tried, keys: keysUsed.size, messages: messages.size, methods: methodsUsed.size }),
    run(wave) {
      if (cutoff.isOver(wave.minCost)) return true
      const fitting = wave.methods.filter(({ hash: name }) => hashes[name].bytes >= shortestTarget)
      const methods = fitting.filter(({ hash: name }) => isHere(name))
      for (const { hash: name } of fitting) if (!isHere(name)) missingHashes.add(name)
      const keys = typeof wave.keys === 'function' ? wave.keys() : wave.keys
      if (methods.length === 0 || keys.length === 0) return true
      for (const variant of wave.messages()) {
        if (budget.isSpent()) return false
        if (cutoff.skips(variant)) continue
        const { changes, make } = variant
        const bytes = make()
        if (bytes === null) continue
        const message = known(bytes, changes)
        digester.load(bytes)
        if (!tryMessage(message, bytes.length, { keys, methods })) return false
        if (untilProof && hits.length > 0 && !cutoff.isOver(0)) return false
      }
      return true
    },
  }
}

/**
 * Limits the search after a proof. Only a cheaper explanation, or another writer of JSON that gives the same message, can
 * still improve it, so variants that cost more are skipped. A proof over the unchanged message, or over a text that
 * replaces the body, ends the search.
 */
function createCutoff() {
  let maxCost = Infinity
  let settled = false
  return {
    lower({ key, message, method, target, truncated }: Hit) {
      const cost = costOfKey(key) + message.cost + costOf(method.changes) + target.cost + (truncated ? costOfCut : 0)
      maxCost = Math.min(maxCost, cost)
      settled ||= message.changes.every(({ cause }) => cause === 'body-consumed')
    },
    /** Whether a variant of this cost cannot improve the explanation. */
    isOver: (cost: number) => settled || cost > maxCost,
    skips: ({ changes }: Variant) =>
      settled || (costOf(changes) > maxCost && changes.every(({ writer }) => writer === undefined)),
  }
}

function costOfKey(key: Key): number {
  return key.origins[0]?.cost ?? 0
}

/** Returns the message with these bytes, and keeps the cheapest changes that lead to it. */
function knownMessages(
  messages: Map<string, KnownMessage>,
): (bytes: Buffer, changes: readonly Change[]) => KnownMessage {
  /** Cached rewrites are the same object each time. */
  const seen = new WeakMap<Buffer, KnownMessage>()
  const find = (bytes: Buffer): KnownMessage => {
    const name = bytes.length > maxNamedBytes ? hash('sha256', bytes, 'base64') : bytes.toString('latin1')
    let message = messages.get(name)
    if (message === undefined) {
      message = { changes: [], cost: Infinity, size: bytes.length, writers: [], tried: new Set() }
      messages.set(name, message)
    }
    return message
  }
  return (bytes, changes) => {
    const message = seen.get(bytes) ?? find(bytes)
    seen.set(bytes, message)
    const cost = costOf(changes)
    for (const { writer } of changes) if (writer !== undefined) message.writers.push(writer)
    if (cost < message.cost) {
      message.changes = changes
      message.cost = cost
    }
    return message
  }
}

/** Returns a function that numbers objects in the order in which they are seen. */
function numbered<T extends object>(): (thing: T) => number {
  const numbers = new Map<T, number>()
  return (thing) => {
    let number = numbers.get(thing)
    if (number === undefined) numbers.set(thing, (number = numbers.size))
    return number
  }
}

/** Methods that equal a plain hash where the key is empty; the plain hash is tried on its own. */
function needsKey({ use }: DigestMethod): boolean {
  return use === 'key-then-message' || use === 'message-then-key' || use === 'key-message-key'
}
