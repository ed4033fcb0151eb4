import { handedOutRequest, type Secrets } from '../../shared/redaction/handedOut.ts'
import { escaped } from '../../shared/scenarios/record/recordedValues.ts'
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
}

/** A finding as a scenario that plays it and looks at the state. Null where an answer is lost: the format has no step for that. Pure. */
export function orderScenario(
  { steps, sentence, differences }: Pick<OrderFinding, 'steps' | 'sentence' | 'differences'>,
  { environment, target, deliveries, secrets, resetCommand, stateCommand }: ScenarioParts,
): string | null {
  if (steps.some(({ cut }) => cut)) return null
  const lines = [
    `name: ${JSON.stringify(escaped(sentence.slice(0, 200)))}`,
    `environment: ${JSON.stringify('name' in environment ? environment : 'sandbox')}`,
    `target: ${JSON.stringify(target)}`,
    'steps:',
    ...(resetCommand === null ? [] : [`  - run: ${JSON.stringify({ command: resetCommand })}`]),
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
  const wanted = first?.before ?? null
  if (stateCommand !== null && wanted !== null && wanted.startsWith('"') && !wanted.includes('‹'))
    lines.push(`  - run: ${JSON.stringify({ command: stateCommand, contains: escaped(wanted) })}`)
  else if (stateCommand !== null) lines.push(`  - run: ${JSON.stringify({ command: stateCommand })}`)
  if (wanted !== null)
    lines.push(`  - say: ${JSON.stringify(escaped(`In order, ${first?.path || 'it'} is ${wanted.slice(0, 500)}.`))}`)
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
