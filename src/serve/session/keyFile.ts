import { join } from 'node:path'
import { readPrivateFile, writePrivateFile } from '../../host/files/privateFile.ts'
import { jsonOf } from '../../shared/basics/jsonOf.ts'

/** The data that is kept between two starts on one data folder. */
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
  const found = readPrivateFile(file)
  if (found.kind === 'none') return { kind: 'none' }
  const key = found.text === null ? null : parse(found.text)
  if (found.kind === 'private') return key === null ? { kind: 'none' } : { kind: 'kept', key }
  return { kind: 'exposed', reason: found.reason, folder: key?.folder ?? null, port: key?.port ?? null }
}

/**
 * Replaces the key's file; a link in its place is replaced, not followed. Answers whether only its owner can read it:
 * some file systems know no rights. Throws what the system says.
 */
export function writeKeyFile(file: string, key: KeptKey): boolean {
  return writePrivateFile(file, `${JSON.stringify(key)}\n`)
}

function parse(text: string): KeptKey | null {
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null) return null
  const { token, folder, port } = value as Record<string, unknown>
  if (!isToken(token) || !isToken(folder)) return null
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
  return { token, folder, port: isPort ? port : null }
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value)
}
