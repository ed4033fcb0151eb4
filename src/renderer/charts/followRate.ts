import type { DeliverySummary } from '../../shared/model.ts'
import type { Rate } from '../../shared/wireTypes.ts'
import type { AppStore } from '../state/appStore.ts'
import { freshDeliveries } from './freshDeliveries.ts'
import { addArrivals, countsOfRate, forgetBefore, type RateCounts, spanAt } from './rateCounts.ts'

/** In a rush the chart is drawn anew at most this often, ms. */
const calmMs = 500
/** Where more came than can be counted here, the engine is asked after so long, ms: its index may have to catch up. */
const askAgainMs = 2000

export interface RateListener {
  tell(counts: RateCounts): void
  /** More came than could be counted here: the engine has to be asked again. */
  lost(this: void): void
}

/**
 * Counts what comes after an answer of the engine, from what the feed tells, and tells it calmly. Returns how to stop.
 * @param belongs whether a delivery is one of those that the engine was asked for
 */
export function followRate(
  store: AppStore,
  belongs: (delivery: DeliverySummary) => boolean,
  answer: Rate,
  listener: RateListener,
): () => void {
  let counts = countsOfRate(answer)
  let told = counts
  let seen: unknown = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    timer = undefined
    if (told.spans === counts.spans) return
    counts = forgetBefore(counts, spanAt(Date.now(), counts.stepMs) - answer.buckets.length)
    told = counts
    listener.tell(counts)
  }
  const take = () => {
    const { feed } = store.getState()
    if (feed.window === seen) return
    seen = feed.window
    const { fresh, newest, isTorn } = freshDeliveries(feed, counts.upTo)
    if (isTorn) {
      stop()
      timer = setTimeout(listener.lost, askAgainMs)
      return
    }
    counts = addArrivals(counts, fresh.filter(belongs), newest)
    if (counts.spans !== told.spans) timer ??= setTimeout(tell, calmMs)
  }
  const unsubscribe = store.subscribe(take)
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  take()
  return stop
}
