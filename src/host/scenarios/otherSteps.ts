import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ExpectedFailure } from '../../engine/failures/expectedFailure.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { readDuration, type RepeatedStep, type StepOf } from '../../shared/scenarios/scenarioFormat.ts'
import type { ResponseRule } from '../../shared/wireTypes.ts'
import { readExactFilter } from '../reading/readFilter.ts'
import { runRuleIdStart } from '../../engine/responses/openResponses.ts'
import { differingPlaces, failure } from './expectations.ts'
import {
  nothingHappened,
  noResult,
  resolved,
  type RunContext,
  type StepOutcome,
  type StepResult,
} from './runContext.ts'

/** Wait for deliveries where a step says nothing else, ms. */
const usualWaitMs = 10_000
const maxShown = 200

/** Waits for a time, or for deliveries that match. */
export async function performWait(
  context: RunContext,
  step: Extract<RepeatedStep, { wait: unknown }>,
): Promise<{ outcome: StepOutcome; result: StepResult }> {
  const { wait } = resolved(context, step)
  if (typeof wait === 'string') {
    const ms = context.input.fast ? 0 : (readDuration(wait) ?? 0)
    await pause(ms, undefined, { signal: context.signal }).catch(() => undefined)
    const note = context.input.fast ? 'Left out, because the run is fast.' : null
    return { outcome: { ...nothingHappened, note }, result: noResult }
  }
  const { for: filter, times = 1, within } = wait
  const limitMs = within === undefined ? usualWaitMs : (readDuration(within) ?? usualWaitMs)
  let seen: DeliverySummary[] = []
  const look = async () => {
    seen = await matching(context, filter, times)
    return seen.length >= times ? true : undefined
  }
  const found = await context.stage.watch.until(look, limitMs, context.signal)
  const result = {
    ...noResult,
    exchanges: seen.map(({ id, answeredStatus }) => ({
      deliveryId: id,
      status: answeredStatus === 0 ? null : answeredStatus,
      took: null,
      headers: [],
      body: null,
      problem: null,
    })),
  }
  const deliveryIds = seen.slice(0, maxShown).map(({ id }) => id)
  if (found === true) return { outcome: { ...nothingHappened, deliveryIds }, result }
  const came = `${seen.length} within ${within ?? '10s'}`
  const failures = [failure('deliveries', `${times} × ${filter}`, came, null)]
  return { outcome: { ...nothingHappened, state: 'failed', deliveryIds, failures }, result }
}

/** Deliveries of the run that match now, at most `most`. */
export async function matching({ stage, tools }: RunContext, filter: string, most: number): Promise<DeliverySummary[]> {
  const found: DeliverySummary[] = []
  const wanted = readExactFilter(filter)
  for (let after: string | null = stage.watch.after; after !== null && found.length < most;) {
    const page: Awaited<ReturnType<typeof tools.engine.store.list>> = await tools.engine.store.list({
      environment: stage.environment.id,
      limit: 500,
      after,
      ...(wanted === undefined ? {} : { filter: wanted }),
    })
    found.push(...page.items)
    after = page.next
  }
  return found.slice(0, most)
}

/** Puts a response rule in front of the others, in place of the one before it of this run. */
export async function performRespond(context: RunContext, step: StepOf<'respond'>): Promise<StepOutcome> {
  const { respond } = resolved(context, step)
  const { stage, tools } = context
  const { responses } = tools.engine
  const { id } = stage.environment
  const others = responses.view(id).rules.filter((rule) => !rule.id.startsWith(runRuleIdStart))
  if (respond === 'normal') {
    await responses.put(id, { rules: others })
    return nothingHappened
  }
  const { status = 200, times, delay, drop, truncate, headers, body, for: filter } = respond
  const rule: ResponseRule = {
    id: `${runRuleIdStart}${randomBytes(6).toString('hex')}`,
    name: context.plan.name.slice(0, 80),
    enabled: true,
    when: {
      ...(filter === undefined ? {} : { filter }),
      ...(times === undefined ? {} : { nth: { from: 1, to: times } }),
    },
    answer: {
      status,
      ...(headers === undefined ? {} : { headers: Object.entries(headers) }),
      ...(body === undefined ? {} : { body }),
      ...(delay === undefined ? {} : { delayMs: Math.round(readDuration(delay) ?? 0) }),
      ...(truncate === undefined ? {} : { truncateAt: truncate }),
      ...(drop === true ? { reset: 'before' as const } : {}),
    },
  }
  await responses.put(id, { rules: [rule, ...others] })
  return nothingHappened
}

/** Sets the sandbox's clock. Throws SandboxRefusal. */
export function performClock(context: RunContext, step: StepOf<'clock'>): StepOutcome {
  const { clock } = resolved(context, step)
  context.stage.changes.setClock(clock)
  const at = new Date(context.tools.sandbox.clock.now()).toISOString()
  return { ...nothingHappened, note: `In the sandbox it is ${at.slice(0, 16).replace('T', ' ')} UTC.` }
}

/** Makes another shared secret the current one. */
export async function performRotate(context: RunContext, step: StepOf<'rotate'>): Promise<StepOutcome> {
  const { rotate } = resolved(context, step)
  await context.stage.changes.useSecret(rotate?.secret ?? randomBytes(24).toString('base64url'))
  return nothingHappened
}

/** Has the client run a command, and compares what it printed. */
export async function performCommand(
  context: RunContext,
  step: StepOf<'run'>,
): Promise<{ outcome: StepOutcome; result: StepResult }> {
  const { command, exit: wanted = 0, equals, contains, json = {} } = resolved(context, step).run
  const { exit, output } = await context.ask(command)
  const text = output.trim()
  if (exit === null) throw new ExpectedFailure({ code: 'scenario-command-failed', fields: { command, detail: text } })
  const failures = [
    ...(exit === wanted
      ? []
      : [failure('exit code', String(wanted), `${exit}${text === '' ? '' : ` with: ${text.slice(-200)}`}`, null)]),
    ...(equals === undefined || text === String(equals)
      ? []
      : [failure('output', String(equals), text.slice(0, 200), null)]),
    ...(contains === undefined || text.includes(contains)
      ? []
      : [failure('output', `with ${contains}`, text.slice(0, 200), null)]),
    ...differingPlaces('output', json, text, null),
  ]
  const outcome: StepOutcome = { ...nothingHappened, state: failures.length === 0 ? 'held' : 'failed', failures }
  return { outcome, result: { ...noResult, output: text } }
}
