import type { DatabaseSync } from 'node:sqlite'

/** An installation that meets drift for the first time begins with its newest deliveries and fetched objects, this many. */
const maxBacklog = 20_000

/**
 * Tables of deliveries.db with the changes of shapes. They came after version 1 of the schema and add to it only, so they are
 * created in a file that lacks them, and files of both kinds are read by any build.
 */
export function ensureChangeTables(database: DatabaseSync): void {
  database.exec(`
    -- A change of a shape: what was new, and whether the user accepted it. It outlives its deliveries once accepted.
    CREATE TABLE IF NOT EXISTS shape_changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      environment_id TEXT NOT NULL,
      source TEXT NOT NULL, -- 'body' or 'object'
      type TEXT NOT NULL,
      kind TEXT NOT NULL, -- see ShapeChangeKind
      path TEXT NOT NULL, -- JSON, member names
      detail TEXT NOT NULL,
      first_at REAL NOT NULL, -- ms since the epoch
      accepted_at REAL,
      -- Facts of its marks when it was accepted.
      last_at REAL,
      deliveries INTEGER,
      UNIQUE (environment_id, source, type, kind, path, detail)
    );
    -- Deliveries that show a change that is not accepted.
    CREATE TABLE IF NOT EXISTS change_marks (
      delivery_id INTEGER NOT NULL,
      change INTEGER NOT NULL,
      at REAL NOT NULL, -- when the delivery came, or its object was fetched; ms since the epoch
      UNIQUE (delivery_id, change)
    );
    CREATE INDEX IF NOT EXISTS marks_of_changes ON change_marks (change, delivery_id);
    -- Deliveries and attempts up to these ids were compared with their shape.
    CREATE TABLE IF NOT EXISTS change_progress (deliveries_up_to INTEGER NOT NULL, attempts_up_to INTEGER NOT NULL);
    INSERT INTO change_progress SELECT
      max(0, (SELECT coalesce(max(id), 0) FROM deliveries) - ${maxBacklog}),
      max(0, (SELECT coalesce(max(id), 0) FROM attempts) - ${maxBacklog})
    WHERE NOT EXISTS (SELECT 1 FROM change_progress);
  `)
}
