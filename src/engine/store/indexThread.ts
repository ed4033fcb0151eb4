/**
 * Entry of the thread that makes deliveries searchable. It works in the background: it lets the writer go first, and
 * what it has not reached yet the reader finds by scanning.
 */
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { createIndexLogKeeper, type LogLimits, moveLogInBackground } from './checkpointer.ts'
import { besideAdvisor, discardBeside, type IndexBeside, makeIndexBeside } from './indexBeside.ts'
import type { Indexer } from './indexer.ts'
import { indexFile } from './indexSchema.ts'
import { createIndexPace } from './indexPace.ts'
import { createIndexTurns } from './indexTurns.ts'
import { type IndexWork, workAfter, workOn } from './indexWork.ts'
import type { FromIndex, Opening } from './messages.ts'
import { openIndex, remakeIndex, type OpenIndex } from './openIndex.ts'
import { isDamaged, messageOf, openProblem } from './sqliteProblem.ts'
import { sharedProgress } from './sharedProgress.ts'
import { compactFile, indexSpace } from './freeSpace.ts'

const { folder, memory, logLimits } = workerData as {
  folder: string
  memory: SharedArrayBuffer
  logLimits: LogLimits
}
const keepIndexLogShort = createIndexLogKeeper(join(folder, indexFile), logLimits)
const progress = sharedProgress(memory)
const port = parentPort
const pace = createIndexPace(progress)

/** Nothing happened for so long, ms: a good moment to move the log. */
const restMs = 250
/** After a failure (a full disk, say) the next try waits so long, ms. */
const retryMs = 1000

function say(message: FromIndex | Opening<null>): void {
  port?.postMessage(message)
}

/** Takes in what was committed, and announces it. */
function indexStep(indexer: Indexer, newsFrom: number): void {
  pace.beforeStep()
  const committed = progress.number('committed')
  const { indexed, summaries, atEnd } = indexer.indexNext(() => progress.is('listening'))
  // The newest ones may be removed already: there is nothing of them to index.
  progress.setNumber('indexed', atEnd ? Math.max(indexed, committed) : indexed)
  const news = summaries.filter((summary) => Number(summary.id) > newsFrom)
  if (news.length > 0) say({ kind: 'indexed', summaries: news })
}

/** Takes the next changes of verdicts into the index, and announces them. */
function verdictStep({ verdicts }: Work): void {
  pace.beforeStep()
  const summaries = verdicts.takeNext()
  progress.setNumber('verdictsTaken', verdicts.taken())
  if (summaries.length > 0 && progress.is('listening')) say({ kind: 'verdicts', summaries })
}

/** Takes the next late answers into the index, and announces them. */
function lateAnswerStep({ answers }: Work): void {
  pace.beforeStep()
  const summaries = answers.takeNext()
  if (summaries.length > 0 && progress.is('listening')) say({ kind: 'verdicts', summaries })
}

/** Reads what means something else now again, and announces it. */
function meaningStep({ meanings }: Work): void {
  pace.beforeStep()
  const summaries = meanings.takeNext()
  if (!progress.is('listening')) return
  for (let from = 0; from < summaries.length; from += 500)
    say({ kind: 'verdicts', summaries: summaries.slice(from, from + 500) })
}

/** Takes the next removals out of the index, and announces what repeats nothing any longer. */
function removalStep({ removals }: Work): void {
  pace.beforeStep()
  const summaries = removals.takeNext()
  if (summaries.length > 0 && progress.is('listening')) say({ kind: 'firsts', summaries })
}

interface Work extends IndexWork {
  /** Deliveries up to this id are old: what is made of them is no news. */
  newsFrom: number
  isOutweighed: ReturnType<typeof besideAdvisor>
}

function startWork(work: IndexWork, newsFrom: number): Work {
  return { ...work, newsFrom, isOutweighed: besideAdvisor(work.database) }
}

function keepLogsShort(database: DatabaseSync, idle: boolean): void {
  moveLogInBackground(database, progress, logLimits, idle)
  keepIndexLogShort(database, idle)
}

function isBehind(): boolean {
  return progress.is('begun') && progress.number('indexed') < progress.number('committed')
}

/** The next step of all that is to be done but for new deliveries; null: nothing is. */
function otherStep(current: Work): Work | null {
  if (current.verdicts.taken() < progress.number('verdictChanges')) verdictStep(current)
  else if (current.answers.taken() < progress.number('lateAnswers')) lateAnswerStep(current)
  else if (current.meanings.isDue()) meaningStep(current)
  else if (beside !== null) return besideStep(current, beside)
  else if (removalsAreDue(current)) {
    if (mayMakeBeside(current)) beside = makeIndexBeside(folder, logLimits)
    else removalStep(current)
  } else if (progress.is('compactIndex')) {
    progress.set('compactIndex', false)
    compactFile(current.database)
    current.space = indexSpace(current.database)
  } else if (current.space.giveBack()) pace.beforeStep()
  else return null
  return current
}

