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
import { join } from 'node:path'

/** What is kept between two starts on one data folder. */
export interface KeptKey {
  token: string
  folder: string
  port: number | null
}

export type KeyFile =
  | { kind: 'kept'; key: KeptKey }
  /** There is none, or nothing that can be read. */
  | { kind: 'none' }
  /** Others may have seen the key, or put it there. `reason` continues "page.key ...". */
  | { kind: 'exposed'; reason: string; folder: string | null; port: number | null }

export const keyFileIn = (folder: string) => join(folder, 'page.key')

/** Reads the key's file without following a link. Throws what the system says when it is there and cannot be read. */
export function readKeyFile(file: string): KeyFile {
  // A pipe in its place must not hold up the start. Windows has neither flag, and `undefined` sets none.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  let descriptor: number
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { kind: 'none' }
    if (code === 'ELOOP') return { kind: 'exposed', reason: 'was a link', folder: null, port: null }
    throw error
  }
  try {
    const exposure = exposureOf(descriptor)
    const key = exposure === 'is not a file' ? null : parse(readFileSync(descriptor, 'utf8'))
    if (exposure === null) return key === null ? { kind: 'none' } : { kind: 'kept', key }
    return { kind: 'exposed', reason: exposure, folder: key?.folder ?? null, port: key?.port ?? null }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Replaces the key's file; a link in its place is replaced, not followed. Answers whether only its owner can read it:
 * some file systems know no rights. Throws what the system says.
 */
export function writeKeyFile(file: string, key: KeptKey): boolean {
  const fresh = `${file}.new`
  // Left by a process that was killed in between, or laid there by somebody: never written into.
  rmSync(fresh, { force: true })
  const descriptor = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(descriptor, `${JSON.stringify(key)}\n`)
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

/** Why others may know what is in an open file; null when they cannot. */
function exposureOf(descriptor: number): string | null {
  const { mode, uid } = fstatSync(descriptor)
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) return 'is not a file'
  // There rights are lists of access, which the user's own folder keeps narrow; mode and owner say nothing.
  if (process.platform === 'win32') return null
  if (uid !== process.getuid?.()) return 'belonged to another user'
  return (mode & 0o077) === 0 ? null : `had mode 0${(mode & 0o777).toString(8)}`
}

function parse(text: string): KeptKey | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { token, folder, port } = value as Record<string, unknown>
  if (!isToken(token) || !isToken(folder)) return null
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
  return { token, folder, port: isPort ? port : null }
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value)
}
