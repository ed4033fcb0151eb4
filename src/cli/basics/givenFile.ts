import { readFileSync } from 'node:fs'
import { UsageProblem } from '../../host/shells/exitCodes.ts'

/** Reads the exact bytes of a file given on the command line; `-` is standard input. Throws UsageProblem. */
export function givenFile(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw unreadableFile(file, error)
  }
}

/** Why a named file cannot be read, in the words of a shell. @param error what the system threw */
export function unreadableFile(file: string, error: unknown): UsageProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new UsageProblem(`${file}: ${reasons[code] ?? (error instanceof Error ? error.message : String(error))}`)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a folder; name the file itself',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}
