import { describe, expect, test } from 'vitest'
import type { JobClaim, JobState, NewJob } from '../../src/engine/store/records/jobs.ts'
import type { Store } from '../../src/engine/store/store.ts'
import {
  attempt,
  delivery,
  nextIndexed,
  notification,
  openTestStore,
  sharedTestStore,
  temporaryFolder,
} from '../store/build.ts'

const now = 1000
const maxWaitMs = 60_000
const claimAll: JobClaim = { kind: 'follow-up', owner: null, held: [], limit: 9, lowLimit: 9, now, maxWaitMs }

const job = (changes: Partial<NewJob> = {}): NewJob => ({
  kind: 'follow-up',
  owner: 'sandbox',
  deliveryId: '1',
  claim: 'n-1',
  lane: null,
  catchUp: null,
  state: 'waiting',
  priority: 1,
  dueAt: now,
  result: null,
  ...changes,
})

/** The job of a delivery that is the nth of its store. */
const jobOf = (nth: number) => job({ deliveryId: String(nth), claim: `n-${nth}` })

/** Everything that can happen to a job, as its handler, the user or a start of the process does it. */
const events = {
  claimed: async (store: Store) => store.claimJobs(claimAll),
  done: async (store: Store, nth: number) => settle(store, nth, 'done'),
  failed: async (store: Store, nth: number) => settle(store, nth, 'failed'),
  skipped: async (store: Store, nth: number) => settle(store, nth, 'skipped'),
  'to be retried': async (store: Store, nth: number) => settle(store, nth, 'waiting'),
  'given back': async (store: Store, nth: number) => store.releaseJobs([nth], 0),
  'added again': async (store: Store, nth: number) => store.addJobs([jobOf(nth)], null),
  'run by the user': async (store: Store, nth: number) => store.startJob(jobOf(nth)),
  'cancelled by the user': async (store: Store, nth: number) =>
    store.cancelJob('follow-up', String(nth), '{"status":null,"reason":null}'),
  'requeued by the user': async (store: Store, nth: number) => store.requeueJobs([nth], now),
  'opened by the user': async (store: Store, nth: number) => store.preferJob('follow-up', String(nth), now),
  'in a process that starts': async (store: Store) => store.resumeJobs('follow-up'),
} satisfies Record<string, (store: Store, nth: number) => Promise<unknown>>

type Event = keyof typeof events

async function settle(store: Store, nth: number, state: JobState): Promise<void> {
  const outcome = { id: nth, state, dueAt: now, attempts: 0, again: false, result: '{"status":null,"reason":null}' }
  await store.settleJob(outcome)
}

/** The state diagram: where an event leads from a state. All others change nothing. */
const diagram: Record<Exclude<JobState, 'asking'>, Partial<Record<Event, JobState>>> = {
  waiting: { claimed: 'running', 'run by the user': 'running', 'cancelled by the user': 'failed' },
  running: {
    done: 'done',
    failed: 'failed',
    skipped: 'skipped',
    'to be retried': 'waiting',
    'given back': 'waiting',
    'in a process that starts': 'waiting',
  },
  failed: { 'run by the user': 'running', 'requeued by the user': 'waiting' },
  skipped: { 'run by the user': 'running', 'requeued by the user': 'waiting' },
  done: { 'run by the user': 'running' },
}
/** Only a job that runs has an outcome. */
const outcomes: ReadonlySet<Event> = new Set<Event>(['done', 'failed', 'skipped', 'to be retried'])
const reached: Record<keyof typeof diagram, Event[]> = {
  waiting: [],
  running: ['claimed'],
  failed: ['claimed', 'failed'],
  skipped: ['claimed', 'skipped'],
  done: ['claimed', 'done'],
}
const states = Object.keys(diagram) as (keyof typeof diagram)[]
const cases = states.flatMap((from) =>
  (Object.keys(events) as Event[])
    .filter((event) => from === 'running' || !outcomes.has(event))
    .map((event) => ({ from, event, to: diagram[from][event] ?? from })),
)

async function withDelivery(folder = temporaryFolder()): Promise<Store> {
  const store = await openTestStore({ folder })
  const indexed = nextIndexed(store, 1)
  await store.append(delivery(notification({ id: 'n-1' })))
  await indexed
  return store
}

