import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import { StoreUnavailable } from '../../engine/store/records/failures.ts'
import type { Storage } from '../../shared/wireTypes.ts'

type Work = NonNullable<Storage['work']>

/** Runs work on whole files of the data folder, one at a time. */
export interface ExclusiveWork {
  /** The present work, or null. */
  view(): Work | null
  /** Progress of the present work. */
  progress(done: number, of: number): void
  /** Rejects with ExpectedFailure (other work goes on, it failed, it was cancelled) or StoreUnavailable. */
  alone<Result>(kind: Work['kind'], run: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Cancels the present work and resolves when it has ended. Rejects with ExpectedFailure during a compaction. */
  cancel(): Promise<void>
}

/** Makes it. */
export function createExclusiveWork(now: () => number): ExclusiveWork {
  let work: Work | null = null
  let running: { controller: AbortController; ended: Promise<void> } | null = null
  return {
    view: () => work,
    progress(done, of) {
      if (work !== null) work = { ...work, done, of }
    },
    async alone(kind, run) {
      if (work !== null) throw new ExpectedFailure({ code: 'storage-busy', fields: {} })
      const canBeCancelled = kind !== 'compact'
      work = { kind, startedAt: new Date(now()).toISOString(), done: null, of: null, canBeCancelled }
      const controller = new AbortController()
      const ending = Promise.withResolvers<void>()
      running = { controller, ended: ending.promise }
      try {
        return await run(controller.signal)
      } catch (error) {
        if (controller.signal.aborted) throw new ExpectedFailure({ code: 'storage-cancelled', fields: { kind } })
        if (error instanceof ExpectedFailure || error instanceof StoreUnavailable) throw error
        const detail = error instanceof Error ? error.message : String(error)
        throw new ExpectedFailure({ code: 'storage-failed', fields: { detail } })
      } finally {
        work = null
        running = null
        ending.resolve()
      }
    },
    async cancel() {
      if (work?.kind === 'compact') throw new ExpectedFailure({ code: 'compaction-goes-on', fields: {} })
      running?.controller.abort()
      await running?.ended
    },
  }
}
