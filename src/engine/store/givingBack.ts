import type { Operation } from './messages.ts'

/** Gives back the space that removed deliveries had, a few pages at a time. */
export interface GivingBack {
  /** Something was removed, or may have been before the last end. */
  soon(): void
}

/** Makes it. A failure ends it: it goes on after the next removal, or the next start. */
export function createGivingBack(
  operate: (operation: Operation) => Promise<number | null>,
  log: ((level: 'info' | 'warn', message: string) => void) | undefined,
): GivingBack {
  let running = false
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      while (((await operate({ kind: 'give-back' })) ?? 0) > 0);
    } while (again)
  }

  return {
    soon() {
      again = true
      if (running) return
      running = true
      run()
        .catch((error: unknown) => log?.('warn', `Space is given back later: ${String(error)}`))
        .finally(() => {
          running = false
        })
    },
  }
}

/** A step that took longer, ms, is followed by no longer rest. */
const mostRestMs = 100

/** Rests after a step as long as it took: the writer has half of its time for what arrives. */
export async function paced<Result>(step: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await step()
  const took = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, Math.min(took, mostRestMs)))
  return result
}
