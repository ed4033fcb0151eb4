import { hash } from 'node:crypto'
import { hashes, type HashName, isHere } from '../hashes.ts'
import { type Change, costOf, type JsonWriter, type Variant } from './causes/change.ts'
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

/** What a part of the search tries: every key with every message by every method. */
export interface Wave {
  messages: Iterable<Variant>
  keys: readonly Key[]
  methods: readonly DigestMethod[]
  /** Whether a digest that begins with a shorter target counts, at 16 bytes and more. */
  truncated?: boolean
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
  tried: Map<DigestMethod, Set<Key>>
}

/** Hex digits of 16 bytes: the shortest target. */
const head = 32

/** Starts a search for these digests. Pure but for its own bookkeeping. */
export function createSearch(targets: readonly Target[], budget: BudgetLeft): Search {
  const digester = createDigester()
  const heads = new Map<string, Target[]>()
  for (const target of targets)
    heads.set(target.hex.slice(0, head), [...(heads.get(target.hex.slice(0, head)) ?? []), target])
  const lengths = new Set(targets.map(({ length }) => length))
  const shortestTarget = Math.min(...lengths)
  const messages = new Map<string, Known>()
  const keysUsed = new Set<Key>()
  const methodsUsed = new Set<DigestMethod>()
  const hits: Hit[] = []
  const missing = new Set<HashName>()
  let tried = 0

  const known = (bytes: Buffer, changes: readonly Change[]): Known => {
    const name = hash('sha256', bytes, 'base64')
    const cost = costOf(changes)
    const writers = changes.flatMap(({ writer }) => writer ?? [])
    const message = messages.get(name)
    if (message === undefined) {
      const made = { changes, cost, size: bytes.length, writers, tried: new Map<DigestMethod, Set<Key>>() }
      messages.set(name, made)
      return made
    }
    message.writers.push(...writers)
    if (cost < message.cost) Object.assign(message, { changes, cost })
    return message
  }
  const compare = (digest: string, hit: Omit<Hit, 'target' | 'truncated'>, truncated: boolean) => {
    for (const target of heads.get(digest.slice(0, head)) ?? []) {
      if (digest === target.hex) hits.push({ ...hit, target, truncated: false })
      else if (truncated && digest.length > target.hex.length && digest.startsWith(target.hex))
        hits.push({ ...hit, target, truncated: true })
    }
  }
  const tryMessage = (message: Known, size: number, wave: Wave, methods: readonly DigestMethod[]): boolean => {
    for (const method of methods) {
      let done = message.tried.get(method)
      if (done === undefined) message.tried.set(method, (done = new Set()))
      for (const key of wave.keys) {
        if (done.has(key) || (key.bytes.length === 0 && needsKey(method))) continue
        if (!budget.spend(size)) return false
        done.add(key)
        keysUsed.add(key)
        methodsUsed.add(method)
        tried++
        compare(digester.digest(method, key), { key, message, method }, wave.truncated === true)
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
      const fitting = wave.methods.filter(({ hash: name }) => {
        const { bytes } = hashes[name]
        return lengths.has(bytes) || (wave.truncated === true && shortestTarget < bytes)
      })
      const methods = fitting.filter(({ hash: name }) => isHere(name))
      for (const { hash: name } of fitting) if (!isHere(name)) missing.add(name)
      if (methods.length === 0 || wave.keys.length === 0) return true
      for (const { changes, make } of wave.messages) {
        if (budget.isSpent()) return false
        const bytes = make()
        if (bytes === null) continue
        const message = known(bytes, changes)
        digester.load(bytes)
        if (!tryMessage(message, bytes.length, wave, methods)) return false
      }
      return true
    },
  }
}

/** Joined with nothing, a message is only hashed, which is a story of its own. */
function needsKey({ use }: DigestMethod): boolean {
  return use === 'key-then-message' || use === 'message-then-key'
}
