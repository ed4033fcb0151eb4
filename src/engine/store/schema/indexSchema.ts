import type { DatabaseSync } from 'node:sqlite'
import { cameLateAfterMs } from '../../../shared/model.ts'

/** Name of the index file. It holds nothing that cannot be rebuilt from deliveries.db. */
export const indexFile = 'index.db'

/** Version of the schema below, kept in `user_version`. An index of another version is rebuilt. */
export const indexVersion = 2

/**
 * Creates the tables of index.db. Every list reads one of these indexes in the order of ids, because SQLite appends the
 * rowid to each. `words` keeps no text and no positions (detail=none): it says which deliveries have a word, in a sixth
 * of the space. Its prefix list serves a search for one letter, which begins more words than can be merged in time.
 */
export function createIndex(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      environment_id TEXT NOT NULL,
      received_at REAL NOT NULL,
      method TEXT NOT NULL,
      size INTEGER NOT NULL,
      verdict TEXT NOT NULL,
      answered_status INTEGER NOT NULL,
      notification_id TEXT,
      resource_type TEXT COLLATE NOCASE,
      resource_id TEXT,
      action TEXT COLLATE NOCASE,
      verified INTEGER NOT NULL,
      duplicate INTEGER NOT NULL,
      created_at REAL, -- by the sender's clock
      nth INTEGER, -- place among the deliveries of its notification
      retried INTEGER NOT NULL,
      headline TEXT, -- JSON, see headlineSchema
      events INTEGER, -- null for a notification of the service
      handshake TEXT, -- JSON
      answered_by TEXT -- JSON
    );
    CREATE INDEX by_verdict ON entries (verdict);
    CREATE INDEX by_type ON entries (resource_type);
    CREATE INDEX by_action ON entries (action);
    CREATE INDEX by_environment ON entries (environment_id);
    CREATE INDEX by_arrival ON entries (environment_id, received_at, verdict);
    -- Filters ask for ids without their case.
    CREATE INDEX by_object ON entries (resource_id COLLATE NOCASE, resource_type, environment_id)
      WHERE resource_id IS NOT NULL;
    CREATE INDEX by_notification ON entries (notification_id COLLATE NOCASE, environment_id, verified)
      WHERE notification_id IS NOT NULL;
    CREATE INDEX duplicates ON entries (id) WHERE duplicate = 1;
    CREATE INDEX retried_ones ON entries (id) WHERE retried = 1;
    CREATE INDEX came_late ON entries (id) WHERE received_at - created_at > ${cameLateAfterMs};

    CREATE VIRTUAL TABLE words USING fts5 (
      text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61', prefix = '1'
    );

    CREATE TABLE objects (
      number INTEGER PRIMARY KEY,
      environment_id TEXT NOT NULL,
      resource_type TEXT NOT NULL COLLATE NOCASE,
      resource_id TEXT NOT NULL,
      -- The first and last proven delivery; where none is proven, the first and last that names the object.
      first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL,
      notifications INTEGER NOT NULL,
      proven INTEGER NOT NULL,
      unproven INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX object_names ON objects (resource_id, resource_type, environment_id);
    CREATE INDEX object_activity ON objects (last_id);
    CREATE INDEX object_activity_in_environment ON objects (environment_id, last_id);
    CREATE INDEX object_activity_of_type ON objects (environment_id, resource_type, last_id);

    -- What the contract of its environment says about a delivery. Only results of the current contract count.
    CREATE TABLE contract_results (
      id INTEGER PRIMARY KEY,
      environment_id TEXT NOT NULL,
      contract TEXT NOT NULL,
      state TEXT NOT NULL,
      result TEXT NOT NULL -- JSON
    );
    CREATE INDEX by_contract_state ON contract_results (environment_id, contract, state);
    CREATE TABLE current_contracts (environment_id TEXT PRIMARY KEY, contract TEXT NOT NULL);

    CREATE TABLE environment_sizes (
      environment_id TEXT NOT NULL,
      verdict TEXT NOT NULL,
      deliveries INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (environment_id, verdict)
    ) WITHOUT ROWID;
    -- How the deliveries of each environment were read, see meaningOf.
    CREATE TABLE entry_meanings (environment_id TEXT PRIMARY KEY, meaning TEXT NOT NULL);

    -- Everything from indexed_from to indexed_up_to is indexed. A rebuild lowers indexed_from until nothing is below it.
    CREATE TABLE progress (store_id TEXT NOT NULL, indexed_from INTEGER NOT NULL, indexed_up_to INTEGER NOT NULL);
  `)
}
