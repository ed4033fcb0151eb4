import { randomInt, randomUUID } from 'node:crypto'
import { allProbes } from '../../engine/checking/battery.ts'
import type { EffectCounter } from '../../engine/checking/effects.ts'
import {
  countedType,
  followUpCounter,
  followUpTiming,
  type TemplateOrigin,
} from '../../engine/checking/followUpCounter.ts'
import { reportAtStart, runCheck } from '../../engine/checking/runCheck.ts'
import { defaultTemplate, exampleTemplate } from '../../engine/checking/subject/defaultTemplate.ts'
import { sendableHeaders } from '../../shared/requestText/sendableHeaders.ts'
import type { Template } from '../../engine/checking/subject/subject.ts'
import { resolveTarget } from '../../engine/checking/wire/resolveTarget.ts'
import { exampleNamed } from '../../engine/contracts/contractExamples.ts'
import { ExpectedFailure, noDelivery, noEnvironment } from '../../engine/failures/expectedFailure.ts'
import { signingSecret, canTakeSignature } from '../../engine/signature/signRequest.ts'
import type { Engine, Log } from '../../engine/startEngine.ts'
import { namedScheme } from '../../engine/environments/namedScheme.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { CheckInput, CheckReport } from '../../shared/wireTypes.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import type { Store } from '../../engine/store/store.ts'
import { checkReportSchema } from '../../shared/schemas/sending/checkSchemas.ts'

/** Handlers that are graded: one run at a time, the earlier ones kept. */
export interface Checks {
  start(input: CheckInput): Promise<string>
  /** Waits at most 5 s for more than `after` probes, where that is given. */
  view(check: string, after?: number): Promise<CheckReport>
  list(): readonly CheckReport[]
  cancel(check: string): Promise<CheckReport>
  /** Ends what is under way. */
  stop(): Promise<void>
}

/** How long a call waits for progress, ms. */
const longestWaitMs = 5000

interface CurrentRun {
  report: CheckReport
  abort: AbortController
  ended: Promise<void>
  waiting: Set<() => void>
}

/** Everything that a check needs of the host. */
export interface CheckTools {
  engine: Engine
  sandbox: Pick<Sandbox, 'watchObject' | 'asked'>
  /** Hookscope's own, without the receiver's; more may come. */
  closedPorts: ReadonlySet<number>
}

export async function openChecks(tools: CheckTools, log: Log): Promise<Checks> {
  const history = await openCheckHistory(tools.engine.store, (message) => log('warn', message))
  let current: CurrentRun | null = null
  let starting = false
  let stored = Promise.resolve()

  const find = (check: string): CheckReport => {
    const report = current?.report.check === check ? current.report : history.runs().find((run) => run.check === check)
    if (report === undefined) throw new ExpectedFailure({ code: 'no-check', fields: { id: check.slice(0, 80) } })
    return report
  }
  const notify = (run: CurrentRun, report: CheckReport) => {
    run.report = report
    for (const wake of run.waiting) wake()
  }

  async function follow(run: CurrentRun, options: Parameters<typeof runCheck>[0]): Promise<void> {
    try {
      const onProgress = (event: CheckReport) => notify(run, event)
      const report = await runCheck({ ...options, onProgress })
      stored = history.add(report)
      current = null
      notify(run, report)
    } catch (error) {
      log('error', `A check failed: ${String(error)}`)
      current = null
    }
  }

  async function start(input: CheckInput): Promise<string> {
    if (starting || current !== null) throw new ExpectedFailure({ code: 'check-running', fields: {} })
    starting = true
    try {
      const abort = new AbortController()
      const options = { ...(await prepared(tools, input)), signal: abort.signal }
      const run: CurrentRun = { report: reportAtStart(options), abort, ended: Promise.resolve(), waiting: new Set() }
      current = run
      run.ended = follow(run, options)
      return options.check
    } finally {
      starting = false
    }
  }

  return {
    start,
    view: async (check, after) => {
      const run = current
      if (after !== undefined && run?.report.check === check && run.report.done <= after) await eventOf(run)
      return find(check)
    },
    list: () => (current === null ? history.runs() : [current.report, ...history.runs()]),
    cancel: async (check) => {
      const run = current
      if (run?.report.check === check) {
        run.abort.abort()
        await run.ended
      }
      return find(check)
    },
    stop: async () => {
      current?.abort.abort()
      await current?.ended
      await stored
    },
  }
}