function work(start: Work): void {
  let current = start
  const turns = createIndexTurns(() => (beside === null ? 1 / 2 : newsBesideAnother))
  while (!progress.is('closing')) {
    const seen = progress.changes()
    try {
      if (progress.is('indexSuspect') || !current.database.isOpen) current = remakeIfDue(current)
      keepLogsShort(current.database, false)
      if (isBehind() && turns.areForNews()) {
        turns.news(() => indexStep(current.indexer, current.newsFrom))
        continue
      }
      const next = turns.others(() => otherStep(current))
      if (next !== null) {
        current = next
        continue
      }
      turns.nothingElse()
      if (isBehind()) continue
      progress.waitForChange(seen, restMs)
      if (progress.changes() === seen) keepLogsShort(current.database, true)
    } catch (error) {
      say({ kind: 'index-problem', problem: messageOf(error) })
      if (isDamaged(error)) progress.set('indexSuspect', true)
      progress.waitForChange(progress.changes(), retryMs)
    }
  }
  beside?.discard()
  if (current.database.isOpen) current.database.close()
}

/** Damage that is still met after the index was made again does not lie in the index; it is not made again for ever. */
const remakePauseMs = 60_000
let lastRemake = -Infinity

/**
 * Makes a damaged index again. What was committed but not announced yet is announced too: deliveries, later verdicts and
 * late answers. Where it cannot be made, on a full disk say, no index is open, and it is tried again.
 */
function remakeIfDue(before: Work): Work {
  try {
    if (before.database.isOpen) {
      if (performance.now() < lastRemake + remakePauseMs) return before
      before.database.close()
    }
    const opened = remakeIndex(folder, logLimits)
    lastRemake = performance.now()
    say({ kind: 'index-problem', problem: 'It was damaged and is being rebuilt from what is stored.' })
    return goOnWith(opened, before)
  } finally {
    progress.set('indexSuspect', false)
    progress.wake()
  }
}

/** From here on this index is the one that is read. */
function goOnWith(opened: OpenIndex, before: Work): Work {
  const announced = progress.number('indexed')
  const work = workAfter(before, opened)
  progress.setNumber('indexed', opened.indexed)
  progress.add('indexGeneration', 1)
  return startWork(work, Math.max(before.newsFrom, announced))
}

/** The index that is made beside the one in use, after most of what that has was removed. */
let beside: IndexBeside | null = null
/** It failed, on a full disk say: removals are taken out one by one until this moment. */
let besideNotBefore = 0

function removalsAreDue({ removals }: Work): boolean {
  return removals.taken() < progress.number('removals') && !progress.is('removing')
}

/**
 * The part of the time that new deliveries have while another index is made: it has to catch up with the one in use, so it
 * must be the faster one of the two however slow both are. What the one in use has not reached yet is found by scanning.
 */
const newsBesideAnother = 1 / 4

function mayMakeBeside({ removals, isOutweighed }: Work): boolean {
  return performance.now() >= besideNotBefore && isOutweighed(removals.taken(), progress.number('removals'))
}

/** A step of the index beside; once it has all that the one in use has, it takes its place. */
function besideStep(current: Work, made: IndexBeside): Work {
  try {
    pace.beforeStep()
    if (!made.step(progress.number('indexed'))) return current
    const changed = progress.is('listening') ? made.otherRepetitions() : []
    current.database.close()
    made.takePlace()
    beside = null
    const work = goOnWith(openIndex(folder, logLimits), current)
    for (let from = 0; from < changed.length; from += 500)
      say({ kind: 'firsts', summaries: changed.slice(from, from + 500) })
    return work
  } catch (error) {
    made.discard()
    beside = null
    besideNotBefore = performance.now() + remakePauseMs
    throw error
  }
}

/** Opens the index; one that opens but cannot be worked with is damaged further in. */
function openSound(): { opened: OpenIndex; work: IndexWork } {
  discardBeside(folder)
  const opened = openIndex(folder, logLimits)
  try {
    return { opened, work: workOn(opened) }
  } catch (error) {
    if (!isDamaged(error)) throw error
    opened.database.close()
    const made = remakeIndex(folder, logLimits)
    return { opened: made, work: workOn(made) }
  }
}

function main(): void {
  if (process.platform === 'linux') {
    // On Linux a priority belongs to a thread: 0 means the one that calls.
    setPriority(0, 10)
  }
  progress.waitFor('writerReady')
  if (progress.is('closing')) return
  try {
    const { opened, work: ready } = openSound()
    progress.setNumber('indexed', opened.indexed)
    // Taken before anybody can append: everything up to here is old.
    const newsFrom = opened.madeAnew ? progress.number('committed') : 0
    progress.set('indexReady', true)
    progress.wake()
    say({ kind: 'ready', ready: null })
    work(startWork(ready, newsFrom))
  } catch (error) {
    say({ kind: 'cannot-open', problem: openProblem(error, folder) })
  }
}

main()
