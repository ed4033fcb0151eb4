import { chmodSync, statSync } from 'node:fs'

/** Whether only its owner can read a file, and what is to be said of it. */
interface Privacy {
  isPrivate: boolean
  /** A readable sentence, or null when all was well. */
  remark: string | null
}

/** Looks whether others can read a file with a secret in it, and takes those rights away. Never throws. */
export function onlyForOwner(file: string): Privacy {
  // There rights are lists of access, which the user's own folder keeps narrow; the mode says nothing.
  if (process.platform === 'win32') return { isPrivate: true, remark: null }
  const before = modeOf(file)
  if (before === 0o600) return { isPrivate: true, remark: null }
  try {
    chmodSync(file, 0o600)
  } catch {
    // The result is checked below.
  }
  const after = modeOf(file)
  const found = `Its mode was ${before.toString(8).padStart(4, '0')}`
  if ((after & 0o077) !== 0) {
    const remark = `${file} can be read by others. ${found} and cannot be changed: give the file to this user on a file system that knows rights, or choose another folder with --data.`
    return { isPrivate: false, remark }
  }
  // Narrower than it needs to be is no news.
  if ((before & 0o077) === 0) return { isPrivate: true, remark: null }
  const remark = `${found}, so others could read it, and has been set to 0600. If anyone else uses this machine, change the passwords and the shared secrets.`
  return { isPrivate: true, remark }
}

function modeOf(file: string): number {
  return statSync(file).mode & 0o777
}
