/** Why one of several deliveries was left out. */
export type LeftOut = 'noObject' | 'notVerified' | 'tooMany'

/** The outcome of one of them. */
export type Step = { kind: 'done' } | { kind: 'left'; why: LeftOut } | { kind: 'failed'; why: string }

/** The outcome of an action on several deliveries. */
export interface RunResult {
  of: number
  done: number
  left: Readonly<Partial<Record<LeftOut, number>>>
  failed: number
  /** The sentence of the first that failed. */
  firstFailure: string | null
  /** Number of deliveries not begun because the run was stopped. */
  notBegun: number
}

interface RunOptions {
  /** Number of parallel actions; 1 keeps their order. */
  atOnce: number
  /** The rest is not begun after one that failed. */
  stopAtFailure?: boolean
  signal: AbortSignal
  onProgress: (ended: number) => void
}

/** Runs an action on each of several deliveries, in order. A stop lets the current ones finish. */
export async function runForEach(
  ids: readonly string[],
  work: (id: string) => Promise<Step>,
  { atOnce, stopAtFailure = false, signal, onProgress }: RunOptions,
): Promise<RunResult> {
  const steps: Step[] = []
  let next = 0
  const goesOn = () =>
    next < ids.length && !signal.aborted && !(stopAtFailure && steps.some(({ kind }) => kind === 'failed'))
  const lane = async () => {
    while (goesOn()) {
      const id = ids[next++] as string
      steps.push(await work(id))
      onProgress(steps.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const left: Partial<Record<LeftOut, number>> = {}
  for (const step of steps) if (step.kind === 'left') left[step.why] = (left[step.why] ?? 0) + 1
  const failures = steps.flatMap((step) => (step.kind === 'failed' ? [step.why] : []))
  return {
    of: ids.length,
    done: steps.filter(({ kind }) => kind === 'done').length,
    left,
    failed: failures.length,
    firstFailure: failures[0] ?? null,
    notBegun: ids.length - steps.length,
  }
}
