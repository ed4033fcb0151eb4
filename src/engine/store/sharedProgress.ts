const flagNames = [
  'writerReady',
  'indexReady',
  'begun',
  'listening',
  'finishLog',
  'logWaits',
  'logIsCut',
  'indexSuspect',
  'compactIndex',
  'removing',
  'closing',
] as const

/**
 * - `writerReady`, `indexReady`: the thread has opened its file, so others may open it too.
 * - `begun`: the index may begin; every listener had a chance to subscribe.
 * - `listening`: somebody wants to hear what was indexed.
 * - `finishLog`: the log was moved over but for what came meanwhile; the writer moves the rest, so that it begins again.
 * - `logWaits`: the log is long and begins again only when nobody reads it: a long list ends its page.
 * - `logIsCut`: the writer waits for a moment in which nobody reads the log: who would begin to read waits for it.
 * - `indexSuspect`: the reader met damage; the index thread makes the index again and takes the flag down.
 * - `compactIndex`: the index thread writes its file again without what is free in it, and takes the flag down.
 * - `removing`: deliveries are being removed, one step after the other: the index takes them out afterwards.
 * - `closing`: the store is being closed.
 */
export type Flag = (typeof flagNames)[number]

const numberNames = [
  'committed',
  'indexed',
  'logBytes',
  'indexGeneration',
  'verdictChanges',
  'verdictsTaken',
  'lateAnswers',
  'removals',
] as const

/**
 * - `committed`, `indexed`: id of the newest delivery on disk, and in the index.
 * - `logBytes`: size of the log's file, see LogLimits.
 * - `verdictChanges`, `verdictsTaken`: number of the newest change of a verdict on disk, and in the index.
 * - `lateAnswers`: number of the newest answer on disk that went out later than the commit.
 * - `removals`: number of the newest removal of deliveries on disk.
 * - `indexGeneration`: how often index.db was made again while the store was open; a reader then opens it again.
 */
export type SharedNumber = (typeof numberNames)[number]

/** What the store's threads share, so that reporting how far they are costs no message. */
export interface SharedProgress {
  memory: SharedArrayBuffer
  is(flag: Flag): boolean
  set(flag: Flag, value: boolean): void
  number(name: SharedNumber): number
  setNumber(name: SharedNumber, value: number): void
  add(name: SharedNumber, value: number): void
  /** Wakes every thread that waits in `waitForChange`. */
  wake(): void
  /** Counts the calls of `wake`. */
  changes(): number
  /** Blocks this thread until `wake` was called after `changes` said `seen`, at most so many ms. */
  waitForChange(seen: number, ms: number): void
  /** Blocks this thread until a flag is set or the store is closing. */
  waitFor(flag: Flag): void
}

/** A word for each flag and one for the count of changes; what follows begins at a multiple of eight. */
const flagBytes = Math.ceil((flagNames.length + 1) / 2) * 8

/** Wraps shared memory; makes new memory when none is given. */
export function sharedProgress(memory = new SharedArrayBuffer(flagBytes + numberNames.length * 8)): SharedProgress {
  const flags = new Int32Array(memory, 0, flagNames.length + 1)
  const numbers = new BigInt64Array(memory, flagBytes, numberNames.length)
  const changesSlot = flagNames.length
  const is = (flag: Flag): boolean => Atomics.load(flags, flagNames.indexOf(flag)) === 1
  const changes = (): number => Atomics.load(flags, changesSlot)
  const waitForChange = (seen: number, ms: number): void => {
    Atomics.wait(flags, changesSlot, seen, ms)
  }
  return {
    memory,
    is,
    set(flag, value) {
      Atomics.store(flags, flagNames.indexOf(flag), value ? 1 : 0)
    },
    number: (name) => Number(Atomics.load(numbers, numberNames.indexOf(name))),
    setNumber(name, value) {
      Atomics.store(numbers, numberNames.indexOf(name), BigInt(value))
    },
    add(name, value) {
      Atomics.add(numbers, numberNames.indexOf(name), BigInt(value))
    },
    wake() {
      Atomics.add(flags, changesSlot, 1)
      Atomics.notify(flags, changesSlot)
    },
    changes,
    waitForChange,
    waitFor(flag) {
      for (let seen = changes(); !is(flag) && !is('closing'); seen = changes()) waitForChange(seen, 1000)
    },
  }
}
