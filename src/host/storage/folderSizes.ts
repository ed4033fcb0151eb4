import type { Dirent } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../../shared/wireTypes.ts'

/** Sizes of the files in a data folder, by purpose. */
export async function folderSizes(folder: string): Promise<Storage['files']> {
  const sizes = { database: 0, log: 0, index: 0, backups: 0, other: 0 }
  for (const entry of await entriesOf(folder)) {
    const bytes = await sizeOf(folder, entry)
    sizes[partOf(entry.name)] += bytes
  }
  return sizes
}

function partOf(name: string): keyof Storage['files'] {
  if (name === 'deliveries.db-wal') return 'log'
  if (name === 'deliveries.db') return 'database'
  if (name.startsWith('index.')) return 'index'
  return /^(?:backups|(?:replaced|damaged)-.*|deliveries\.db\.replacement)$/.test(name) ? 'backups' : 'other'
}

async function sizeOf(folder: string, entry: Dirent): Promise<number> {
  const path = join(folder, entry.name)
  if (entry.isDirectory()) {
    let sum = 0
    for (const inner of await entriesOf(path)) sum += await sizeOf(path, inner)
    return sum
  }
  if (!entry.isFile()) return 0
  // It may have been removed.
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

/** Free space for this user and size of a folder's disk; null where the system does not tell. */
export async function diskOf(folder: string): Promise<Storage['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}