async function stateOf(store: Store, nth = 1): Promise<string | undefined> {
  return (await store.summary(String(nth)))?.followUp.state
}

const shared = sharedTestStore()

test.each(cases.map((one, at) => ({ ...one, nth: at + 1 })))(
  'a job that is $from and $event is then $to',
  async ({ from, event, to, nth }) => {
    const store = shared()
    const indexed = nextIndexed(store, 1)
    await store.append(delivery(notification({ id: `n-${nth}` })))
    await indexed
    await store.addJobs([jobOf(nth)], null)
    for (const step of reached[from]) await events[step](store, nth)
    expect(await stateOf(store, nth)).toBe(from)
    await events[event](store, nth)
    expect(await stateOf(store, nth)).toBe(to)
    // The job of a hidden delivery is not claimed: the next test has its own.
    await store.hideDeliveries({ ids: [String(nth)] })
  },
)

describe('a job is added', () => {
  test('once, whoever comes first, and what was noted as done survives the process', async () => {
    const folder = temporaryFolder()
    const store = await withDelivery(folder)
    expect(await store.addJobs([job(), job()], 1)).toHaveLength(1)
    await store.close()
    const again = await openTestStore({ folder })
    expect(await again.jobsCreatedUpTo()).toBe(1)
    expect(await again.addJobs([job()], 0)).toEqual([])
    expect(await again.jobsCreatedUpTo()).toBe(1)
  })

  test('for one delivery of a notification; an unproven one gives its claim up to a proven one, never the other way', async () => {
    const store = await openTestStore()
    const body = notification({ id: 'n-1' })
    for (const verdict of ['unsigned', 'valid', 'valid'] as const) await store.append(delivery(body, { verdict }))
    const holder = async () => (await store.followUpOf('sandbox', 'n-1'))?.deliveryId
    const added: number[] = []
    for (const deliveryId of ['1', '2', '3', '1']) {
      added.push((await store.addJobs([job({ deliveryId })], null)).length)
      if (deliveryId === '1' && added.length === 1) expect(await holder()).toBe('1')
      else expect(await holder()).toBe('2')
    }
    expect(added).toEqual([1, 1, 0, 0])
  })

  test('and removed with its delivery', async () => {
    const store = await withDelivery()
    await store.addJobs([job()], null)
    await store.removeDeliveries('sandbox')
    expect((await store.claimJobs(claimAll)).jobs).toEqual([])
    expect(await store.addJobs([job()], null)).toEqual([])
  })
})

describe('a claim takes', () => {
  const claimed = async (store: Store, changes: Partial<JobClaim> = {}) => {
    const { jobs } = await store.claimJobs({ ...claimAll, ...changes })
    return jobs.map(({ owner, deliveryId }) => `${owner} ${deliveryId}`)
  }

  /** Jobs of two environments, those of the first one backfilled. */
  async function twoOwners(): Promise<Store> {
    const store = await openTestStore()
    for (let nth = 0; nth < 6; nth += 1) await store.append(delivery(notification()))
    const added = (owner: string, deliveryId: number, priority: 0 | 1) =>
      job({ owner, deliveryId: String(deliveryId), claim: null, priority })
    await store.addJobs(
      [1, 2, 3].map((id) => added('a', id, 0)),
      null,
    )
    await store.addJobs(
      [4, 5].map((id) => added('b', id, 0)),
      null,
    )
    await store.addJobs([added('a', 6, 1)], null)
    return store
  }

  test('new ones before backfilled ones, owners in turn, and no more than the limits', async () => {
    const store = await twoOwners()
    expect(await claimed(store, { limit: 4, lowLimit: 3 })).toEqual(['a 6', 'b 4', 'a 1'])
  })

  test('the one that the user opened first of all', async () => {
    const store = await twoOwners()
    await store.preferJob('follow-up', '3', now)
    expect(await claimed(store, { limit: 1, lowLimit: 1 })).toEqual(['a 3'])
  })

  test('none of an owner that is held, and none whose delivery is hidden until it is shown again', async () => {
    const store = await twoOwners()
    const deletion = await store.hideDeliveries({ ids: ['4'] })
    expect(await claimed(store, { held: ['a'] })).toEqual(['b 5'])
    await store.undoDeletion(deletion?.id ?? '')
    expect(await claimed(store, { held: ['a'] })).toEqual(['b 4'])
  })

  test('what is due, and what is due further ahead than any wait: the clock was ahead when that was noted', async () => {
    const store = await openTestStore()
    const dueAts = [now, now + 1, now + maxWaitMs, now + maxWaitMs + 1]
    for (const [nth, dueAt] of dueAts.entries()) {
      const deliveryId = await store.append(delivery(notification()))
      await store.addJobs([job({ deliveryId, claim: String(nth), dueAt })], null)
    }
    const { jobs, nextDueAt } = await store.claimJobs(claimAll)
    expect([jobs.map(({ deliveryId }) => deliveryId), nextDueAt]).toEqual([['1', '4'], now + 1])
  })
})

