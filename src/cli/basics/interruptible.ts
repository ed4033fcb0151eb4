import { untilSignal } from './untilSignal.ts'

/** A signal ended a command that owed an answer: exit 130. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

export interface Interruptible {
  signal: AbortSignal
  /** Passes the result of `work` on, or rejects with Interrupted at a signal that comes before. */
  or<Result>(work: Promise<Result>): Promise<Result>
}

/** From now on a signal interrupts a command that owes an answer. `said`: what remains of its work. */
export function interruptible(said: string): Interruptible {
  const stop = new AbortController()
  void untilSignal().then(() => stop.abort())
  const { signal } = stop
  return {
    signal,
    or: async (work) => {
      let interrupt = () => {}
      const interrupted = new Promise<never>((_resolve, reject) => {
        interrupt = () => reject(new Interrupted(said))
        if (signal.aborted) interrupt()
        else signal.addEventListener('abort', interrupt, { once: true })
      })
      // The one that is not waited for may fail later.
      work.catch(() => undefined)
      interrupted.catch(() => undefined)
      return Promise.race([work, interrupted]).finally(() => signal.removeEventListener('abort', interrupt))
    },
  }
}
