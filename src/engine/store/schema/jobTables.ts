/** Follow-ups skipped because the environment's credentials are incomplete; a partial index holds exactly these. */
export const withoutCredentials =
  "state = 'skipped' AND claim IS NOT NULL AND json_extract(result, '$.why.code') = 'credentials-missing'"

/** The tables of what goes out later. Each index is partial: it holds the jobs that one question is about. */
export const jobTables = `
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
