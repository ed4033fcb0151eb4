import { repeatedSteps, type RepeatedStep, type ScenarioStep } from './scenarioFormat.ts'

/** A step in a few words, for lists and reports. Pure. */
export function stepTitle(step: ScenarioStep | RepeatedStep): string {
  if ('say' in step) return captionOf(step.say).title
  if ('send' in step)
    return `Send ${typeof step.send === 'string' ? step.send : `${step.send.method ?? 'POST'} ${step.send.path ?? ''}`.trim()}${how(step.sign)}`
  if ('resend' in step) return `Send ${step.resend} once more${how(step.sign)}`
  if ('expect' in step) return `Expect ${expected(step.expect)}`
  if ('respond' in step) return `Respond ${responded(step.respond)}`
  if ('create' in step)
    return `Create ${typeof step.create === 'string' ? step.create : Object.keys(step.create).join(', ')}`
  if ('advance' in step) {
    if (typeof step.advance === 'string') return `Advance ${step.advance}`
    return `Advance ${step.advance.id}${step.advance.to === undefined ? '' : ` to ${step.advance.to}`}`
  }
  if ('wait' in step) {
    if (typeof step.wait === 'string') return `Wait ${step.wait}`
    const { for: filter, times = 1 } = step.wait
    return `Wait for ${times === 1 ? '' : `${times} × `}${filter}`
  }
  if ('clock' in step) return clockTitle(step.clock.trim())
  if ('rotate' in step) return 'Rotate the secret'
  if ('check' in step)
    return `Check ${Object.entries(step.check)
      .flatMap(([name, value]) => (name === 'within' ? [] : [named(name, value)]))
      .join(', ')}`
  if ('run' in step) return `Run ${step.run.command}`
  const { times, parallel = 1 } = step.repeat
  const inner = repeatedSteps(step.repeat).map(stepTitle).join(' and ')
  return `${times === 1 ? '' : `${times} × `}${inner}${parallel === 1 ? '' : `, ${parallel} at once`}`
}

function clockTitle(change: string): string {
  if (change === 'freeze') return 'Freeze the clock'
  if (change === 'run') return 'Let the clock run on'
  if (change === 'real') return 'Set the clock back'
  return `Set the clock to ${change}`.replace(/ to ([+-])/, ' $1')
}

function how(sign: unknown): string {
  if (sign === 'none') return ', unsigned'
  if (typeof sign !== 'object' || sign === null) return ''
  const { at, break: kind, secret } = sign as { at?: string; break?: string; secret?: string }
  const parts = [
    ...(kind === undefined || kind === 'none' ? [] : [kind]),
    ...(secret === undefined ? [] : [`${secret} secret`]),
    ...(at === undefined || at === 'now' ? [] : [`signed ${at}`]),
  ]
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

function expected({
  status,
  within,
  body,
  headers,
  verdict,
}: Extract<ScenarioStep, { expect: object }>['expect']): string {
  const parts = [
    ...(status === undefined ? [] : [`${status}`]),
    ...(verdict === undefined ? [] : [`verdict ${verdict}`]),
    ...Object.keys(body ?? {}).map((pointer) => (pointer === '' ? 'the body' : pointer)),
    ...Object.keys(headers ?? {}),
    ...(within === undefined ? [] : [`within ${within}`]),
  ]
  return parts.length === 0 ? 'an answer' : parts.join(', ')
}

function responded(respond: Extract<ScenarioStep, { respond: unknown }>['respond']): string {
  if (respond === 'normal') return 'as usual'
  const { status, times, delay, drop, truncate, for: filter } = respond
  const parts = [
    ...(drop === true ? ['with a reset'] : [String(status ?? 200)]),
    ...(delay === undefined ? [] : [`after ${delay}`]),
    ...(truncate === undefined ? [] : [`cut after ${truncate} bytes`]),
    ...(times === undefined ? [] : [`${times} ×`]),
    ...(filter === undefined ? [] : [`for ${filter}`]),
  ]
  return parts.join(', ')
}

function named(name: string, value: unknown): string {
  if (name === 'count')
    return Object.entries(value as object)
      .map(([filter, count]) => `${count} × ${filter}`)
      .join(', ')
  return `${name} ${String(value)}`
}

/** The title of a caption, which is its first line, and what is said below it; null where it is one line. Pure. */
export function captionOf(say: string): { title: string; detail: string | null } {
  const [title = '', ...more] = say.trim().split('\n')
  const detail = more.join('\n').trim()
  return { title, detail: detail === '' ? null : detail }
}
