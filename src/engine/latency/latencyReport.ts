import { latencyLegs, type LatencyLeg } from '../../shared/latencyLegs.ts'
import { clockAhead, type ClockFacts, clockNote } from './clockNote.ts'
import { isInTime, type Legs, legsOf, type Moments } from './legsOf.ts'
import { type Percentiles, percentiles } from './percentiles.ts'

/** What the report needs to know of one delivery. */
export interface MeasuredDelivery extends Moments {
  environmentId: string
  resourceType: string | null
  /** A notification that came before. */
  repeated: boolean
  /** Nothing proves who sent it, or it was refused. */
  unproven: boolean
}

/** The legs of some deliveries together. */
export interface LatencyGroup {
  /** As first spelled; null for those that name none, and in the group of all. */
  resourceType: string | null
  count: number
  /** Answered later than the service waits. */
  late: number
  /** Deliveries of a notification that had come before. */
  repeated: number
  legs: Record<LatencyLeg, Percentiles | null>
}

export interface LatencyReport {
  all: LatencyGroup
  /** The largest first. */
  types: LatencyGroup[]
  /** What was left out because nothing proves it: its times could be anybody's invention. */
  unproven: number
  /** Of each environment, where there is something to be said. */
  clocks: { environmentId: string; aheadMs: number; note: string }[]
}

/** Percentiles of every leg, in all and for each type. Pure. */
export function latencyReport(deliveries: Iterable<MeasuredDelivery>): LatencyReport {
  const all = newGroup(null)
  const types = new Map<string, Group>()
  const clocks = new Map<string, ClockFacts>()
  let unproven = 0
  for (const delivery of deliveries) {
    if (delivery.unproven) {
      unproven += 1
      continue
    }
    const legs = legsOf(delivery)
    const key = delivery.resourceType?.toLowerCase() ?? ''
    const group = types.get(key) ?? newGroup(delivery.resourceType)
    types.set(key, group)
    add(all, delivery, legs)
    add(group, delivery, legs)
    if (legs.sentToReceived !== null) noteClock(clocks, delivery.environmentId, legs.sentToReceived)
  }
  return {
    all: finished(all),
    types: [...types.values()].map(finished).sort((a, b) => b.count - a.count),
    unproven,
    clocks: [...clocks].flatMap(([environmentId, facts]) => {
      const note = clockNote(facts)
      return note === null ? [] : [{ environmentId, aheadMs: clockAhead(facts), note }]
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
  if (isInTime(legs) === false) group.late += 1
  if (delivery.repeated) group.repeated += 1
  for (const leg of latencyLegs) {
    const value = legs[leg]
    if (value === null) continue
    // A notification that is sent again keeps the time of its creation: how old it is says nothing of the way.
    if (leg === 'sentToReceived' && delivery.repeated) continue
    group.values[leg].push(value)
  }
}

function noteClock(clocks: Map<string, ClockFacts>, environmentId: string, transit: number): void {
  const before = clocks.get(environmentId) ?? { smallest: null, deliveries: 0 }
  clocks.set(environmentId, {
    smallest: Math.min(before.smallest ?? transit, transit),
    deliveries: before.deliveries + 1,
  })
}

function finished({ values, ...group }: Group): LatencyGroup {
  const legs = Object.fromEntries(latencyLegs.map((leg) => [leg, percentiles(values[leg])])) as LatencyGroup['legs']
  return { ...group, legs }
}