describe('jobs of a lane', () => {
  const ruleClaim: JobClaim = { ...claimAll, kind: 'forward', owner: 'app' }
  const claimed = async (store: Store) =>
    (await store.claimJobs(ruleClaim)).jobs.map(({ deliveryId, again }) => `${deliveryId}${again ? ' again' : ''}`)
  const forward = (deliveryId: string, lane: string | null, catchUp: number | null = null) =>
    job({ kind: 'forward', owner: 'app', deliveryId, claim: null, lane, catchUp, priority: 0 })
  const row = (deliveryId: string, state: JobState, dueAt: number | null = null) => {
    return { ruleId: 'app', deliveryId, state, tries: state === 'waiting' ? 1 : 0, dueAt, again: false }
  }

  async function laned(lanes: readonly (string | null)[], folder = temporaryFolder()): Promise<Store> {
    const store = await openTestStore({ folder })
    for (const _ of lanes) await store.append(delivery(notification()))
    // Later deliveries first: a catch-up adds earlier ones when others are there already.
    const jobs = lanes.map((lane, at) => forward(String(at + 1), lane)).toReversed()
    for (const added of jobs) await store.addJobs([added], null)
    return store
  }

  test('run one after the other in order of arrival, beside those of other lanes and of none', async () => {
    const store = await laned(['a', 'a', 'b', null, null])
    expect((await claimed(store)).toSorted()).toEqual(['1', '3', '4', '5'])
    expect(await claimed(store)).toEqual([])
    await store.putForward(row('1', 'done'))
    expect(await claimed(store)).toEqual(['2'])
  })

  test('wait for the retry of their first one, and for no retry when it is given up, deleted or hidden', async () => {
    const store = await laned(['a', 'a', 'a', 'a', 'a'])
    await claimed(store)
    await store.putForward(row('1', 'waiting', now + 50))
    expect(await claimed(store)).toEqual([])
    await store.putForward(row('1', 'failed'))
    await store.hideDeliveries({ ids: ['2'] })
    expect(await claimed(store)).toEqual(['3'])
    await store.putForward(row('3', 'done'))
    await store.dropForwards('app', 7)
    expect(await claimed(store)).toEqual(['4'])
  })

  test('that ran when the process ended run first after the next start, and are marked; one that answered its sender does not', async () => {
    const folder = temporaryFolder()
    const store = await laned(['a', 'a', 'b'], folder)
    await claimed(store)
    await store.putForward(row('3', 'asking'))
    await store.close()
    const again = await openTestStore({ folder })
    await again.resumeJobs('forward')
    expect(await claimed(again)).toEqual(['1 again'])
    expect(await again.forwardOf('3')).toMatchObject({ state: 'failed' })
  })

  test('that failed are due once in each catch-up, and as failed as before when it is cancelled; what it added goes', async () => {
    const store = await laned(['a', 'a'])
    await store.append(delivery(notification()))
    await claimed(store)
    await store.addAttempt(attempt({ deliveryId: '1', kind: 'forward', status: 500 }), row('1', 'failed'))
    const catchUp = ['1', '3'].map((id) => forward(id, 'c', 1))
    expect(await store.addJobs(catchUp, null)).toHaveLength(2)
    expect(await store.addJobs(catchUp, null)).toEqual([])
    expect(await store.forwardOf('1')).toMatchObject({ state: 'failed' })
    await store.dropForwards('app', 1)
    expect(await store.catchUpCounts('app', 1)).toEqual({ sent: 0, failed: 1 })
    expect(await store.firstOfCatchUp('app', 1)).toBeNull()
    expect(await claimed(store)).toEqual(['2'])
  })
})
