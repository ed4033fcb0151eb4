import { cameLateAfterMs } from '../../shared/model.ts'
import { codeLetters } from './idBlocks.ts'
import type { SchemaStep } from './migrate.ts'

/** Name of the sidecar. It holds nothing that cannot be made again from deliveries.db. */
export const indexFile = 'index.db'

/** Genuine, the first of its notification, and names an object: such a delivery is followed up. */
export const isFollowed =
  'verified = 1 AND duplicate = 0 AND notification_id IS NOT NULL AND resource_type IS NOT NULL AND resource_id IS NOT NULL'

/** Takes everything out of the index: the indexer then makes all of it again from deliveries.db, in the background. */
const emptied = `
  DELETE FROM entries;
  DELETE FROM objects;
  DELETE FROM progress;
  INSERT INTO words (words) VALUES ('delete-all');
`

/**
 * A sidecar of a newer version is deleted and made again.
 * `words` keeps no text and no positions (detail=none): it says which deliveries have a word, in a sixth of the space.
 */
export const indexSteps: readonly SchemaStep[] = [
  (database) => {
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
        duplicate INTEGER NOT NULL
      );
      CREATE INDEX by_verdict ON entries (verdict);
      CREATE INDEX by_type ON entries (resource_type);
      CREATE INDEX by_action ON entries (action);
      CREATE INDEX by_environment ON entries (environment_id);
      CREATE INDEX by_object ON entries (resource_id, resource_type, environment_id) WHERE resource_id IS NOT NULL;
      CREATE INDEX by_notification ON entries (notification_id, environment_id, verified)
        WHERE notification_id IS NOT NULL;
      CREATE VIRTUAL TABLE words USING fts5 (text, content = '', detail = none, tokenize = 'unicode61');
      CREATE TABLE progress (store_id TEXT NOT NULL, indexed INTEGER NOT NULL);
    `)
  },
  // How far the changes of verdicts have been taken in.
  (database) => database.exec('ALTER TABLE progress ADD COLUMN verdict_changes INTEGER NOT NULL DEFAULT 0'),
  // What deliveries say of objects, words that can be taken out again, and when each was created: all of it is made
  // again from deliveries.db, in the background.
  (database) => {
    database.exec(`
      DROP TABLE entries;
      DROP TABLE words;
      DROP TABLE progress;
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
        created_at REAL -- by the sender's clock
      );
      CREATE INDEX by_verdict ON entries (verdict);
      CREATE INDEX by_type ON entries (resource_type);
      CREATE INDEX by_action ON entries (action);
      CREATE INDEX by_environment ON entries (environment_id);
      CREATE INDEX by_object ON entries (resource_id, resource_type, environment_id) WHERE resource_id IS NOT NULL;
      CREATE INDEX by_notification ON entries (notification_id, environment_id, verified)
        WHERE notification_id IS NOT NULL;
      CREATE VIRTUAL TABLE words USING fts5 (
        text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61'
      );
      CREATE TABLE objects (
        number INTEGER PRIMARY KEY,
        environment_id TEXT NOT NULL,
        resource_type TEXT NOT NULL COLLATE NOCASE,
        resource_id TEXT NOT NULL,
        -- The first and last delivery that is proven; where none is, the first and last that names the object.
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
      CREATE TABLE progress (
        store_id TEXT NOT NULL,
        indexed INTEGER NOT NULL,
        verdict_changes INTEGER NOT NULL,
        removals INTEGER NOT NULL
      );
    `)
  },
  // How many came when is counted in the order of this index alone.
  (database) => database.exec('CREATE INDEX by_arrival ON entries (environment_id, received_at, verdict)'),
  // Which delivery of its notification each is: all of it is made again from deliveries.db, in the background.
  (database) => {
    database.exec(`
      ${emptied}
      ALTER TABLE entries ADD COLUMN nth INTEGER;
      ALTER TABLE entries ADD COLUMN retried INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX repeated ON entries (id) WHERE duplicate = 1;
      CREATE INDEX retried_ones ON entries (id) WHERE retried = 1;
      CREATE INDEX came_late ON entries (id) WHERE received_at - created_at > ${cameLateAfterMs};
    `)
  },
  // What is followed up, in order of arrival.
  (database) => database.exec(`CREATE INDEX to_follow ON entries (environment_id) WHERE ${isFollowed}`),
  // What each says in a line: all of it is made again from deliveries.db, in the background.
  (database) => {
    database.exec(`
      ${emptied}
      ALTER TABLE entries ADD COLUMN headline TEXT; -- JSON, see headlineSchema
    `)
  },
  // How many events each has where its sender is another than the service, and with which meaning they were read.
  (database) => {
    database.exec(`
      ALTER TABLE entries ADD COLUMN events INTEGER;
      CREATE TABLE entry_meanings (environment_id TEXT PRIMARY KEY, meaning TEXT NOT NULL);
    `)
  },
  // Which handshake each is; what came before there were any is none.
  (database) => database.exec('ALTER TABLE entries ADD COLUMN handshake TEXT'),
  // How much each environment has.
  (database) => {
    database.exec(`
      CREATE TABLE environment_sizes (
        environment_id TEXT PRIMARY KEY, deliveries INTEGER NOT NULL, bytes INTEGER NOT NULL
      ) WITHOUT ROWID;
      INSERT INTO environment_sizes SELECT environment_id, count(*), sum(size) FROM entries GROUP BY environment_id;
    `)
  },
  // Which rule answered each, as JSON; what came before there were any got the ordinary answer.
  (database) => {
    database.exec(`
      ALTER TABLE entries ADD COLUMN answered_by TEXT;
      ALTER TABLE progress ADD COLUMN late_answers INTEGER NOT NULL DEFAULT 0;
    `)
  },
  // Values as bits and words by blocks of ids (idBlocks.ts), which takes the place of indexes by value; ids without their case.
  (database) => {
    database.exec(`
      CREATE TABLE value_bits (
        block INTEGER NOT NULL,
        value TEXT NOT NULL, -- see valuesOf
        bits BLOB NOT NULL, -- see encodeBits
        PRIMARY KEY (block, value)
      ) WITHOUT ROWID;
      CREATE TABLE block_times (block INTEGER PRIMARY KEY, first_at REAL NOT NULL, last_at REAL NOT NULL);
      DROP INDEX by_verdict;
      DROP INDEX by_type;
      DROP INDEX by_action;
      DROP INDEX repeated;
      DROP INDEX retried_ones;
      DROP INDEX came_late;
      DROP INDEX by_object;
      DROP INDEX by_notification;
      CREATE INDEX by_object ON entries (resource_id COLLATE NOCASE, resource_type, environment_id)
        WHERE resource_id IS NOT NULL;
      CREATE INDEX by_notification ON entries (notification_id COLLATE NOCASE, environment_id, verified)
        WHERE notification_id IS NOT NULL;
    `)
  },
  // Which deliveries have a word that begins with a letter, as a list of its own: such a search gathers nothing.
  (database) => {
    database.exec(`
      DROP TABLE words;
      CREATE VIRTUAL TABLE words USING fts5 (
        text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61', prefix = '${codeLetters + 1}'
      );
    `)
  },
]

/** An index of fewer steps is thrown away and made again: what the last of these steps asks for is not in it. */
export const oldestIndex = 13
