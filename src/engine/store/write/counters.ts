import type { DatabaseSync } from 'node:sqlite'

/** Numbers of deliveries. Kept in the transaction that changes them, so that nothing is ever counted. */
export interface Counters {
  byVerdict: Record<string, number>
  /** By the id of the environment. */
  byEnvironment: Record<string, number>
}

/** Returns the counters of a batch of deliveries. */
export function countersOf(deliveries: readonly { verdict: string; environmentId: string }[]): Counters {
  const counters: Counters = { byVerdict: {}, byEnvironment: {} }
  for (const { verdict, environmentId } of deliveries) {
    counters.byVerdict[verdict] = (counters.byVerdict[verdict] ?? 0) + 1
    counters.byEnvironment[environmentId] = (counters.byEnvironment[environmentId] ?? 0) + 1
  }
  return counters
}

/** Both together. */
export function addCounters(one: Counters, other: Counters): Counters {
  return {
    byVerdict: sumOf(one.byVerdict, other.byVerdict),
    byEnvironment: sumOf(one.byEnvironment, other.byEnvironment),
  }
}

function sumOf(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const sum = { ...one }
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Reads the counters that are stored. An environment without deliveries is left out. */
export function readCounters(database: DatabaseSync): Counters {
  const read = (sql: string): Record<string, number> =>
    Object.fromEntries(
      database
        .prepare(sql)
        .all()
        .map((row) => [String(row['name']), Number(row['deliveries'])]),
    )
  return {
    byVerdict: read('SELECT verdict AS name, deliveries FROM counters'),
    byEnvironment: read('SELECT environment_id AS name, deliveries FROM environment_counters WHERE deliveries > 0'),
  }
}

/** Changes the stored counters, in the open transaction of the writer. */
export interface CounterWriter {
  verdict(verdict: string, difference: number): void
  environment(environmentId: string, difference: number): void
  add(counters: Counters): void
}

export function counterWriter(database: DatabaseSync): CounterWriter {
  const change = (table: string) =>
    database.prepare(
      `INSERT INTO ${table} VALUES (?, ?) ON CONFLICT DO UPDATE SET deliveries = deliveries + excluded.deliveries`,
    )
  const verdicts = change('counters')
  const environments = change('environment_counters')
  return {
    verdict: (verdict, difference) => void verdicts.run(verdict, difference),
    environment: (environmentId, difference) => void environments.run(environmentId, difference),
    add({ byVerdict, byEnvironment }) {
      for (const [verdict, count] of Object.entries(byVerdict)) verdicts.run(verdict, count)
      for (const [environmentId, count] of Object.entries(byEnvironment)) environments.run(environmentId, count)
    },
  }
}
