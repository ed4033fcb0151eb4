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
  /** The result of the schedule that was observed last, after a longer wait. */
  observeLater(): Promise<Observed>
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
 * Searches for the shortest schedule of each kind whose result differs from that of the order of arrival. A difference is looked at again
 * after a longer wait and repeated before it is claimed, and deliveries that it does not need are left out. Throws FlakyOrder where the order of arrival shows two results.
 */
export async function searchOrders(options: SearchOptions): Promise<OrderFinding[]> {
  const { numbers, schedules, observe, observeLater, onPlayed, onFinding, onFlaky } = options
  const expectedOf = new Map<string, Observed>()
  const findings: OrderFinding[] = []

  /** The result of a schedule: where it is not the expected one, the app may not have been done. */
  async function observeSettled(steps: readonly ScheduleStep[], wanted: Observed): Promise<Observed> {
    const found = await observe(steps)
    return differencesOf(wanted, found).length === 0 ? found : observeLater()
  }

  /** The result in order of arrival, seen twice. */
  async function expected(wanted: readonly number[]): Promise<Observed> {
    const key = wanted.join(' ')
    if (!expectedOf.has(key)) {
      await observe(inOrder(wanted))
      const first = await observeLater()
      const differences = differencesOf(first, await observeSettled(inOrder(wanted), first))
      if (differences.length > 0) throw new FlakyOrder(differences)
      expectedOf.set(key, first)
    }
    return expectedOf.get(key)
  }

  /** The difference that a schedule makes, where it makes the same one each time. */
  async function confirmed(schedule: Schedule, first: Observed, isShorter = false): Promise<OrderFinding | null> {
    const wanted = numbersOf(schedule.steps)
    for (let seen = 1; seen < repeats; seen += 1) {
      if (differencesOf(first, await observeSettled(schedule.steps, first)).length === 0) continue
      if (!isShorter) onFlaky(scheduleText(schedule.steps))
      return null
    }
    const usual = await expected(wanted)
    const again = differencesOf(usual, await observeSettled(inOrder(wanted), usual))
    if (again.length > 0) throw new FlakyOrder(again)
    const differences = differencesOf(usual, first)
    return { schedule, inOrder: wanted, expected: usual, found: first, differences, repeats }
  }

  /** Leaves out deliveries as long as the rest still differs from its own order of arrival. */
  async function shortened(finding: OrderFinding): Promise<OrderFinding> {
    for (const number of finding.inOrder) {
      const steps = withoutDelivery(finding.schedule.steps, number)
      const wanted = numbersOf(steps)
      if (wanted.length === 0 || scheduleText(steps) === scheduleText(inOrder(wanted))) continue
      let shorter: OrderFinding | null = null
      try {
        const usual = await expected(wanted)
        const found = await observeSettled(steps, usual)
        if (differencesOf(usual, found).length === 0) continue
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
    const found = await observeSettled(steps, wanted)
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
