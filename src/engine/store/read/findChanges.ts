import type { DatabaseSync } from 'node:sqlite'
import { learnShape, newShape, type Shape, type ShapeChange } from '../../shapes/learnShape.ts'
import { showsChange } from '../../shapes/showsChange.ts'
import type { ChangeFindings, FoundChange, ShapeKey } from '../records/changes.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import { isSnapshot, maxSample, type Sample, type SampleReader, sampleReader, typeOfEntry } from './shapeSamples.ts'

export interface ChangeFinder {
  /**
   * Compares the next deliveries and fetched objects with the shape of their type. The result is to be stored before the
   * next step, which goes on from there.
   * @param hidden JSON pointers of secrets
   */
  findChanges(hidden: readonly string[]): ChangeFindings
}

/** A step ends after this many deliveries or this time: queries wait for it. */
const maxStep = { samples: 200, ms: 10 }
/** Shapes that are kept in memory; any other is learned again from its newest samples. */
const maxShapes = 200
/** Changes of one type that wait to be accepted; further ones are not noted. */
const maxOpenChanges = 100

interface Learned {
  shape: Shape
  /** Id of the newest sample that it was learned from. */
  upTo: number
  /** Samples up to this id that it is not learned from yet, the newest of them first. */
  left: number[]
}

type Asked = ShapeKey & Pick<Sample, 'id'>

/**
 * Makes it for the reader's connection. Shapes live in memory only: what counts is in deliveries.db, so a shape that is learned
 * again names no change twice.
 */
export function createChangeFinder(database: DatabaseSync): ChangeFinder {
  const progress = database.prepare(`
    SELECT c.deliveries_up_to, c.attempts_up_to, p.indexed_from, p.indexed_up_to,
      (SELECT coalesce(max(id), 0) FROM attempts) AS newest_attempt
    FROM change_progress AS c, progress AS p`)
  const nextMessages = database.prepare(`
    SELECT e.id, e.environment_id, e.verified = 1 AND e.size <= ${maxSample} AS teaches, ${typeOfEntry} AS type
    FROM entries AS e WHERE e.id > ? AND e.id <= ? ORDER BY e.id LIMIT ${maxStep.samples}`)
  const nextObjects = database.prepare(`
    SELECT id, delivery_id, environment_id, resource_type AS type,
      ${isSnapshot} AND length(body) <= ${maxSample} AS teaches
    FROM attempts WHERE id > ? AND id <= ? ORDER BY id LIMIT ${maxStep.samples}`)
  const samples = sampleReader(database)
  const readHidden = hiddenReader(database)
  const shapeOf = createShapes(samples)
  const changesOf = createKnownChanges(database)

  /** Compares samples in order until the time is up. Returns the id of the last one, and what was found. */
  function compare(rows: readonly Asked[], from: number, hidden: readonly string[]) {
    const until = performance.now() + maxStep.ms
    const types = new Map<string, TypeChanges & { learned: Learned }>()
    let [upTo, learning] = [from, false]
    for (const { id, ...key } of rows) {
      if (upTo > from && performance.now() > until) break
      const name = JSON.stringify(key)
      const asked = types.get(name) ?? { ...changesOf(key), learned: shapeOf(key, from) }
      types.set(name, asked)
      learning = !learnLeft(asked.learned, (sampleId) => samples.sample(key.source, sampleId, hidden), until)
      if (learning) break
      const { open, known } = asked
      const sample = samples.sample(key.source, id, hidden)
      upTo = id
      if (sample === null) continue
      for (const change of learnShape(asked.learned.shape, sample.content)) {
        if (known.has(nameOf(change)) || open.length >= maxOpenChanges) continue
        known.add(nameOf(change))
        open.push({ ...key, ...change, marks: [] })
      }
      asked.learned.upTo = id
      for (const change of open) {
        if (showsChange(change, sample.content)) change.marks.push({ deliveryId: sample.deliveryId, at: sample.at })
      }
    }
    const changes = [...types.values()].flatMap(({ open }) => open.filter(({ marks }) => marks.length > 0))
    return { upTo, changes, learning }
  }

  /** One step over a source. Rows that teach nothing are passed at once. */
  function step(source: ShapeKey['source'], from: number, newest: number, hidden: readonly string[]) {
    const isHidden = readHidden()
    const rows = (source === 'body' ? nextMessages : nextObjects).all(from, newest)
    const asked = rows.flatMap((row): Asked[] => {
      const deliveryId = Number(row['delivery_id'] ?? row['id'])
      if (row['teaches'] !== 1 || row['type'] === null || isHidden(deliveryId)) return []
      const [environmentId, type] = [String(row['environment_id']), String(row['type'])]
      return [{ id: Number(row['id']), environmentId, source, type }]
    })
    const { upTo, changes, learning } = compare(asked, from, hidden)
    const isThrough = asked.length === 0 || upTo === asked.at(-1)?.id
    const last = rows.length < maxStep.samples ? newest : Number(rows.at(-1)?.['id'])
    return { changes, learning, upTo: isThrough ? Math.max(from, last) : upTo }
  }

  return {
    findChanges: (hidden) =>
      inReadTransaction(database, () => {
        const row = progress.get()
        const [deliveries, attempts] = [Number(row?.['deliveries_up_to']), Number(row?.['attempts_up_to'])]
        const [newest, newestAttempt] = [Number(row?.['indexed_up_to']), Number(row?.['newest_attempt'])]
        // While the index is rebuilt, samples from before are missing in it.
        if (Number(row?.['indexed_from']) > 1) {
          const pending = Math.max(0, newest - deliveries) + Math.max(0, newestAttempt - attempts)
          return { changes: [], deliveriesUpTo: deliveries, attemptsUpTo: attempts, pending, learning: false }
        }
        const messages = step('body', deliveries, newest, hidden)
        const objects = step('object', attempts, newestAttempt, hidden)
        return {
          changes: [...messages.changes, ...objects.changes],
          deliveriesUpTo: messages.upTo,
          attemptsUpTo: objects.upTo,
          pending: Math.max(0, newest - messages.upTo) + Math.max(0, newestAttempt - objects.upTo),
          learning: messages.learning || objects.learning,
        }
      }),
  }
}

