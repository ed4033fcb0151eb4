import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'

/** What is in a file that holds a key. */
export type PrivateFile =
  | { kind: 'none' }
  | { kind: 'private'; text: string }
  /** Others may have seen the text, or put it there. `reason` continues "the file ..."; null where it is no file. */
  | { kind: 'exposed'; reason: string; text: string | null }

/** Reads a file that only its owner may read, without following a link. Throws what the system says when it is there and cannot be read. */
export function readPrivateFile(file: string): PrivateFile {
  // A pipe in its place must not hold up the start. Windows has neither flag, and `undefined` sets none.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  let descriptor: number
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { kind: 'none' }
    if (code === 'ELOOP') return { kind: 'exposed', reason: 'was a link', text: null }
    throw error
  }
  try {
    const reason = exposureOf(descriptor)
    const text = reason === notAFile ? null : readFileSync(descriptor, 'utf8')
    return reason === null ? { kind: 'private', text: text ?? '' } : { kind: 'exposed', reason, text }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Replaces a file that only its owner may read; a link in its place is replaced, not followed. Answers whether only its
 * owner can read it: some file systems know no rights, and there nothing is written. Throws what the system says.
 */
export function writePrivateFile(file: string, text: string): boolean {
  const fresh = `${file}.new`
  // Left by a process that was killed in between, or laid there by somebody: never written into.
  rmSync(fresh, { force: true })
  const descriptor = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
    if (exposureOf(descriptor) !== null) {
      rmSync(fresh)
      return false
    }
  } finally {
    closeSync(descriptor)
  }
  renameSync(fresh, file)
  return true
}

const notAFile = 'is not a file'

/** Why others may know what is in an open file; null when they cannot. */
function exposureOf(descriptor: number): string | null {
  const { mode, uid } = fstatSync(descriptor)
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) return notAFile
  // There rights are lists of access, which the user's own folder keeps narrow; mode and owner say nothing.
  if (process.platform === 'win32') return null
  if (uid !== process.getuid?.()) return 'belonged to another user'
  return (mode & 0o077) === 0 ? null : `had mode 0${(mode & 0o777).toString(8)}`
}
