import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Follow-ups skipped because the environment's credentials are incomplete; a partial index holds exactly these. */
export const withoutCredentials =
  "state = 'skipped' AND claim IS NOT NULL AND json_extract(result, '$.why.code') = 'credentials-missing'"

/** A job that waits, such that SQLite uses open_jobs: it takes a partial index only where its condition is repeated. */
export const isWaiting = "state IN ('waiting', 'running') AND state = 'waiting'"

/** The tables of what goes out later. Each index is partial: it holds the jobs that one question is about. */
const jobTables = `
    -- Everything that goes out later: one row for each follow-up and each delivery that a rule forwards, see runner.ts.
    CREATE TABLE jobs (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL, -- 'follow-up' or 'forward'
      owner TEXT NOT NULL, -- the environment of a follow-up, the rule of a forward
      delivery_id INTEGER NOT NULL,
      claim TEXT, -- the notification whose only automatic follow-up it is
      lane TEXT, -- jobs of one lane run one after the other; null: alone
      state TEXT NOT NULL, -- see JobState
      priority INTEGER NOT NULL DEFAULT 0, -- 2: the user opened its delivery, 1: just arrived, 0: backfilled
      due_at REAL NOT NULL, -- ms since the epoch
      attempts INTEGER NOT NULL DEFAULT 0, -- that failed
      again INTEGER NOT NULL DEFAULT 0, -- the process ended while it ran
      hidden INTEGER NOT NULL DEFAULT 0, -- its delivery is
      blocked INTEGER NOT NULL DEFAULT 0, -- an earlier one of its lane is pending or runs
      catch_up INTEGER, -- the catch-up of the rule that it belongs to
      result TEXT, -- JSON, see jobRow.ts
      UNIQUE (delivery_id, kind, owner)
    );
    CREATE UNIQUE INDEX job_claims ON jobs (claim, owner) WHERE claim IS NOT NULL;
    CREATE INDEX due_jobs ON jobs (kind, owner, priority, due_at, id) WHERE state = 'waiting' AND hidden = 0 AND blocked = 0;
    CREATE INDEX open_jobs ON jobs (kind, owner, state) WHERE state IN ('waiting', 'running');
    CREATE INDEX running_jobs ON jobs (kind, owner, lane) WHERE state = 'running';
    CREATE INDEX job_lanes ON jobs (owner, lane, blocked, delivery_id) WHERE lane IS NOT NULL AND state = 'waiting' AND hidden = 0;
    CREATE INDEX jobs_of_catch_ups ON jobs (owner, catch_up, state, delivery_id) WHERE catch_up IS NOT NULL;
    CREATE INDEX asking_jobs ON jobs (kind) WHERE state = 'asking';
    CREATE INDEX failed_jobs ON jobs (kind, owner, delivery_id) WHERE state = 'failed';
    CREATE INDEX skipped_jobs ON jobs (kind, owner, delivery_id) WHERE state = 'skipped';
    CREATE INDEX jobs_without_credentials ON jobs (owner) WHERE ${withoutCredentials};
    CREATE TABLE job_progress (created_up_to INTEGER NOT NULL); -- deliveries up to here have their jobs
    INSERT INTO job_progress VALUES (0);
`

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
