import { type FSWatcher, watch } from 'node:fs'

/** Several changes within this time are one, ms: editors write a file in a few steps. */
const quietMs = 100

/** Watches the files of a folder that may not exist yet. */
export interface FolderWatch {
  /** Watches from now on, where the folder exists and is not watched yet. */
  begin(): void
  stop(): void
}

/** @param ending of the names that are of interest */
export function watchFolder(folder: string, ending: string, onChange: () => void): FolderWatch {
  let watcher: FSWatcher | null = null
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    watcher?.close()
    watcher = null
  }
  const note = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, quietMs).unref()
  }
  return {
    begin: () => {
      if (watcher !== null) return
      try {
        // Some systems give no name.
        watcher = watch(folder, { persistent: false }, (_kind, name) => {
          if (name === null || name.endsWith(ending)) note()
        })
        // The folder was removed, or the system has no watches left: the next begin() tries again.
        watcher.on('error', end)
      } catch {
        end()
      }
    },
    stop: () => {
      clearTimeout(timer)
      end()
    },
  }
}
