import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { jobTables } from './jobTables.ts'

/** Name of the file that holds the truth. */
export const truthFile = 'deliveries.db'

/** Version of the schema below, kept in `user_version`. Raise it with every change of the tables. */
export const truthVersion = 1

/** `deliveries` has no second index and is not parsed before its commit: index.db, which can be rebuilt, does both. */
const tables = `
  CREATE TABLE store (id TEXT NOT NULL);
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY,
    head BLOB NOT NULL, -- JSON, see deliveryHead.ts
    body BLOB NOT NULL
  );
  CREATE TABLE removed (last_id INTEGER NOT NULL); -- ids up to here are never given again
  INSERT INTO removed VALUES (0);
  -- Deliveries whose index entry is out of date. A row is written with the change and removed once the index has it.
  CREATE TABLE reindex (delivery_id INTEGER PRIMARY KEY);

  -- Facts that became known after the commit. They override what the head says.
  CREATE TABLE later_verdicts (
    delivery_id INTEGER PRIMARY KEY,
    verdict TEXT NOT NULL,
    secret_id TEXT,
    checked_at INTEGER NOT NULL
  );
  CREATE TABLE late_answers (
    delivery_id INTEGER PRIMARY KEY,
    status INTEGER NOT NULL, -- 0: nothing was answered
    answered_at INTEGER, -- ms since the epoch
    ending TEXT NOT NULL -- see answerEndings
  );
  CREATE TABLE batch_times (
    first_id INTEGER PRIMARY KEY,
    deliveries INTEGER NOT NULL,
    committed_at INTEGER NOT NULL,
    answered_after BLOB NOT NULL -- 32-bit little-endian milliseconds, -1 unknown
  );
  CREATE TABLE annotations (delivery_id INTEGER PRIMARY KEY, pinned INTEGER NOT NULL, note TEXT);
  -- Deleted deliveries whose deletion can still be undone. No list shows them.
  CREATE TABLE hidden (delivery_id INTEGER PRIMARY KEY, deletion TEXT NOT NULL);
  CREATE INDEX hidden_by_deletion ON hidden (deletion, delivery_id);

  CREATE TABLE counters (verdict TEXT PRIMARY KEY, deliveries INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE environment_counters (environment_id TEXT PRIMARY KEY, deliveries INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    UNIQUE (collection, id)
  );

  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    delivery_id INTEGER NOT NULL,
    environment_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    resource_type TEXT,
    resource_id TEXT,
    started_at REAL NOT NULL,
    status INTEGER,
    rest TEXT NOT NULL, -- JSON, see attemptRow.ts
    body BLOB,
    request_body BLOB -- sent in place of the delivery's own body
  );
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id, started_at);
  CREATE INDEX snapshots ON attempts (environment_id, resource_type, resource_id, started_at)
    WHERE kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL;
${jobTables}`

/** Creates the tables of deliveries.db. */
export function createTruth(database: DatabaseSync): void {
  database.exec(tables)
  // The index notes this id, so that it is never taken for the index of another file.
  database.prepare('INSERT INTO store (id) VALUES (?)').run(randomUUID())
}

/** Makes a function that reads the newest id that was ever given to a delivery, whether it is still there or not. */
export function newestIdReader(database: DatabaseSync): () => number {
  const newest = database.prepare(
    'SELECT max(coalesce((SELECT max(id) FROM deliveries), 0), last_id) AS id FROM removed',
  )
  return () => Number(newest.get()?.['id'] ?? 0)
}
