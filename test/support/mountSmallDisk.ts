import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../store/build.ts'

/** A disk of this size, until the test ends. Mounting needs the right to do so: null where there is none. */
export function mountSmallDisk(size: string): string | null {
  const folder = temporaryFolder()
  if (process.platform !== 'linux') return null
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
