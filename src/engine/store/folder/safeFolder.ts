import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from './makeFolders.ts'
import { StoreCannotOpen } from '../records/failures.ts'

/** Write permission of a folder's group and of everybody. */
const writeByOthers = 0o022
const writeByEverybody = 0o002

/** Names of files that Hookscope writes into a data folder; SQLite adds -wal, -shm and -journal. */
const ours =
  /^(?:hookscope\.lock|(?:deliveries|index)\.db|secrets\.key|secrets\.keyring|page\.key|sandbox\.json|unseen\.json|desktop\.json|known_hosts|replacement\.json|backups$|(?:replaced|damaged)-|logs$|cases$|desktop-profile$)/

/**
 * Makes a data folder where there is none, for its owner only. One that is there must belong to this user, and so must
 * what Hookscope writes in it; others must not be able to put files there, and no file may be a link, because what is
 * written would end up elsewhere. A folder of this user that everybody can write to is closed to them.
 * Throws StoreCannotOpen with a sentence that says what to do, or the system's error where the folder cannot be made.
 * @returns a human-readable sentence about what was changed, or null
 */
export function makeSafeFolder(folder: string): string | null {
  const obstacle = notAFolder(folder)
  if (obstacle !== null) throw new StoreCannotOpen('unwritable', obstacle)
  makeFolders(folder)
  // There rights are lists of access, which the user's own folder keeps narrow; owner and mode say nothing.
  if (process.platform === 'win32' || process.getuid === undefined) return null
  const user = process.getuid()
  const stats = statSync(folder)
  if (stats.uid !== user) throw refused(foreign(`The data folder ${folder}`, stats, user))
  const remark = (stats.mode & writeByEverybody) === 0 ? null : closeToOthers(folder, stats)
  // From here on no other user can add or replace a file between check and use.
  for (const name of readdirSync(folder).filter((entry) => ours.test(entry))) refuseUnsafe(join(folder, name), user)
  return remark
}

/** The sentence for a data folder whose path leads to something else; null where it is a folder or absent. */
export function notAFolder(folder: string): string | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return null
  return `${folder} is a file, not a data folder. Name the folder with --data.`
}

/** Why nothing may start on a folder that is there, as a sentence; null where it is safe. Changes nothing. */
export function unsafeReason(folder: string): string | null {
  if (process.platform === 'win32' || process.getuid === undefined) return null
  const user = process.getuid()
  const stats = statSync(folder)
  if (stats.uid !== user) return foreign(`The data folder ${folder}`, stats, user)
  try {
    for (const name of readdirSync(folder).filter((entry) => ours.test(entry))) refuseUnsafe(join(folder, name), user)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function closeToOthers(folder: string, { mode }: Stats): string {
  try {
    chmodSync(folder, mode & 0o7777 & ~writeByOthers)
  } catch {
    // The mode is checked below: some file systems accept the call and change nothing.
  }
  if ((statSync(folder).mode & writeByEverybody) !== 0) {
    throw refused(
      `Everybody on this machine can write to the data folder ${folder}, and its permissions cannot be changed. Choose a folder on another file system with --data.`,
    )
  }
  return `Everybody on this machine could write to the data folder ${folder}. Now only its owner can.`
}

function refuseUnsafe(path: string, user: number): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) {
    throw refused(
      `${path} is a symbolic link, so Hookscope would write to another place. Move what it leads to into the data folder, or delete the link.`,
    )
  }
  if (stats.uid !== user) throw refused(foreign(path, stats, user))
}

function foreign(what: string, { uid }: Stats, user: number): string {
  return `${what} belongs to another user (uid ${uid}, and Hookscope runs as uid ${user}), who could read and change it. Run Hookscope as that user, change the owner, or choose another folder with --data.`
}

function refused(message: string): StoreCannotOpen {
  return new StoreCannotOpen('unsafe', message)
}