/** Learns from samples of before until the time is up. Returns whether none is left. */
function learnLeft({ shape, left }: Learned, read: (id: number) => Sample | null, until: number): boolean {
  for (let id = left.pop(); id !== undefined; id = performance.now() > until ? undefined : left.pop()) {
    const sample = read(id)
    if (sample !== null) learnShape(shape, sample.content)
  }
  return left.length === 0
}

/** Makes a function that returns the shape of a type as of its samples up to an id. The most recently used are kept. */
function createShapes(samples: SampleReader): (key: ShapeKey, upTo: number) => Learned {
  const learned = new Map<string, Learned>()
  return ({ environmentId, source, type }, upTo) => {
    const name = JSON.stringify([environmentId, source, type])
    const kept = learned.get(name)
    learned.delete(name)
    // Results of a step that could not be stored are looked for again.
    const entry =
      kept !== undefined && kept.upTo <= upTo
        ? kept
        : { shape: newShape(), upTo, left: samples.newestIds(environmentId, source, type, upTo).toReversed() }
    learned.set(name, entry)
    const [oldest] = learned.keys()
    if (learned.size > maxShapes && oldest !== undefined) learned.delete(oldest)
    return entry
  }
}

/** The changes of a type: those that wait, to be marked, and the names of all. */
interface TypeChanges {
  open: FoundChange[]
  known: Set<string>
}

/** Makes a function that reads the stored changes of a type. */
function createKnownChanges(database: DatabaseSync): (key: ShapeKey) => TypeChanges {
  const stored = database.prepare(`
    SELECT kind, path, detail, accepted_at FROM shape_changes WHERE environment_id = ? AND source = ? AND type = ?`)
  return ({ environmentId, source, type }) => {
    const open: FoundChange[] = []
    const known = new Set<string>()
    for (const row of stored.all(environmentId, source, type)) {
      const change = { kind: row['kind'], path: JSON.parse(String(row['path'])), detail: row['detail'] } as ShapeChange
      known.add(nameOf(change))
      if (row['accepted_at'] === null) open.push({ environmentId, source, type, ...change, marks: [] })
    }
    return { open, known }
  }
}

/** A text that two changes share only where they are the same. */
function nameOf({ kind, path, detail }: ShapeChange): string {
  return JSON.stringify([kind, path, detail])
}
