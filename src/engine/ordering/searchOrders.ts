import { type Difference, differenceWithin } from '../../shared/json/difference.ts'
import type { ScheduleStep } from '../../shared/wireTypes.ts'
import { inOrder, numbersOf, requestsOf, type Schedule, scheduleText, withoutDelivery } from './schedules.ts'

/** The state of the app after a schedule, or its answers. Generated values are masked. */
export type Observed = unknown

/** A schedule whose result differs from that of the order of arrival, each time. */
export interface OrderFinding {
  schedule: Schedule
  inOrder: number[]
  expected: Observed
  found: Observed
  differences: Difference[]
  repeats: number
}

export interface SearchOptions {
  numbers: readonly number[]
  schedules: readonly Schedule[]
  /** Resets the app, plays the schedule, and answers what is known then. Rejects where no more may be played. */
  observe(steps: readonly ScheduleStep[]): Promise<Observed>
  onPlayed(): void
  onFinding(findings: readonly OrderFinding[]): void
  /** The result was not the same each time. */
  onFlaky(schedule: string): void
}

/** How often a result is seen before it is claimed. */
const repeats = 3
const maxPlaces = 20_000

/** The order of arrival itself does not end the same each time. */
export class FlakyOrder extends Error {
  readonly differences: Difference[]
  constructor(differences: Difference[]) {
    super('The order of arrival does not end the same each time.')
    this.differences = differences
  }
}

/**
 * Searches for the shortest schedule of each kind whose result differs from that of the order of arrival. A difference is repeated before
 * it is claimed, and deliveries that it does not need are left out. Throws FlakyOrder where the order of arrival shows two results.
 */
export async function searchOrders(options: SearchOptions): Promise<OrderFinding[]> {
  const { numbers, schedules, observe, onPlayed, onFinding, onFlaky } = options
  const expectedOf = new Map<string, Observed>()
  const findings: OrderFinding[] = []

  /** The result in order of arrival, seen twice. */
  async function expected(wanted: readonly number[]): Promise<Observed> {
    const key = wanted.join(' ')
    if (!expectedOf.has(key)) {
      const first = await observe(inOrder(wanted))
      const differences = differencesOf(first, await observe(inOrder(wanted)))
      if (differences.length > 0) throw new FlakyOrder(differences)
      expectedOf.set(key, first)
    }
    return expectedOf.get(key)
  }

  /** The difference that a schedule makes, where it makes the same one each time. */
  async function confirmed(schedule: Schedule, first: Observed, isShorter = false): Promise<OrderFinding | null> {
    const wanted = numbersOf(schedule.steps)
    for (let seen = 1; seen < repeats; seen += 1) {
      if (differencesOf(first, await observe(schedule.steps)).length === 0) continue
      if (!isShorter) onFlaky(scheduleText(schedule.steps))
      return null
    }
    const again = differencesOf(await expected(wanted), await observe(inOrder(wanted)))
    if (again.length > 0) throw new FlakyOrder(again)
    const differences = differencesOf(await expected(wanted), first)
    return { schedule, inOrder: wanted, expected: await expected(wanted), found: first, differences, repeats }
  }

  /** Leaves out deliveries as long as the rest still differs from its own order of arrival. */
  async function shortened(finding: OrderFinding): Promise<OrderFinding> {
    for (const number of finding.inOrder) {
      const steps = withoutDelivery(finding.schedule.steps, number)
      const wanted = numbersOf(steps)
      if (wanted.length === 0 || scheduleText(steps) === scheduleText(inOrder(wanted))) continue
      let shorter: OrderFinding | null = null
      try {
        const found = await observe(steps)
        if (differencesOf(await expected(wanted), found).length === 0) continue
        shorter = await confirmed({ ...finding.schedule, steps }, found, true)
      } catch (error) {
        // The rest alone has no steady result: it stays as long as it is.
        if (!(error instanceof FlakyOrder)) throw error
      }
      if (shorter !== null) return shortened(shorter)
    }
    return finding
  }

  await expected(numbers)
  onPlayed()
  for (const schedule of schedules) {
    const { kind, steps } = schedule
    if (findings.some((finding) => finding.schedule.kind === kind)) continue
    const wanted = await expected(numbersOf(steps))
    const found = await observe(steps)
    onPlayed()
    if (differencesOf(wanted, found).length === 0) continue
    const finding = await confirmed(schedule, found)
    if (finding === null) continue
    findings.push(finding)
    // Report it now: the search can end while it is made shorter.
    onFinding(bySize(findings))
    findings[findings.length - 1] = await shortened(finding)
    onFinding(bySize(findings))
  }
  return bySize(findings)
}

function bySize(findings: readonly OrderFinding[]): OrderFinding[] {
  return findings.toSorted((a, b) => requestsOf(a.schedule.steps) - requestsOf(b.schedule.steps))
}

function differencesOf(before: Observed, after: Observed): Difference[] {
  const found = differenceWithin(before, after, { left: maxPlaces })
  return found ?? [{ path: '', before: JSON.stringify(before), after: JSON.stringify(after) }]
}
