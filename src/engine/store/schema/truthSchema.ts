import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Name of the file that holds the truth. */
export const truthFile = 'deliveries.db'

/** Follow-ups skipped because the environment's credentials are incomplete; a partial index holds exactly these. */
export const withoutCredentials =
  "state = 'skipped' AND notification_id IS NOT NULL AND json_extract(why, '$.code') = 'credentials-missing'"

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

  CREATE TABLE follow_ups (
    delivery_id INTEGER PRIMARY KEY,
    environment_id TEXT NOT NULL,
    notification_id TEXT, -- null where the notification has its follow-up elsewhere or is not proven
    state TEXT NOT NULL,
    status INTEGER,
    reason TEXT,
    due_at TEXT, -- of the next automatic retry, ISO 8601
    why TEXT, -- reason for code: JSON of {code, fields}
    headline TEXT, -- of the fetched object: JSON, see headlineSchema
    UNIQUE (environment_id, notification_id)
  );
  CREATE INDEX failed_follow_ups ON follow_ups (delivery_id) WHERE state = 'failed';
  CREATE INDEX unfinished_follow_ups ON follow_ups (environment_id, due_at, delivery_id)
    WHERE state IN ('waiting', 'running');
  CREATE INDEX skipped_follow_ups ON follow_ups (environment_id, delivery_id) WHERE ${withoutCredentials};
  CREATE TABLE follow_up_cursors (environment_id TEXT PRIMARY KEY, up_to INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE forward_progress (
    rule_id TEXT PRIMARY KEY,
    environment_id TEXT NOT NULL,
    json TEXT NOT NULL -- see progress.ts of the forwarding room
  ) WITHOUT ROWID;
  CREATE TABLE forwards (
    delivery_id INTEGER NOT NULL,
    rule_id TEXT NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    due_at REAL,
    changed_at REAL NOT NULL,
    PRIMARY KEY (delivery_id, rule_id)
  ) WITHOUT ROWID;
`

/** Creates the tables of deliveries.db. */
export function createTruth(database: DatabaseSync): void {
  database.exec(tables)
  // The index notes this id, so that it is never taken for the index of another file.
  database.prepare('INSERT INTO store (id) VALUES (?)').run(randomUUID())
}

/** The newest id that was ever given to a delivery, whether it is still there or not. */
export function newestId(database: DatabaseSync): number {
  const row = database
    .prepare('SELECT max(coalesce((SELECT max(id) FROM deliveries), 0), last_id) AS id FROM removed')
    .get()
  return Number(row?.['id'] ?? 0)
}
