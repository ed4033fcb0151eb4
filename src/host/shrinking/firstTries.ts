import type { Played } from '../../engine/sending/openPlayer.ts'
import type { PlayRequest } from '../../engine/sending/sendTarget.ts'
import type { ReadShrinkInput } from '../../shared/wireTypes.ts'
import { type Failure, failureOf } from './failure.ts'

export interface TriedDelivery {
  /** Says which answers count as failing. */
  input: ReadShrinkInput
  send(request: PlayRequest): Promise<Played>
  original: PlayRequest
  /** Makes the delivery with new ids; null where it has none. */
  renewed: (() => PlayRequest) | null
}

/** The result of the first tries. A steady failure has its first answer, and the request that fails each time. */
export type FirstTries =
  | { state: 'steady'; failure: Failure; answer: Played; request: () => PlayRequest }
  | { state: 'passing' }
  | { state: 'flaky'; repeated: { fails: number; of: number } }

/** Two answers to the same delivery. The failure is the first of them that is one. */
interface Pair {
  first: Played
  failure: Failure | null
  fails: boolean[]
}

/** More tries of a delivery that was taken the first time. */
const moreTries = 2

/**
 * Sends a delivery until it is known whether it fails each time. A handler can take it for a repetition: it gets new ids then, and a
 * delivery that is only refused as a repetition is `passing`.
 */
export async function firstTries(tried: TriedDelivery): Promise<FirstTries> {
  const { original, renewed } = tried
  const own = await sentTwice(tried, () => original)
  return steady(own, () => original) ?? (renewed === null ? again(tried, own) : withNewIds(tried, own, renewed))
}

/** A handler that takes a delivery once refuses each repetition; one that fails now and then does not. */
async function again({ send, original }: TriedDelivery, { failure, fails }: Pair): Promise<FirstTries> {
  if (failure === null) return { state: 'passing' }
  const all = [...fails]
  const isTakenOnce = () => all[0] === false && !all.includes(false, 1)
  for (let more = 0; more < moreTries && isTakenOnce(); more += 1)
    all.push(failure.outcomeOf(await send(original)) === 'fails')
  return isTakenOnce() ? { state: 'passing' } : flaky(all)
}

async function withNewIds(tried: TriedDelivery, own: Pair, renewed: () => PlayRequest): Promise<FirstTries> {
  const fresh = await sentTwice(tried, renewed)
  const isTaken = own.fails[0] === false && fresh.failure === null
  return steady(fresh, renewed) ?? (isTaken ? { state: 'passing' } : flaky([...own.fails, ...fresh.fails]))
}

async function sentTwice({ input, send }: TriedDelivery, request: () => PlayRequest): Promise<Pair> {
  const [first, second] = [await send(request()), await send(request())]
  const failure = failureOf(input, first, second) ?? failureOf(input, second, first)
  return { first, failure, fails: [first, second].map((played) => failure?.outcomeOf(played) === 'fails') }
}

function steady({ first, failure, fails }: Pair, request: () => PlayRequest): FirstTries | null {
  return failure === null || fails.includes(false) ? null : { state: 'steady', failure, answer: first, request }
}

function flaky(fails: readonly boolean[]): FirstTries {
  return { state: 'flaky', repeated: { fails: fails.filter(Boolean).length, of: fails.length } }
}