/** All that a run needs, or why it cannot be. Throws ExpectedFailure. */
async function prepared(
  { engine, sandbox, closedPorts }: CheckTools,
  input: CheckInput,
): Promise<Omit<Parameters<typeof runCheck>[0], 'signal'>> {
  const scheme = schemeOf(engine, input)
  for (const name of [...(input.only ?? []), ...(input.skip ?? [])])
    if (!allProbes.some((probe) => probe.name === name))
      throw new ExpectedFailure({ code: 'no-such-probe', fields: { name } })
  const limits = { allowRemote: false, closedPorts: new Set([engine.receiver.port, ...closedPorts]) }
  const found = await resolveTarget(input.url, limits)
  if (!found.ok) {
    const fields = { problem: found.problem, url: input.url.slice(0, 200) }
    throw new ExpectedFailure({ code: 'check-target-refused', fields })
  }
  const secret = secretOf(engine, input)
  const signing = signingSecret('', secret, scheme)
  if (!signing.ok) throw new ExpectedFailure({ code: 'private-key-unusable', fields: { problem: signing.code } })
  const { template, origin } = await templateOf(engine, scheme, input)
  if (!canTakeSignature(template, scheme))
    throw new ExpectedFailure({ code: 'body-takes-no-signature', fields: { scheme: scheme.label } })
  return {
    check: randomUUID(),
    target: found.target,
    scheme,
    secret,
    template,
    seed: randomInt(1, 1_000_000),
    now: Date.now,
    only: input.only,
    skip: input.skip,
    effects: counterOf(sandbox, input, { scheme, template, origin }),
  }
}

/**
 * Counts by requests to our sandbox, where it can have an object of the template's type. Throws ExpectedFailure where that
 * is asked for and cannot be.
 */
function counterOf(
  sandbox: CheckTools['sandbox'],
  { effects: asked, settleMs }: Pick<CheckInput, 'effects' | 'settleMs'>,
  made: Parameters<typeof countedType>[1],
): EffectCounter | undefined {
  if (asked === 'none') return undefined
  const type = countedType(asked === undefined ? undefined : true, made)
  if (type === null) {
    if (asked === undefined) return undefined
    throw new ExpectedFailure({ code: 'follow-ups-uncountable', fields: {} })
  }
  const counted = { watch: async () => sandbox.watchObject(type), asked: async (id: string) => sandbox.asked(id) }
  return followUpCounter(counted, followUpTiming(settleMs))
}

async function eventOf(run: CurrentRun): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      run.waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, longestWaitMs)
    run.waiting.add(wake)
  })
}

function schemeOf({ environments }: Engine, { scheme: name, environment }: CheckInput): SignatureScheme {
  const id = environment ?? environments.active().id
  const own = environments.verifier(id)?.scheme
  if (own === undefined) throw noEnvironment(id)
  const scheme = namedScheme(name, own)
  return scheme
}

function secretOf({ environments }: Engine, { secret, environment }: CheckInput): string {
  if (typeof secret === 'string') return secret
  const { fingerprint } = secret
  const known = environments.knownSecrets(environment ?? environments.active().id)
  const found = known.find((each) => each.fingerprint === fingerprint)
  if (found === undefined) throw new ExpectedFailure({ code: 'signing-secret-unknown', fields: { fingerprint } })
  return Buffer.from(found.bytes).toString('utf8')
}

/** The template of a valid delivery. */
async function templateOf(
  { store, contracts, environments }: Engine,
  scheme: SignatureScheme,
  { delivery, contractMessage, environment }: CheckInput,
): Promise<{ template: Template; origin: TemplateOrigin }> {
  if (contractMessage !== undefined) {
    const examples = await contracts.examples(environment ?? environments.active().id)
    return { template: exampleTemplate(scheme, exampleNamed(examples, contractMessage)), origin: 'written' }
  }
  if (delivery === undefined) return { template: defaultTemplate(scheme), origin: 'example' }
  const stored = await store.get(delivery)
  if (stored === null) throw noDelivery(delivery)
  const { method, headers, body } = stored.request
  const lines = headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
  const template = { method, headers: sendableHeaders(lines).sent, body }
  return { template, origin: { environment: stored.environmentId } }
}

/** The newest runs are kept; the newest few of them with their requests and answers. */
const maxRuns = 20
const maxDetailed = 4

/** Documents of graded handlers in the store, one for each run. */
const collection = 'checks'

/** Graded handlers, kept in the store, the newest first. */
interface CheckHistory {
  runs(): readonly CheckReport[]
  /** Adds a run at once; resolves when it is stored. If the store refuses, it is kept only until the process ends. */
  add(report: CheckReport): Promise<void>
}

async function openCheckHistory(
  store: Pick<Store, 'documents' | 'putDocument' | 'removeDocument'>,
  warn: (message: string) => void,
): Promise<CheckHistory> {
  const kept = await store.documents<unknown>(collection)
  let runs: readonly CheckReport[] = kept.toReversed().flatMap(({ document }) => {
    const { success, data } = checkReportSchema.safeParse(document)
    return success ? [data] : []
  })
  return {
    runs: () => runs,
    add: async (report) => {
      const shortened = runs[maxDetailed - 1]
      const surplus = runs.slice(maxRuns - 1)
      runs = [report, ...runs].slice(0, maxRuns).map((run) => (run === shortened ? withoutExchanges(run) : run))
      try {
        await Promise.all([
          store.putDocument(collection, report.check, report),
          shortened && store.putDocument(collection, shortened.check, withoutExchanges(shortened)),
          ...surplus.map(async ({ check }) => store.removeDocument(collection, check)),
        ])
      } catch (error) {
        warn(`A check could not be kept: ${String(error)}`)
      }
    },
  }
}

/** Older runs keep their findings, and not the bytes. */
function withoutExchanges(run: CheckReport): CheckReport {
  return { ...run, results: run.results.map((result) => ({ ...result, exchanges: [], curl: null })) }
}
