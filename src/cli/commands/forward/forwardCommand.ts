import { UsageProblem } from '../../../host/shells/exitCodes.ts'
import { readMoment } from '../../../shared/filter/filterMoments.ts'
import type { ForwardRule, ForwardRules } from '../../../shared/wireTypes.ts'
import type { Alone, JoinOptions } from '../../connect/api.ts'
import { environmentNamed } from '../../connect/environmentNamed.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { programName } from '../../basics/places.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'
import { unknownName } from '../../basics/unknownName.ts'
import { withApi } from '../../connect/withApi.ts'

export interface ForwardOptions extends JoinOptions {
  environment?: string
}

export interface AddRuleOptions extends ForwardOptions {
  to?: string
  name?: string
  filter?: string
  order?: 'object' | 'parallel'
  /** ms */
  timeout?: number
  retries?: number
  answerSender?: boolean
  allowHost?: string
}

export interface CatchUpOptions extends ForwardOptions {
  since: string
}

/** Prints the forwarding rules of an environment. */
export async function listForwardRules(options: ForwardOptions): Promise<void> {
  await withRules(options, 'reading', async (client, id) => client.forwarding.rules({ id }))
}

/** Adds a rule. */
export async function addRule(url: string | undefined, options: AddRuleOptions): Promise<void> {
  const target = options.to ?? url
  if (target === undefined) throw new UsageProblem('--to URL is required.')
  if (options.to !== undefined && url !== undefined) throw new UsageProblem('Give the app once: as URL or with --to.')
  const { allowHost } = options
  await withRules(options, 'at-rest', async (client, id) => {
    const known = await client.forwarding.rules({ id })
    const allowedHosts = allowHost === undefined ? undefined : [...known.allowedHosts, allowHost]
    return client.forwarding.setRules({ id, rules: [...known.rules, newRule(target, options)], allowedHosts })
  })
}

/** Pauses, resumes or removes a rule, by its name or id. */
export async function changeRule(
  change: 'pause' | 'resume' | 'remove',
  wanted: string,
  options: ForwardOptions,
): Promise<void> {
  await withRules(options, 'reading', async (client, id) => {
    const { rules } = await client.forwarding.rules({ id })
    const rule = ruleNamed(rules, wanted)
    if (change === 'pause') return client.forwarding.pause({ id, ruleId: rule.id })
    if (change === 'resume') return client.forwarding.resume({ id, ruleId: rule.id })
    if (rule.temporary) {
      throw new UsageProblem(
        `The rule "${rule.name}" belongs to a command that runs, and ends with it. Stop that command.`,
      )
    }
    return client.forwarding.setRules({ id, rules: rules.filter((each) => each.id !== rule.id) })
  })
}

/** Sends what a rule has had no 2xx for since then. */
export async function catchUpRule(wanted: string, options: CatchUpOptions): Promise<void> {
  const at = readMoment(options.since, Date.now())
  if (at === null)
    throw new UsageProblem(
      `--since is "${options.since}"; it takes how long ago (30m, 2h, 3d), a day or a moment such as 2026-01-31T12:00:00Z.`,
    )
  const since = new Date(at).toISOString()
  await withRules(options, 'reading', async (client, id) => {
    const { rules } = await client.forwarding.rules({ id })
    return client.forwarding.catchUp({ id, ruleId: ruleNamed(rules, wanted).id, since })
  })
}

function ruleNamed(rules: readonly ForwardRule[], wanted: string): ForwardRule {
  const found = rules.find(({ id }) => id === wanted) ?? rules.find(({ name }) => name === wanted)
  if (found !== undefined) return found
  throw unknownName(
    'rule',
    wanted,
    rules.map(({ name }) => name),
  )
}

/** Prints the rules that `work` answers. */
async function withRules(
  options: ForwardOptions,
  alone: Alone,
  work: (client: Client, environment: string) => Promise<ForwardRules>,
): Promise<void> {
  await withApi(options, alone, async ({ client }) => {
    const { id } = await environmentNamed(client, options.environment)
    const rules = await work(client, id)
    if (options.json === true) return answerJson(rules)
    for (const rule of rules.rules) printRule(rule)
    if (rules.rules.length === 0)
      remark(`There are no forwarding rules. Add one: ${programName()} forward add --to localhost:3000/webhooks`)
  })
}

function newRule(target: string, { name, filter, order, timeout, retries, answerSender }: AddRuleOptions) {
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

function printRule({ id, name, enabled, when, target, temporary, state }: ForwardRule): void {
  const { paused, waiting, waitingMore, failed, last } = state
  const isOn = enabled && !paused
  answerLine([
    { text: isOn ? 'on     ' : enabled ? 'paused ' : 'off    ', colour: isOn ? 'green' : 'yellow' },
    { text: `${id}  ${name}  ${when.filter ?? 'every delivery'} → ${target}  ` },
    { text: temporary ? 'temporary, ' : '' },
    { text: `${waiting}${waitingMore ? '+' : ''} waiting, ` },
    { text: `${failed} passed over`, ...(failed > 0 ? { colour: 'red' as const } : {}) },
    ...(last === null ? [] : [{ text: `, last ${last.status ?? last.problem ?? ''}`, colour: 'grey' as const }]),
  ])
}
