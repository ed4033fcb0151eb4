import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolders } from '../../engine/store/folder/makeFolders.ts'
import type { HostLog } from './reportFaults.ts'

/** A log file that never grows beyond its limit, and never is in the way: what cannot be written is left out. */
export interface LogFile {
  path: string
  log: HostLog
  close(): void
}

export interface LogFileLimits {
  /** A file larger than this is set aside, bytes. */
  maxBytes: number
  /** Files in all, the one that is written among them. */
  files: number
  /** Pause after a failure, ms: a full disk is not asked for every line. */
  retryMs: number
}

const usualLimits: LogFileLimits = { maxBytes: 1_000_000, files: 3, retryMs: 30_000 }

/** The log of a data folder. Both shells write there; one process at a time holds the folder. */
export function logPath(dataFolder: string): string {
  return join(dataFolder, 'logs', 'hookscope.log')
}

/**
 * Opens the log file of a data folder for lines of information and worse, each an object of JSON. Only its owner reads it.
 * Never throws: without a disk to write to, lines are dropped until there is one again.
 */
export function openLogFile(dataFolder: string, limits: LogFileLimits = usualLimits, now = Date.now): LogFile {
  const path = logPath(dataFolder)
  let file: { descriptor: number; size: number } | null = null
  let failedAt = -Infinity

  function open(): { descriptor: number; size: number } {
    makeFolders(dirname(path))
    const descriptor = openSync(path, 'a', 0o600)
    return { descriptor, size: fstatSync(descriptor).size }
  }

  function close(): void {
    if (file === null) return
    try {
      closeSync(file.descriptor)
    } catch {
      // Nothing more can be done about it.
    }
    file = null
  }

  function setAside(): void {
    close()
    for (let number = limits.files - 1; number >= 1; number--) {
      const from = number === 1 ? path : numbered(path, number - 1)
      try {
        renameSync(from, numbered(path, number))
      } catch {
        // That many files do not exist yet.
      }
    }
  }

  function write(line: Uint8Array): void {
    if (now() - failedAt < limits.retryMs) return
    try {
      file ??= open()
      if (file.size > 0 && file.size + line.length > limits.maxBytes) {
        setAside()
        file = open()
      }
      file.size += writeSync(file.descriptor, line)
    } catch {
      failedAt = now()
      close()
    }
  }

  // The page shows the path: the file is there from the start, also while nothing is worth a line.
  try {
    file = open()
  } catch {
    // The first line tries again.
  }
  return {
    path,
    log: (level, msg, fields) => {
      if (level !== 'debug') write(Buffer.from(`${logLine(level, msg, fields, now())}\n`))
    },
    close,
  }
}

/** Two logs as one, such as the terminal's and the file's. */
export function both(one: HostLog, other: HostLog): HostLog {
  return (level, msg, fields) => {
    one(level, msg, fields)
    other(level, msg, fields)
  }
}

/** One line, whatever is in it: a message that holds line breaks stays one. */
export function logLine(level: string, msg: string, fields: Record<string, unknown> | undefined, time: number): string {
  try {
    return JSON.stringify({ level, time, ...fields, msg })
  } catch {
    return JSON.stringify({ level, time, msg })
  }
}

/** "hookscope.log" -> "hookscope.2.log" */
function numbered(path: string, number: number): string {
  return path.replace(/\.log$/, `.${number}.log`)
}
