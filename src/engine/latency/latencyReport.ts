import type { Latency } from '../../shared/wireTypes.ts'
import { latencyLegs, type LatencyLeg } from '../../shared/codes/latencyLegs.ts'
import { timingSentence } from '../../shared/words/timing.ts'
import { implausibleMs } from '../../shared/transit.ts'
import { clockAhead, type ClockFacts, clockRemark } from './clockRemark.ts'
import { isInTime, type Legs, legsOf, type Moments } from './legsOf.ts'
import { percentiles } from './percentiles.ts'

/** A delivery as the report needs it. */
export interface MeasuredDelivery extends Moments {
  environmentId: string
  resourceType: string | null
  /** How long its sender waits for an answer, ms; null where that is not known. */
  limitMs: number | null
  /** An earlier delivery carried the same notification. */
  repeated: boolean
  /** Its signature is not valid, or it was refused. */
  unproven: boolean
}

/** The legs of some deliveries together. */
export type LatencyGroup = Latency['all']

export type LatencyReport = Pick<Latency, 'all' | 'types' | 'unproven' | 'clocks' | 'answerLimitMs'>

/** Percentiles of every leg, in all and for each type. Pure. */
export function latencyReport(deliveries: Iterable<MeasuredDelivery>): LatencyReport {
  const all = newGroup(null)
  const types = new Map<string, Group>()
  const clocks = new Map<string, ClockFacts>()
  const limits = new Set<number | null>()
  let unproven = 0
  for (const delivery of deliveries) {
    if (delivery.unproven) {
      unproven += 1
      continue
    }
    limits.add(delivery.limitMs)
    const legs = legsOf(delivery)
    const key = delivery.resourceType?.toLowerCase() ?? ''
    const group = types.get(key) ?? newGroup(delivery.resourceType)
    types.set(key, group)
    add(all, delivery, legs)
    add(group, delivery, legs)
    noteClock(clocks, delivery, legs.sentToReceived)
  }
  return {
    all: finished(all),
    types: [...types.values()].map(finished).sort((a, b) => b.count - a.count),
    unproven,
    answerLimitMs: limits.size === 1 ? ([...limits][0] ?? null) : null,
    clocks: [...clocks].flatMap(([environmentId, facts]) => {
      const why = clockRemark(facts)
      return why === null ? [] : [{ environmentId, aheadMs: clockAhead(facts), note: timingSentence(why), why }]
    }),
  }
}

interface Group {
  resourceType: string | null
  count: number
  late: number
  repeated: number
  values: Record<LatencyLeg, number[]>
}

function newGroup(resourceType: string | null): Group {
  const values = Object.fromEntries(latencyLegs.map((leg) => [leg, [] as number[]])) as Group['values']
  return { resourceType, count: 0, late: 0, repeated: 0, values }
}

function add(group: Group, delivery: MeasuredDelivery, legs: Legs): void {
  group.count += 1
  if (isInTime(legs, delivery.limitMs) === false) group.late += 1
  if (delivery.repeated) group.repeated += 1
  for (const leg of latencyLegs) {
    const value = legs[leg]
    if (value === null) continue
    // A retry keeps the creation time of its notification, so its age says nothing about the network.
    if (leg === 'sentToReceived' && delivery.repeated) continue
    group.values[leg].push(value)
  }
}

function noteClock(
  clocks: Map<string, ClockFacts>,
  { environmentId, createdAt, receivedAt }: MeasuredDelivery,
  transit: number | null,
): void {
  if (createdAt === null) return
  const before = clocks.get(environmentId) ?? { smallest: null, implausible: null, deliveries: 0 }
  const off = implausibleMs(createdAt, receivedAt)
  clocks.set(environmentId, {
    smallest: least(before.smallest, transit),
    implausible: least(before.implausible, off === null ? null : Math.abs(off)),
    deliveries: before.deliveries + 1,
  })
}

function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

function finished({ values, ...group }: Group): LatencyGroup {
  const legs = Object.fromEntries(latencyLegs.map((leg) => [leg, percentiles(values[leg])])) as LatencyGroup['legs']
  return { ...group, legs }
}
