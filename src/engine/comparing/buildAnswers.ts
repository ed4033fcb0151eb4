import { setTimeout as pause } from 'node:timers/promises'
import type { Player } from '../sending/openPlayer.ts'
import { requestAsItCame } from '../sending/storedDelivery.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { BuildAnswer } from './compareAnswers.ts'

/** One build of an app under test. */
export interface Build {
  /** Sends a delivery, freshly signed. Throws ExpectedFailure where it cannot be sent, and PlayEnded when it is cancelled. */
  send(delivery: StoredDelivery): Promise<BuildAnswer & { bodyTruncated: boolean }>
}

/** A build behind a player. Secrets that it repeats are hidden in its answers. */
export function openBuild(player: Pick<Player, 'play'>): Build {
  return {
    send: async (delivery) => {
      const played = await player.play(requestAsItCame(delivery))
      const { responseHeaders, body, bodyTruncated } = played.shown()
      const isAnswer = played.problem === null
      return {
        status: isAnswer ? played.status : null,
        headers: responseHeaders,
        body: Buffer.from(body ?? '', 'utf8'),
        bodyTruncated,
        problem: played.problem?.code ?? null,
        took: isAnswer ? played.took : null,
      }
    },
  }
}

export type Answer = Awaited<ReturnType<Build['send']>>
type Side = 'old' | 'new'

/** A build that gives no answer any more, which ends the run. */
export class BuildStopped extends Error {
  readonly build: Side
  readonly problem: string
  constructor(build: Side, problem: string) {
    super(problem)
    this.build = build
    this.problem = problem
  }
}

/** The answers of two builds, with what tells a build that has stopped from one that fails at a delivery. */
export interface BuildAnswers {
  /** Throws BuildStopped once a build has stopped answering. */
  of(build: Side, delivery: StoredDelivery): Promise<Answer>
  /** Whether the new build is slower each time, and the median times, ms. */
  measureAgain(
    delivery: StoredDelivery,
    first: Record<Side, Answer>,
  ): Promise<{ slower: boolean; old: number; new: number }>
}

/** A build that restarts may refuse connections for this long, ms. */
const restartGraceMs = 3000
const retryDelayMs = 100
/** A build that gave no answer this often in a row has stopped answering. */
const maxUnanswered = 3
/** An answer that looks slower is measured again this often. */
const repeats = 3

export function createBuildAnswers(builds: Record<Side, Build>, signal: AbortSignal): BuildAnswers {
  const unanswered = { old: 0, new: 0 }
  return {
    of: async (build, delivery) => {
      for (const end = performance.now() + restartGraceMs; ;) {
        const answer = await builds[build].send(delivery)
        if (answer.status !== null) {
          unanswered[build] = 0
          return answer
        }
        const isRefused = answer.problem === 'ECONNREFUSED'
        if (isRefused && performance.now() < end) {
          await pause(retryDelayMs, undefined, { signal }).catch(() => undefined)
          continue
        }
        unanswered[build] += 1
        if (isRefused || unanswered[build] >= maxUnanswered) throw new BuildStopped(build, answer.problem ?? 'closed')
        return answer
      }
    },
    measureAgain: async (delivery, first) => {
      const times = { old: [first.old.took ?? 0], new: [first.new.took ?? 0] }
      for (let turn = 0; turn < repeats; turn += 1) {
        for (const build of ['old', 'new'] as const) {
          const { took } = await builds[build].send(delivery)
          if (took !== null) times[build].push(took)
        }
      }
      const isEach = times.old.length === repeats + 1 && times.new.length === repeats + 1
      return { slower: isEach && isSlower(times.old, times.new), old: median(times.old), new: median(times.new) }
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** An answer that takes this many times longer is repeated before it is called slower. */
const minFactor = 5
/** And at least this much longer, ms: below that, it is the machine. */
const minMoreMs = 250

/** Whether the new build looks slower and should be measured again. Pure. @param old ms @param recent ms */
export function looksSlower(old: number | null, recent: number | null): boolean {
  return old !== null && recent !== null && recent >= old * minFactor && recent - old >= minMoreMs
}

/** Whether every one of several measurements shows it: the fastest of the new build against the slowest of the old one. Pure. */
export function isSlower(old: readonly number[], recent: readonly number[]): boolean {
  return old.length > 0 && recent.length > 0 && looksSlower(Math.max(...old), Math.min(...recent))
}
