import { backup, DatabaseSync } from 'node:sqlite'

/**
 * Copies a database to a new file as it is now, while another connection writes. It reads one snapshot: the write-ahead log
 * keeps what arrives during it, and no step of the copy has to begin again. Throws SQLite's error.
 * @param onProgress pages that are copied, of all
 */
export async function copyDatabase(
  from: string,
  to: string,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs })
  try {
    source.exec('BEGIN')
    // The first read takes the snapshot.
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    })
  } finally {
    source.close()
  }
}

const busyTimeoutMs = 5000
/** Pages of one step, after which progress is reported. */
const pagesAtOnce = 256
