import { UsageProblem } from '../host/usageProblem.ts'
import { readMoment } from '../shared/filterMoments.ts'
import type { ForwardRule, ForwardRules } from '../shared/wireTypes.ts'
import type { JoinOptions } from './api.ts'
import { environmentNamed } from './environmentNamed.ts'
import type { Client } from './joinInstance.ts'
import { programName } from './places.ts'
import { answerJson, answerLine, remark } from './terminal.ts'
import { withApi } from './withApi.ts'

export interface ForwardCommandOptions extends JoinOptions {
  environment?: string
  name?: string
  filter?: string
  order?: 'object' | 'parallel'
  /** ms */
  timeout?: number
  retries?: number
  answerSender?: boolean
  allowHost?: string
  pause?: string
  resume?: string
  remove?: string
  catchUp?: string
  since?: string
}

/** Changes the forwarding rules as the options say, if they do, and prints all of them. */
export async function forwardCommand(url: string | undefined, options: ForwardCommandOptions): Promise<void> {
  const asked = [url, options.pause, options.resume, options.remove, options.catchUp].filter(
    (value) => value !== undefined,
  )
  if (asked.length > 1) {
    throw new UsageProblem('Give one of URL, --pause, --resume, --remove and --catch-up at a time.')
  }
  refuseUnused(url, options)
  const since = options.catchUp === undefined ? null : sinceOf(options.since)
  await withApi(options, url === undefined ? 'reading' : 'at-rest', async ({ client }) => {
    const { environment } = options
    const id =
      environment === undefined ? (await client.status()).environment.id : await environmentNamed(client, environment)
    const rules = await changed(client, id, url, options, since)
    if (options.json === true) return answerJson(rules)
    for (const rule of rules.rules) printRule(rule)
    if (rules.rules.length === 0)
      remark(`There are no forwarding rules. Add one: ${programName()} forward http://127.0.0.1:3000/webhooks`)
  })
}

/** An option that would change nothing was meant for something else. Throws UsageProblem. */
function refuseUnused(url: string | undefined, options: ForwardCommandOptions): void {
  if (options.since !== undefined && options.catchUp === undefined)
    throw new UsageProblem('--since needs --catch-up RULE beside it.')
  const ofRule = ['name', 'filter', 'order', 'timeout', 'retries', 'answerSender', 'allowHost'] as const
  const unused = ofRule.find((name) => options[name] !== undefined)
  if (url !== undefined || unused === undefined) return
  const option = unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageProblem(`--${option} needs the URL of a new rule beside it.`)
}

function sinceOf(text: string | undefined): string {
  const at = text === undefined ? null : readMoment(text, Date.now())
  if (at !== null) return new Date(at).toISOString()
  throw new UsageProblem('--since: Give how long ago (30m, 2h, 3d), a day or a moment such as 2026-01-31T12:00:00Z.')
}

async function changed(
  client: Client,
  id: string,
  url: string | undefined,
  options: ForwardCommandOptions,
  since: string | null,
): Promise<ForwardRules> {
  const { pause, resume, remove, catchUp, allowHost } = options
  if (pause !== undefined) return client.forwarding.pause({ id, ruleId: pause })
  if (resume !== undefined) return client.forwarding.resume({ id, ruleId: resume })
  if (catchUp !== undefined && since !== null) return client.forwarding.catchUp({ id, ruleId: catchUp, since })
  const known = await client.forwarding.rules({ id })
  if (remove !== undefined) {
    if (!known.rules.some((rule) => rule.id === remove)) throw new UsageProblem(`--remove: there is no rule ${remove}.`)
    return client.forwarding.setRules({ id, rules: known.rules.filter((rule) => rule.id !== remove) })
  }
  if (url === undefined) return known
  const allowedHosts = allowHost === undefined ? undefined : [...known.allowedHosts, allowHost]
  return client.forwarding.setRules({ id, rules: [...known.rules, newRule(url, options)], allowedHosts })
}

function newRule(target: string, { name, filter, order, timeout, retries, answerSender }: ForwardCommandOptions) {
  const host = URL.canParse(target) ? new URL(target).host : ''
  return {
    name: name ?? (host === '' ? target.slice(0, 80) : host),
    target,
    when: filter === undefined ? {} : { filter },
    ...(order === undefined ? {} : { order }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(retries === undefined ? {} : { retries }),
    ...(answerSender === undefined ? {} : { answerSender }),
  }
}

function printRule({ id, name, enabled, when, target, state }: ForwardRule): void {
  const { paused, waiting, waitingMore, failed, last } = state
  const isOn = enabled && !paused
  answerLine([
    { text: isOn ? 'on     ' : enabled ? 'paused ' : 'off    ', colour: isOn ? 'green' : 'yellow' },
    { text: `${id}  ${name}  ${when.filter ?? 'every delivery'} → ${target}  ` },
    { text: `${waiting}${waitingMore ? '+' : ''} waiting, ` },
    { text: `${failed} passed over`, ...(failed > 0 ? { colour: 'red' as const } : {}) },
    ...(last === null ? [] : [{ text: `, last ${last.status ?? last.problem ?? ''}`, colour: 'grey' as const }]),
  ])
}
