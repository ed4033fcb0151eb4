import type { ReadScenarioRunInput } from '../../shared/wireTypes.ts'
import type { RunBoard } from './runBoard.ts'
import type { CommandOutcome } from './runContext.ts'

/** Pauses a run before steps until `next`. */
export function createGate({ stepwise, pauseBefore }: ReadScenarioRunInput, board: RunBoard, signal: AbortSignal) {
  let isStepwise = stepwise
  const before = new Set(pauseBefore)
  let resumed = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resumed.resolve(), { once: true })
  return {
    pass: async (place: number) => {
      if (!isStepwise && !before.has(place)) return
      if (signal.aborted) return
      board.set({ state: 'paused' })
      await resumed.promise
      resumed = Promise.withResolvers()
      if (signal.aborted) resumed.resolve()
      board.set({ state: 'running' })
    },
    pause: () => {
      isStepwise = true
    },
    next: (toEnd: boolean) => {
      isStepwise = !toEnd && isStepwise
      if (toEnd) before.clear()
      if (board.view().state === 'paused') resumed.resolve()
    },
  }
}

/** Asks the client to run commands, one at a time. */
export function createAsking(board: RunBoard, signal: AbortSignal) {
  let asked: { id: string; resolve(outcome: CommandOutcome): void } | null = null
  let count = 0
  return {
    ask: async (command: string | null): Promise<CommandOutcome> => {
      const id = String((count += 1))
      const { promise, resolve } = Promise.withResolvers<CommandOutcome>()
      const end = () => resolve({ exit: null, output: 'the run was cancelled' })
      asked = { id, resolve }
      signal.addEventListener('abort', end, { once: true })
      board.set({ asks: { id, what: command === null ? 'effects' : 'step', command } })
      const outcome = await promise
      signal.removeEventListener('abort', end)
      asked = null
      board.set({ asks: null })
      return outcome
    },
    answer: (id: string, outcome: CommandOutcome) => {
      if (asked?.id !== id) return false
      asked.resolve(outcome)
      return true
    },
  }
}
