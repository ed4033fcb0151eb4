import type { FetchFailure } from './fetchRuntime.ts'
import type { ShellEnd } from './runShell.ts'

/** The facts before a shell is started. Gathered by `gatherFacts`; `failure` is added as things are tried. */
export interface Facts {
  /** The shell that the user asked for by `--browser` or `--desktop`. */
  forced: 'browser' | 'desktop' | null
  /** `CI` is set: no window opens, and nothing may be fetched. */
  ci: boolean
  /** Chromium's sandbox refuses to run as root (Linux only). */
  root: boolean
  display: boolean
  /** Why Electron's sandbox cannot start here, null when nothing is known to keep it from that. */
  sandbox: SandboxProblem | null
  /** 'elsewhere-missing': a variable names another runtime's folder, and there is none in it. */
  runtime: 'there' | 'missing' | 'elsewhere-missing'
  /** The last attempt that failed. */
  failure: FetchFailure | EarlyEnd | NoWindow | null
}

export interface SandboxProblem {
  /** The kernel setting that keeps programs from making a sandbox of their own, and its value. */
  setting: string
  /** The helper that would make one, if root owned it with mode 4755. */
  helper: string
}

/** The desktop app crashed before the user had its window. */
export interface EarlyEnd {
  kind: 'ended-early'
  end: ShellEnd
}

/** The desktop app showed no window in time, and was ended. */
export interface NoWindow {
  kind: 'no-window'
  seconds: number
}

/** Why there is no desktop app; `describeObstacle` makes a sentence of it. */
export type Obstacle =
  | { kind: 'ci' | 'root' | 'no-display' | 'elsewhere-missing' }
  | { kind: 'sandbox'; problem: SandboxProblem }
  | FetchFailure
  | EarlyEnd
  | NoWindow

export type Plan =
  | { kind: 'desktop' }
  | { kind: 'fetch' }
  /** `because` is null where the person asked for the browser. */
  | { kind: 'browser'; because: Obstacle | null }
  /** The desktop app was asked for and cannot be had. */
  | { kind: 'refuse'; because: Obstacle }

/**
 * Decides what `npm start` does next. Pure; asked again after each attempt. `--desktop` goes past everything that is
 * only foreseen, but never fetches where `CI` is set.
 */
export function decide(facts: Facts): Plan {
  if (facts.forced === 'browser') return { kind: 'browser', because: null }
  const obstacle = facts.ci ? ({ kind: 'ci' } as const) : (tried(facts) ?? (facts.forced ? null : foreseen(facts)))
  if (obstacle !== null) {
    return facts.forced === 'desktop' ? { kind: 'refuse', because: obstacle } : { kind: 'browser', because: obstacle }
  }
  return facts.runtime === 'missing' ? { kind: 'fetch' } : { kind: 'desktop' }
}

/** Obstacles that are certain. A crash is explained by what was foreseen, where `--desktop` went past it. */
function tried(facts: Facts): Obstacle | null {
  if (facts.failure?.kind === 'ended-early' && facts.failure.end.signal !== null) {
    return foreseen(facts) ?? facts.failure
  }
  if (facts.failure !== null) return facts.failure
  return facts.runtime === 'elsewhere-missing' ? { kind: 'elsewhere-missing' } : null
}

/** Obstacles that would end the desktop app at its start. The helper of the sandbox comes with the runtime, so it is asked last. */
function foreseen(facts: Facts): Obstacle | null {
  if (facts.root) return { kind: 'root' }
  if (!facts.display) return { kind: 'no-display' }
  if (facts.sandbox !== null && facts.runtime === 'there') return { kind: 'sandbox', problem: facts.sandbox }
  return null
}
