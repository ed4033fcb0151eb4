import { fdatasync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeHead } from '../../../src/engine/store/deliveryHead.ts'
import type { NewDelivery } from '../../../src/engine/store/types.ts'
import type { Design } from './designs.ts'

/**
 * "Hold": the serving thread inserts a batch itself with synchronous=NORMAL and commits, the log is synced in the
 * thread pool, and the batch is acknowledged when that returns. The commit's own writes do wait for the disk when it is
 * busy, so this design breaks the rule that no serving thread waits; it is here to see what the rule costs.
 */
export async function openHold(folder: string): Promise<Design> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'hold.db')
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE IF NOT EXISTS deliveries (id INTEGER PRIMARY KEY, head BLOB, body BLOB)
  `)
  const insert = database.prepare('INSERT INTO deliveries VALUES (?, ?, ?)')
  const log = openSync(`${path}-wal`, 'r+')
  let id = 1
  let waiting: { delivery: NewDelivery; resolve(id: string): void; reject(error: Error): void }[] = []
  let busy = false

  function next(): void {
    if (waiting.length === 0 || busy) return
    busy = true
    const batch = waiting
    waiting = []
    const first = id
    database.exec('BEGIN')
    for (const { delivery } of batch) insert.run(id++, encodeHead(delivery), delivery.request.body)
    database.exec('COMMIT')
    fdatasync(log, (error) => {
      busy = false
      next()
      for (const [index, entry] of batch.entries()) {
        if (error === null) entry.resolve(String(first + index))
        else entry.reject(error)
      }
    })
  }

  return {
    append: (delivery) =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        setImmediate(next)
      }),
    close: async () => database.close(),
  }
}
