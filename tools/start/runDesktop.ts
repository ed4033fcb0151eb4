import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { visibleSignVariable } from '../../src/desktop/visibleSign.ts'
import type { EarlyEnd, NoWindow } from './decide.ts'
import { runShell, type ShellEnd, type ShellOptions } from './runShell.ts'

export interface DesktopLimits {
  /** A desktop app that crashes within this time did not start, even if it showed a window, ms. */
  earlyMs: number
  /** A desktop app without a window after this time is ended, ms. */
  visibleMs: number
}

export interface DesktopRun {
  end: ShellEnd
  /** Why this was no start; null when the app has shown a window, or said itself why it cannot. */
  failure: EarlyEnd | NoWindow | null
}

/** Runs the desktop app to its end. An app that lives on without a window is of no use, and holds the data folder: it is ended. */
export async function runDesktop(
  program: string,
  words: readonly string[],
  options: ShellOptions & { limits: DesktopLimits },
): Promise<DesktopRun> {
  const { earlyMs, visibleMs } = options.limits
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-start-'))
  const sign = join(folder, 'visible')
  const hidden = new AbortController()
  const timer = setTimeout(() => {
    if (!existsSync(sign)) hidden.abort()
  }, visibleMs)
  try {
    const variables = { ...options.variables, [visibleSignVariable]: sign }
    const end = await runShell(program, words, { ...options, variables, stop: hidden.signal })
    if (hidden.signal.aborted && !end.asked) return { end, failure: { kind: 'no-window', seconds: visibleMs / 1000 } }
    const isEarly = endedEarly(end, { wasVisible: existsSync(sign), earlyMs })
    return { end, failure: isEarly ? { kind: 'ended-early', end } : null }
  } finally {
    clearTimeout(timer)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Exit codes that our own code has explained already: wrong usage, could not do it. */
const explained = new Set([2, 3])

/** Whether the desktop app ended before the user had its window, on its own and without an explanation of ours. Pure. */
export function endedEarly(end: ShellEnd, { wasVisible, earlyMs }: { wasVisible: boolean; earlyMs: number }): boolean {
  if (end.error !== null) return true
  if (end.asked || (wasVisible && end.afterMs > earlyMs)) return false
  return end.signal !== null || (end.code !== 0 && !explained.has(end.code ?? 0))
}
