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

/** A digest that came out exactly. */
export interface Hit {
  key: Key
  message: Message
  method: DigestMethod
  target: Target
  truncated: boolean
}

/** A part of the search: it tries every key with every message by every method. */
export interface Wave {
  messages(): Iterable<Variant>
  /** No message of it takes fewer changes. */
  least: number
  /** Thousands of keys are only made when the wave's turn comes. */
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
  /** Hashes that would have been tried, had this runtime's crypto made them. */
  missing: ReadonlySet<HashName>
  counts(): { tried: number; keys: number; messages: number; methods: number }
}

interface Known extends Message {
  writers: JsonWriter[]
  /** Pairs of key and method, by their numbers. */
  tried: Set<number>
}

/** More keys than a search can have. */
const keyRoom = 1_048_576
/** Messages up to this size are told apart by their bytes as text, which is cheaper than by a hash. */
const largestName = 1_024

/** Hex digits of 16 bytes: the shortest target. */
const head = 32

/**
 * Starts a search for these digests. Pure except for its own state.
 * @param untilProof ends with the first proof, as if the budget was spent
 */
export function createSearch(targets: readonly Target[], budget: BudgetLeft, untilProof = false): Search {
  const digester = createDigester()
  const heads = new Map<string, Target[]>()
  for (const target of targets)
    heads.set(target.hex.slice(0, head), [...(heads.get(target.hex.slice(0, head)) ?? []), target])
  const shortestTarget = Math.min(...targets.map(({ length }) => length))
  const messages = new Map<string, Known>()
  const known = knownMessages(messages)
  const numberOfKey = numbering<Key>()
  const numberOfMethod = numbering<DigestMethod>()
  const keysUsed = new Set<Key>()
  const methodsUsed = new Set<DigestMethod>()
  const hits: Hit[] = []
  const missing = new Set<HashName>()
  const bar = createBar()
  let tried = 0
  const add = (hit: Hit) => {
    hits.push(hit)
    bar.lower(hit)
  }

  /** A digest that begins with a shorter target counts: no target has less than 16 bytes. */
  const compare = (digest: string, hit: Omit<Hit, 'target' | 'truncated'>) => {
    for (const target of heads.get(digest.slice(0, head)) ?? []) {
      if (digest === target.hex) add({ ...hit, target, truncated: false })
      else if (digest.length > target.hex.length && digest.startsWith(target.hex))
        add({ ...hit, target, truncated: true })
    }
  }
  const tryMessage = (message: Known, size: number, { keys, methods }: Tries): boolean => {
    for (const method of methods) {
      const first = numberOfMethod(method) * keyRoom
      for (const key of keys) {
        if (bar.isOver(message.cost + costOfKey(key) + costOf(method.changes))) continue
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
    missing,
    counts: () => ({ tried, keys: keysUsed.size, messages: messages.size, methods: methodsUsed.size }),
    run(wave) {
      if (bar.isOver(wave.least)) return true
      const fitting = wave.methods.filter(({ hash: name }) => hashes[name].bytes >= shortestTarget)
      const methods = fitting.filter(({ hash: name }) => isHere(name))
      for (const { hash: name } of fitting) if (!isHere(name)) missing.add(name)
      const keys = typeof wave.keys === 'function' ? wave.keys() : wave.keys
      if (methods.length === 0 || keys.length === 0) return true
      for (const variant of wave.messages()) {
        if (budget.isSpent()) return false
        if (bar.leavesOut(variant)) continue
        const { changes, make } = variant
        const bytes = make()
        if (bytes === null) continue
        const message = known(bytes, changes)
        digester.load(bytes)
        if (!tryMessage(message, bytes.length, { keys, methods })) return false
        if (untilProof && hits.length > 0 && !bar.isOver(0)) return false
      }
      return true
    },
  }
}

/**
 * A proof sets the bar. The digest is explained; what is left to find is a shorter way to the same message, and the
 * other writers of JSON that give it. So whatever takes more changes is left out, and a proof over the message as it came,
 * or over a text that has nothing of it, ends the search.
 */
function createBar() {
  let height = Infinity
  let settled = false
  return {
    lower({ key, message, method, target, truncated }: Hit) {
      const cost = costOfKey(key) + message.cost + costOf(method.changes) + target.cost + (truncated ? costOfCut : 0)
      height = Math.min(height, cost)
      settled ||= message.changes.every(({ cause }) => cause === 'body-consumed')
    },
    /** Whether nothing of this cost or more can be of use. */
    isOver: (cost: number) => settled || cost > height,
    leavesOut: ({ changes }: Variant) =>
      settled || (costOf(changes) > height && changes.every(({ writer }) => writer === undefined)),
  }
}

function costOfKey(key: Key): number {
  return key.origins[0]?.cost ?? 0
}

/** Returns the message of these bytes, new or known; a cheaper way to the same bytes takes the place of a dearer one. */
function knownMessages(messages: Map<string, Known>): (bytes: Buffer, changes: readonly Change[]) => Known {
  /** Cached rewrites are the same object each time. */
  const seen = new WeakMap<Buffer, Known>()
  const find = (bytes: Buffer): Known => {
    const name = bytes.length > largestName ? hash('sha256', bytes, 'base64') : bytes.toString('latin1')
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

/** Numbers things in the order in which they are seen. */
function numbering<T extends object>(): (thing: T) => number {
  const numbers = new Map<T, number>()
  return (thing) => {
    let number = numbers.get(thing)
    if (number === undefined) numbers.set(thing, (number = numbers.size))
    return number
  }
}

/** Joined with nothing, a message is only hashed, which is a story of its own. */
function needsKey({ use }: DigestMethod): boolean {
  return use === 'key-then-message' || use === 'message-then-key' || use === 'key-message-key'
}
