/**
 * How far the follow-ups of one environment were read from what is stored, in order of arrival. What is read or taken at
 * once is open until its record is on disk: only what lies before all of that is settled, and never read again.
 * Deliveries are numbers here, as they are given.
 */
export interface Cursor {
  /** There may be some to read. */
  isBehind(): boolean
  /** Begins to read; answers after which delivery. */
  beginRead(): number
  /** @param more there are some left after it */
  endRead(upTo: number, more: boolean): void
  /** One came; `taken`: it is open from now on, whatever waits before it. */
  arrive(id: number, taken: boolean): void
  /** Reads whatever is open once more. */
  readAgain(): void
  has(id: number): boolean
  open(id: number): void
  /** Its record is on disk, or it needs none. */
  settle(id: number): void
  /** It is to be read again. */
  giveBack(id: number): void
  /** Up to where everything is settled, when that is at least so far ahead of what this said before; else null. */
  toNote(ahead: number): number | null
}

/** Begins after a delivery up to which everything is settled; what comes then is to be read. */
export function createCursor(upTo: number): Cursor {
  const opened = new Set<number>()
  let readTo = upTo
  let noted = upTo
  let behind = true
  let reading = false
  /** The first that was given back while others were read. */
  let back = Infinity

  return {
    isBehind: () => behind,
    beginRead: () => {
      reading = true
      behind = false
      back = Infinity
      return readTo
    },
    endRead: (end, more) => {
      reading = false
      readTo = Math.min(Math.max(readTo, end), back - 1)
      if (more) behind = true
    },
    arrive: (id, taken) => {
      if (taken) opened.add(id)
      if (!taken) behind = true
      else if (!behind && !reading) readTo = Math.max(readTo, id)
    },
    readAgain: () => {
      behind = true
    },
    has: (id) => opened.has(id),
    open: (id) => opened.add(id),
    settle: (id) => void opened.delete(id),
    giveBack: (id) => {
      if (!opened.delete(id)) return
      readTo = Math.min(readTo, id - 1)
      back = Math.min(back, id)
      behind = true
    },
    toNote: (ahead) => {
      let settled = readTo
      for (const id of opened) settled = Math.min(settled, id - 1)
      if (settled - noted < ahead) return null
      noted = settled
      return settled
    },
  }
}
