import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files are looked at as often as this, ms, or less often where a look takes long. */
const minIntervalMs = 2000
/** A look takes at most about this share of the time. */
const share = 0.05

/**
 * Calls `onChange` after files changed, or files came to a folder or left it. Editors replace files and some file systems
 * announce nothing, so the files are looked at again and again. Returns how to stop.
 */
export function watchFiles(paths: readonly string[], onChange: () => void, intervalMs = minIntervalMs): () => void {
  let timer: NodeJS.Timeout | undefined
  let before: string | undefined
  let stopped = false

  async function look(): Promise<void> {
    const startedAt = performance.now()
    const now = (await Promise.all(paths.map(stateOf))).join('\n')
    if (stopped) return
    if (before !== undefined && before !== now) onChange()
    before = now
    timer = setTimeout(() => void look(), Math.max(intervalMs, (performance.now() - startedAt) / share)).unref()
  }

  if (paths.length > 0) void look()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

async function stateOf(path: string): Promise<string> {
  try {
    const facts = await stat(path)
    if (!facts.isDirectory()) return `${facts.mtimeMs} ${facts.size} ${facts.ino}`
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries.map((entry) => join(entry.parentPath, entry.name)).join('\n')
  } catch {
    return 'missing'
  }
}
