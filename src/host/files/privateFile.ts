import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

/** The content of a file that holds a key. */
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
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'none' }
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
  // Left by a process that was killed in between, or put there by another user: never written into.
  rmSync(fresh, { force: true })
  const descriptor = openSync(fresh, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
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

/**
 * Creates a file that only its owner may read. It appears as a whole and synced, or not at all: a full disk or a kill leaves
 * no part of it under its name. Throws the system's error, also when the file exists.
 */
export function createPrivateFile(file: string, text: string): void {
  const folder = dirname(file)
  const isLeftover = (name: string) => name.startsWith(`${basename(file)}.`) && name.endsWith('.new')
  for (const name of readdirSync(folder).filter(isLeftover)) rmSync(join(folder, name), { force: true })
  const fresh = `${file}.${randomUUID()}.new`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true })
    moveTo(fresh, file)
  } finally {
    rmSync(fresh, { force: true })
  }
  if (process.platform !== 'win32') syncFolder(folder)
}

/** A link never replaces a file, as a second process that starts in the same moment would; some file systems know no links. */
function moveTo(fresh: string, file: string): void {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if (existsSync(file)) throw error
    renameSync(fresh, file)
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
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
