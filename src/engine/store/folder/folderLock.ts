import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeSafeFolder } from './safeFolder.ts'
import { isDamaged, openProblem, sqliteCode } from '../schema/sqliteProblem.ts'
import { StoreCannotOpen } from '../records/failures.ts'

/** SQLITE_BUSY: another process holds the lock. */
const busy = 5

interface Holder {
  pid: number
  /** ISO 8601. */
  startedAt: string
}

/**
 * Takes the data folder for this process, or throws StoreCannotOpen. The lock is the operating system's own, held
 * through a transaction on an empty database: it ends with the process however that dies, so none is ever stale.
 * The JSON file next to it only names the holder. Returns how to release it.
 */
export function lockFolder(folder: string, now: number): () => void {
  const facts = join(folder, 'hookscope.lock.json')
  let lock: DatabaseSync | undefined
  try {
    makeSafeFolder(folder)
    lock = new DatabaseSync(join(folder, 'hookscope.lock'), { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    writeFacts(facts, { pid: process.pid, startedAt: new Date(now).toISOString() })
  } catch (error) {
    lock?.close()
    if (error instanceof StoreCannotOpen) throw error
    if (sqliteCode(error) === busy) throw new StoreCannotOpen('locked', lockedSentence(folder, facts))
    if (isDamaged(error)) throw new StoreCannotOpen('unwritable', damagedSentence(folder))
    const { code, message } = openProblem(error, folder)
    throw new StoreCannotOpen(code === 'corrupt' ? 'unwritable' : code, message)
  }
  const held = lock
  return () => {
    rmSync(facts, { force: true })
    held.close()
  }
}

/** The id of the process that holds a data folder; null where none does or its id is unknown. Does not take the lock. */
export function folderHolder(folder: string): number | null {
  const path = join(folder, 'hookscope.lock')
  if (!existsSync(path)) return null
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(path, { timeout: 0, readOnly: true })
    lock.exec('SELECT 1 FROM sqlite_schema')
    return null
  } catch (error) {
    return sqliteCode(error) === busy ? (readHolder(join(folder, 'hookscope.lock.json'))?.pid ?? null) : null
  } finally {
    lock?.close()
  }
}

/** Never through a link: it would overwrite what that leads to. */
function writeFacts(path: string, holder: Holder): void {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  try {
    writeSync(descriptor, JSON.stringify(holder))
  } finally {
    closeSync(descriptor)
  }
}

function lockedSentence(folder: string, facts: string): string {
  const holder = readHolder(facts)
  const who = holder === null ? 'another process' : `process ${holder.pid}, started ${startedWords(holder.startedAt)}`
  return `The data folder ${folder} is in use by ${who}. Stop that one first, or choose another folder with --data.`
}

/** Local time, then UTC; unchanged where it is no date. */
function startedWords(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const local = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
  return `${local} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`
}

function damagedSentence(folder: string): string {
  return `The lock file hookscope.lock in ${folder} is damaged. It holds no data: make sure that no other Hookscope uses the folder, delete that file, and start again.`
}

function readHolder(facts: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(facts, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' && typeof holder.startedAt === 'string'
      ? { pid: holder.pid, startedAt: holder.startedAt }
      : null
  } catch {
    return null
  }
}
