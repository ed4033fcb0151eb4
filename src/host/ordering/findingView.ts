import type { EnvironmentRecord } from '../../engine/environments/environmentRecord.ts'
import { orderScenario } from '../../engine/ordering/orderScenario.ts'
import { scheduleText } from '../../engine/ordering/schedules.ts'
import type { OrderFinding as Found } from '../../engine/ordering/searchOrders.ts'
import type { StoredDelivery } from '../../engine/store/records/deliveries.ts'
import type { Secrets } from '../../shared/redaction/handedOut.ts'
import type { OrderFinding, OrderRun, ReadOrderInput } from '../../shared/wireTypes.ts'
import { orderSentence } from '../../shared/words/sending/orders.ts'

interface FindingTools {
  deliveries: ReadonlyMap<number, StoredDelivery>
  named: OrderRun['deliveries']
  input: ReadOrderInput
  environment: EnvironmentRecord
  by: OrderRun['by']
  /** Left out of scenarios. */
  secrets: Secrets
}

/** As long as a difference is looked at again after, ms. */
const minSettleMs = 500
const maxDifferences = 50
const maxText = 20_000

/** A finding as it is shown: with its sentence, and as a scenario. */
export function findingView({
  deliveries,
  named,
  input,
  environment,
  by,
  secrets,
}: FindingTools): (found: Found) => OrderFinding {
  const parts = {
    environment: environment.kind === 'sandbox' ? { sandbox: true as const } : { name: environment.name },
    target: input.to,
    deliveries,
    secrets,
    resetCommand: commandOf(input.reset, input.commands?.reset, 'curl -fsS -X POST'),
    settleMs: Math.max(2 * input.settleMs, minSettleMs),
    isPartial: input.ignore.length > 0,
    stateCommand: commandOf(input.state, input.commands?.state, 'curl -fsS'),
  }
  return ({ schedule: { kind, steps }, inOrder, expected, found, differences, repeats }) => {
    const facts = {
      kind,
      steps: [...steps],
      inOrder,
      by,
      differences: differences.slice(0, maxDifferences),
    }
    const sentence = orderSentence(facts, named)
    return {
      ...facts,
      schedule: scheduleText(steps),
      expected: textOf(expected),
      found: textOf(found),
      repeats,
      sentence,
      scenario: orderScenario({ ...facts, sentence, expected }, parts),
    }
  }
}

function commandOf(source: string | undefined, command: string | undefined, curl: string): string | null {
  if (source === undefined) return null
  return source === 'command' ? (command ?? null) : `${curl} '${source.replaceAll("'", '%27')}'`
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')).slice(0, maxText)
}
