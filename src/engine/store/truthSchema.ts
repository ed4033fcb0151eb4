import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SchemaStep } from './migrate.ts'

/** Name of the file that holds the truth. */
export const truthFile = 'deliveries.db'

/** Follow-ups that were skipped because the environment's credentials are incomplete; an index has these and no others. */
export const withoutCredentials =
  "state = 'skipped' AND notification_id IS NOT NULL AND json_extract(why, '$.code') = 'credentials-missing'"

/**
 * The steps of deliveries.db, in order. Never change one that was released: add another.
 * `deliveries` has no second index and is not parsed before it is committed: index.db, which can be rebuilt, does both.
 */
export const truthSteps: readonly SchemaStep[] = [
  (database) => {
    database.exec(`
      CREATE TABLE deliveries (
        id INTEGER PRIMARY KEY,
        head BLOB NOT NULL, -- JSON, see deliveryHead.ts
        body BLOB NOT NULL
      );
      CREATE TABLE counters (verdict TEXT PRIMARY KEY, deliveries INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE batch_times (
        first_id INTEGER PRIMARY KEY,
        deliveries INTEGER NOT NULL,
        committed_at INTEGER NOT NULL,
        answered_after BLOB NOT NULL -- 32-bit little-endian milliseconds, -1 unknown
      );
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
        body BLOB
      );
      CREATE INDEX attempts_by_delivery ON attempts (delivery_id, started_at);
      CREATE INDEX snapshots ON attempts (environment_id, resource_type, resource_id, started_at)
        WHERE kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL;
      CREATE TABLE follow_ups (
        delivery_id INTEGER PRIMARY KEY,
        environment_id TEXT NOT NULL,
        notification_id TEXT NOT NULL,
        state TEXT NOT NULL,
        status INTEGER,
        reason TEXT,
        UNIQUE (environment_id, notification_id)
      );
      CREATE INDEX unfinished_follow_ups ON follow_ups (delivery_id) WHERE state IN ('waiting', 'running');
      CREATE TABLE store (id TEXT NOT NULL);
    `)
    // The sidecar notes this, so that it is never taken for the index of another file.
    database.prepare('INSERT INTO store (id) VALUES (?)').run(randomUUID())
  },
  (database) => {
    // What a later check found; what was found at receipt stays in the head. A new number says "news" to the index.
    database.exec(`
      CREATE TABLE later_verdicts (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        delivery_id INTEGER NOT NULL UNIQUE,
        verdict TEXT NOT NULL,
        secret_id TEXT,
        checked_at INTEGER NOT NULL
      )
    `)
  },
  (database) => {
    database.exec(`
      CREATE TABLE removals (
        number INTEGER PRIMARY KEY AUTOINCREMENT, -- a new number says "news" to the index
        ids TEXT NOT NULL -- JSON list of the deliveries that are gone
      );
      CREATE TABLE removed (last_id INTEGER NOT NULL); -- ids up to here are never given again
      INSERT INTO removed VALUES (0);
      CREATE INDEX failed_follow_ups ON follow_ups (delivery_id) WHERE state = 'failed';
    `)
  },
  (database) => {
    database.exec(`
      CREATE TABLE annotations (
        delivery_id INTEGER PRIMARY KEY,
        pinned INTEGER NOT NULL,
        note TEXT
      );
      CREATE TABLE environment_counters (environment_id TEXT PRIMARY KEY, deliveries INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO environment_counters
        SELECT json_extract(CAST(head AS TEXT), '$[0]') AS environment_id, count(*) FROM deliveries
        WHERE json_valid(CAST(head AS TEXT)) GROUP BY 1 HAVING environment_id IS NOT NULL;
    `)
  },
  (database) => {
    database.exec('ALTER TABLE follow_ups ADD COLUMN due_at TEXT') // when it is retried automatically, ISO 8601
  },
  (database) => {
    // What waits needs no row of its own: in each environment everything after `up_to` that has none. Up to now each had
    // one, but for the newest, which the process may not have come to.
    database.exec(`
      CREATE TABLE follow_up_cursors (environment_id TEXT PRIMARY KEY, up_to INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO follow_up_cursors
        SELECT environment_id, max(0, max(delivery_id) - 10000) FROM follow_ups GROUP BY environment_id;
      DROP INDEX unfinished_follow_ups;
      CREATE INDEX unfinished_follow_ups ON follow_ups (environment_id, due_at, delivery_id)
        WHERE state IN ('waiting', 'running');
    `)
  },
  (database) => {
    // What came of a follow-up that a person ran is kept, too, where the notification has its follow-up elsewhere or is
    // not proven: such a row has no notification_id. `code` says why one was skipped.
    database.exec(`
      CREATE TABLE follow_ups_of_now (
        delivery_id INTEGER PRIMARY KEY,
        environment_id TEXT NOT NULL,
        notification_id TEXT,
        state TEXT NOT NULL,
        status INTEGER,
        reason TEXT,
        due_at TEXT, -- when it is retried automatically, ISO 8601
        code TEXT,
        UNIQUE (environment_id, notification_id)
      );
      INSERT INTO follow_ups_of_now
        SELECT delivery_id, environment_id, notification_id, state, status, reason, due_at, NULL FROM follow_ups;
      DROP TABLE follow_ups;
      ALTER TABLE follow_ups_of_now RENAME TO follow_ups;
      CREATE INDEX failed_follow_ups ON follow_ups (delivery_id) WHERE state = 'failed';
      CREATE INDEX unfinished_follow_ups ON follow_ups (environment_id, due_at, delivery_id)
        WHERE state IN ('waiting', 'running');
      CREATE INDEX skipped_follow_ups ON follow_ups (code, environment_id, delivery_id)
        WHERE code IS NOT NULL AND notification_id IS NOT NULL;
    `)
  },
  (database) => {
    database.exec('ALTER TABLE follow_ups ADD COLUMN why TEXT') // the reason for code: JSON of {code, fields}
  },
  (database) => {
    database.exec('ALTER TABLE follow_ups ADD COLUMN headline TEXT') // what its object shows: JSON, see headlineSchema
  },
  (database) => {
    // `why` says what `code` said. What has no `why` yet keeps its sentence, which names what was missing.
    database.exec(`
      UPDATE follow_ups SET why = '{"code":"credentials-missing","fields":{"identity":"master","missing":[]}}'
        WHERE code = 'NO_CREDENTIALS' AND why IS NULL;
      DROP INDEX skipped_follow_ups;
      ALTER TABLE follow_ups DROP COLUMN code;
      CREATE INDEX skipped_follow_ups ON follow_ups (environment_id, delivery_id) WHERE ${withoutCredentials};
    `)
  },
  (database) => {
    database.exec('ALTER TABLE attempts ADD COLUMN request_body BLOB') // what was sent in place of the delivery's own body
  },
  (database) => {
    // What is deleted and can still be brought back: no list has it any longer.
    database.exec(`
      CREATE TABLE hidden (delivery_id INTEGER PRIMARY KEY, deletion TEXT NOT NULL);
      CREATE INDEX hidden_by_deletion ON hidden (deletion, delivery_id);
    `)
  },
  (database) => {
    // What is forwarded is a cursor for each rule; a delivery has a row only while it is on its way or tried again, and
    // where it was passed over. That it was taken is said by the attempt.
    database.exec(`
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
    `)
  },
  (database) => {
    // How answers ended that did not go out at once after the commit. A new number says "news" to the index.
    database.exec(`
      CREATE TABLE late_answers (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        delivery_id INTEGER NOT NULL UNIQUE,
        status INTEGER NOT NULL, -- 0: nothing was answered
        answered_at INTEGER, -- ms since the epoch
        ending TEXT NOT NULL -- see answerEndings
      );
    `)
  },
]

/** The newest id that was ever given to a delivery, whether it is still there or not; `truth` names the schema. */
export function newestId(database: DatabaseSync, truth: 'main' | 'truth'): number {
  const row = database
    .prepare(`SELECT max(coalesce((SELECT max(id) FROM ${truth}.deliveries), 0), last_id) AS id FROM ${truth}.removed`)
    .get()
  return Number(row?.['id'] ?? 0)
}
