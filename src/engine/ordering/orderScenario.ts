import { handedOutRequest, type Secrets } from '../../shared/redaction/handedOut.ts'
import { escaped } from '../../shared/scenarios/record/recordedValues.ts'
import { expectedPlace } from './expectedPlace.ts'
import { requestAsItCame } from '../sending/storedDelivery.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { OrderFinding } from '../../shared/wireTypes.ts'

export interface ScenarioParts {
  /** `sandbox`, or the name of the environment. */
  environment: { sandbox: true } | { name: string }
  target: string
  deliveries: ReadonlyMap<number, StoredDelivery>
  /** Left out of the requests. */
  secrets: Secrets
  /** Commands that reset the app and print its state; null where there is none. */
  resetCommand: string | null
  stateCommand: string | null
  /** Time that the app gets before its state is read, ms. */
  settleMs: number
  /** Parts of the state were ignored. */
  isPartial: boolean
}

/** A finding as a scenario that plays it and looks at the state. Null where an answer is lost: the format has no step for that. Pure. */
export function orderScenario(
  {
    steps,
    sentence,
    differences,
    expected,
  }: Pick<OrderFinding, 'steps' | 'sentence' | 'differences'> & { expected: unknown },
  { environment, target, deliveries, secrets, resetCommand, stateCommand, settleMs, isPartial }: ScenarioParts,
): string | null {
  if (steps.some(({ cut }) => cut)) return null
  const lines = [
    `name: ${JSON.stringify(escaped(sentence.slice(0, 200)))}`,
    `environment: ${JSON.stringify('name' in environment ? environment : 'sandbox')}`,
    `target: ${JSON.stringify(target)}`,
    'steps:',
    ...(resetCommand === null ? [] : [`  - run: ${escaped(JSON.stringify({ command: resetCommand }))}`]),
  ]
  for (const { deliveries: numbers } of steps) {
    const distinct = new Set(numbers).size === 1 ? numbers.slice(0, 1) : numbers
    const sends = distinct.flatMap((number) => {
      const delivery = deliveries.get(number)
      return delivery === undefined ? [] : [`- send: ${JSON.stringify(sendOf(delivery, secrets))}`]
    })
    if (sends.length < distinct.length) return null
    if (numbers.length === 1) lines.push(...sends.map((send) => `  ${send}`))
    else
      lines.push(
        '  - repeat:',
        `      times: ${numbers.length / sends.length}`,
        `      parallel: ${numbers.length}`,
        '      step:',
        ...sends.map((send) => `        ${send}`),
      )
  }
  const [first] = differences
  const wanted = first === undefined ? null : expectedPlace(expected, first, isPartial)
  if (stateCommand !== null) {
    // The app may work on after its answers.
    lines.push(`  - wait: ${settleMs}ms`)
    const json = wanted === null ? {} : { json: { [wanted.pointer]: wanted.value } }
    lines.push(`  - run: ${escaped(JSON.stringify({ command: stateCommand, ...json }))}`)
  }
  const place = first === undefined || first.path === '' ? 'it' : first.path
  if (first !== undefined && (wanted === null || stateCommand === null))
    lines.push(
      `  - say: ${JSON.stringify(escaped(`In order, ${place} is ${(first.before ?? 'missing').slice(0, 500)}.`))}`,
    )
  return `${lines.join('\n')}\n`
}

function sendOf(delivery: StoredDelivery, secrets: Secrets) {
  const { method, path, headers: lines, body: sent } = requestAsItCame(delivery)
  const { headers, body } = handedOutRequest({ url: '', headers: [...lines], body: sent }, secrets)
  const bytes = Buffer.from(body)
  const text = bytes.toString('utf8')
  const isText = Buffer.from(text, 'utf8').equals(bytes)
  return {
    method,
    ...(path === '' ? {} : { path: escaped(path) }),
    headers: Object.fromEntries(headers.map(([name, value]) => [name, escaped(value)])),
    ...(isText ? { body: escaped(text) } : { bodyBase64: bytes.toString('base64') }),
  }
}
