import type { DeliverySummary } from '../../shared/model.ts'
import type { Comparison, DifferencePart } from '../../shared/wireTypes.ts'
import { PlayEnded } from '../sending/openPlayer.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import { type Answer, type Build, BuildStopped, createBuildAnswers, looksSlower } from './buildAnswers.ts'
import { createClusters } from './clusters.ts'
import { compareAnswers } from './compareAnswers.ts'
import { createCounts } from './counts.ts'
import type { HistoryWorld } from './historyWorld.ts'
import type { Ignored } from './ignoreRules.ts'

export interface ComparisonOptions {
  builds: { old: Build; new: Build }
  /** In order of arrival. */
  deliveries: readonly DeliverySummary[]
  load(id: string): Promise<StoredDelivery | null>
  world: Pick<HistoryWorld, 'enter'>
  /** Requests of the builds so far that no snapshot answered. */
  unknownRequests(): number
  ignored: Ignored
  signal: AbortSignal
  /** Called after each delivery. @param progress made only when a client asks */
  onProgress(progress: () => ComparisonProgress): void
}

/** The part of a comparison that a run counts. */
export type ComparisonProgress = Pick<
  Comparison,
  'done' | 'same' | 'differ' | 'unknown' | 'unsent' | 'masked' | 'clusters' | 'others' | 'stopped'
>

/** Deliveries whose time is measured again, in one run. */
const maxMeasured = 50
/** Bytes of an example's bodies. */
const maxExampleBytes = 65_536

/**
 * Plays the deliveries one after the other, each to both builds at once, so that a request for an object belongs to the delivery that is
 * played. Ends early with the signal, and when a build stops answering.
 */
export async function runComparison(options: ComparisonOptions): Promise<ComparisonProgress> {
  const { builds, deliveries, load, world, ignored, signal, onProgress } = options
  const clusters = createClusters()
  const unsent = createCounts<string>()
  const masked = createCounts<string>()
  const answers = createBuildAnswers(builds, signal)
  const counts = { done: 0, same: 0, differ: 0, unknown: 0 }
  let stopped: Comparison['stopped'] = null
  let measured = 0

  const view = (): ComparisonProgress => ({
    ...counts,
    unsent: unsent.list().map(({ key, count }) => ({ message: key, count })),
    masked: masked.list().map(({ key, count }) => {
      const [rule = '', place = ''] = key.split(' ', 2)
      return { place, rule, count }
    }),
    clusters: clusters.view(),
    others: clusters.others(),
    stopped,
  })

  async function compareOne(summary: DeliverySummary, delivery: StoredDelivery): Promise<void> {
    world.enter(summary)
    const unknownBefore = options.unknownRequests()
    const answered = await Promise.allSettled([answers.of('old', delivery), answers.of('new', delivery)])
    for (const each of answered) if (each.status === 'rejected') throw each.reason
    const [old, recent] = answered.map((each) => (each as PromiseFulfilledResult<Answer>).value) as [Answer, Answer]
    if (old.status === null && recent.status === null) return unsent.add(`Neither build answered (${old.problem}).`)
    const request = Buffer.from(delivery.request.body).toString('utf8')
    const compared = compareAnswers(old, recent, { request, ignored })
    for (const { place, rule } of compared.masked) masked.add(`${rule} ${place}`)
    let parts: DifferencePart[] = compared.parts
    let times = { old: old.took, new: recent.took }
    if (parts.length === 0 && !ignored.time && measured < maxMeasured && looksSlower(old.took, recent.took)) {
      measured += 1
      const { slower, ...medians } = await answers.measureAgain(delivery, { old, new: recent })
      if (slower) {
        parts = [{ kind: 'slower' }]
        times = medians
      }
    }
    if (parts.length === 0) counts.same += 1
    else if (options.unknownRequests() > unknownBefore) counts.unknown += 1
    else {
      counts.differ += 1
      const { id } = summary
      clusters.add({ deliveryId: id, type: typeOf(summary), parts }, () => ({
        deliveryId: id,
        old: exampleOf(old, times.old),
        new: exampleOf(recent, times.new),
        differences: compared.differences.slice(0, 50),
      }))
    }
  }

  for (const summary of deliveries) {
    if (signal.aborted) break
    try {
      const delivery = await load(summary.id)
      if (delivery === null) unsent.add('It was deleted.')
      else await compareOne(summary, delivery)
    } catch (error) {
      if (error instanceof BuildStopped) {
        stopped = { build: error.build, deliveryId: summary.id, problem: error.problem }
        break
      }
      if (error instanceof PlayEnded) break
      if (!(error instanceof ExpectedFailure)) throw error
      unsent.add(error.message)
    }
    counts.done += 1
    onProgress(view)
  }
  return view()
}

function exampleOf({ status, headers, body, bodyTruncated, problem }: Answer, took: number | null) {
  return {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: Buffer.from(body.subarray(0, maxExampleBytes)).toString('utf8'),
    bodyTruncated: bodyTruncated || body.length > maxExampleBytes,
    problem,
    took,
  }
}

/** Such as `Payment update` of the service, or the event type of another sender. */
function typeOf({ eventType, resourceType, action }: DeliverySummary): string | null {
  if (eventType != null) return eventType
  return resourceType === null ? null : [resourceType, action ?? ''].join(' ').trim()
}
