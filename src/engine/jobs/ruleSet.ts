import type { ForwardRules as RulesView } from '../../shared/wireTypes.ts'
import { ForwardProblem, readForwardTarget } from '../forwarding/forwardTarget.ts'
import { isNamed, type OurAddresses, refusalBeyondLoopback, refusalOf } from '../forwarding/ourAddresses.ts'
import { type KeptRules, noRules, readRuleFilter } from '../forwarding/readRules.ts'
import { type Outbound, startOutbound } from '../outbound/startOutbound.ts'
import type { Store } from '../store/store.ts'
import type { ReadyRule } from './forward.ts'
import { newProgress, type RuleProgress, RuleRun, type RuleTools } from './ruleRun.ts'

/** The forwarding rules of all environments: as they are kept, and at work. */
export interface RuleSet {
  store: Store
  ours: OurAddresses
  tools: RuleTools
  hasBegun: boolean
  /** By environment. */
  kept: Map<string, KeptRules>
  /** Rules of commands that run, by their id. They are not kept over a restart. */
  temporary: Map<string, { environmentId: string; rule: KeptRules['rules'][number]; onGone(): void }>
  /** By rule. */
  runs: Map<string, RuleRun>
  outbound: { local: Outbound; allowed: Outbound }
}

const collections = { rules: 'forward-rules', progress: 'forward-progress' }

/** Reads all rules; nothing is sent before they begin. */
export async function openRuleSet(tools: Omit<RuleTools, 'putProgress' | 'hasBegun'>): Promise<RuleSet> {
  const { store, ours } = tools
  const documents = await store.documents<KeptRules>(collections.rules)
  const set: RuleSet = {
    store,
    ours,
    tools: {
      ...tools,
      putProgress: async (ruleId, progress) => store.putDocument(collections.progress, ruleId, progress),
      hasBegun: () => set.hasBegun,
    },
    hasBegun: false,
    kept: new Map(documents.map(({ id, document }) => [id, document])),
    temporary: new Map(),
    runs: new Map(),
    outbound: {
      local: startOutbound({ refuse: refusalBeyondLoopback(ours) }),
      allowed: startOutbound({ refuse: refusalOf(ours) }),
    },
  }
  await openRuns(set)
  return set
}

async function openRuns(set: RuleSet): Promise<void> {
  const { store } = set
  const atStart = await newestDelivery(store)
  const noted = await store.documents<RuleProgress>(collections.progress)
  const progress = new Map(noted.map(({ id, document }) => [id, document]))
  for (const [environmentId, kept] of set.kept) {
    for (const rule of kept.rules) {
      const start = progress.get(rule.id) ?? newProgress(atStart, rule.answerSender)
      set.runs.set(rule.id, new RuleRun(set.tools, readyRule(set, environmentId, kept, rule), start))
    }
  }
  // Temporary rules of the last process, and those of which it could not remove everything.
  const left = noted.filter(({ id }) => !set.runs.has(id))
  for (const { id } of left) await forgetRule(set, id, 'open')
}

export function readyRule(
  { outbound }: RuleSet,
  environmentId: string,
  { allowedHosts }: Pick<KeptRules, 'allowedHosts'>,
  rule: KeptRules['rules'][number],
): ReadyRule {
  const target = readForwardTarget(rule.target)
  const filter = readRuleFilter(rule.when.filter)
  const isAllowed = isNamed(target.origin, allowedHosts)
  return { rule, environmentId, target, filter, outbound: isAllowed ? outbound.allowed : outbound.local }
}

/** Sets a new rule to work; its progress is kept already. */
export function addRun(set: RuleSet, run: RuleRun): void {
  set.runs.set(run.ready.rule.id, run)
  if (set.hasBegun) run.begin()
}

/** Takes a rule away at once. @param jobs which of its jobs go with it */
export async function removeRun(set: RuleSet, ruleId: string, jobs: 'all' | 'open'): Promise<void> {
  const run = set.runs.get(ruleId)
  set.runs.delete(ruleId)
  run?.abort()
  await run?.stop()
  await forgetRule(set, ruleId, jobs)
}

async function forgetRule({ store }: RuleSet, ruleId: string, jobs: 'all' | 'open'): Promise<void> {
  await store.dropForwards(ruleId, jobs)
  await store.removeDocument(collections.progress, ruleId)
}

/** Keeps other rules for an environment and sets them to work. A new one begins with what comes from now on. */
export async function replaceRules(set: RuleSet, environmentId: string, kept: KeptRules): Promise<void> {
  const { store } = set
  const before = set.kept.get(environmentId) ?? noRules
  const last = await newestDelivery(store)
  const isIn = (rules: readonly { id: string }[], id: string) => rules.some((rule) => rule.id === id)
  const added = kept.rules.filter(({ id }) => !isIn(before.rules, id))
  for (const { id, answerSender } of added) {
    if (set.runs.has(id)) throw new ForwardProblem({ code: 'forward-rule-twice', fields: { id } })
    // A rule of this id may have been there before.
    await store.dropForwards(id, 'all')
    await set.tools.putProgress(id, newProgress(last, answerSender))
  }
  await store.putDocument(collections.rules, environmentId, kept)
  set.kept.set(environmentId, kept)
  for (const rule of kept.rules) {
    const ready = readyRule(set, environmentId, kept, rule)
    const known = set.runs.get(rule.id)
    if (known === undefined) addRun(set, new RuleRun(set.tools, ready, newProgress(last, rule.answerSender)))
    else await known.change(ready, last)
  }
  for (const { id } of before.rules.filter((rule) => !isIn(kept.rules, rule.id))) await removeRun(set, id, 'all')
  set.tools.onProgress(environmentId)
}

/** The environment was deleted. */
export async function forgetEnvironment(set: RuleSet, environmentId: string): Promise<void> {
  for (const [id, temporary] of set.temporary) {
    if (temporary.environmentId !== environmentId) continue
    set.temporary.delete(id)
    await removeRun(set, id, 'all')
    temporary.onGone()
  }
  if (!set.kept.has(environmentId)) return
  await replaceRules(set, environmentId, noRules)
  await set.store.removeDocument(collections.rules, environmentId)
  set.kept.delete(environmentId)
}

/** Every rule of an environment, those of commands last. */
export function rulesOf({ kept, temporary }: RuleSet, environmentId: string) {
  const own = kept.get(environmentId)?.rules ?? []
  const ofCommands = [...temporary.values()].filter((each) => each.environmentId === environmentId)
  return [
    ...own.map((rule) => ({ ...rule, temporary: false })),
    ...ofCommands.map(({ rule }) => ({ ...rule, temporary: true })),
  ]
}

export async function viewRules(set: RuleSet, environmentId: string): Promise<RulesView> {
  const views = rulesOf(set, environmentId).map(async (rule) => {
    const run = set.runs.get(rule.id)
    return run === undefined ? [] : [{ ...rule, state: await run.state() }]
  })
  const { allowedHosts } = set.kept.get(environmentId) ?? noRules
  return { rules: (await Promise.all(views)).flat(), allowedHosts }
}

export function runOf(set: RuleSet, environmentId: string, ruleId: string): RuleRun {
  const isOf = rulesOf(set, environmentId).some(({ id }) => id === ruleId)
  const run = isOf ? set.runs.get(ruleId) : undefined
  if (run === undefined) throw new ForwardProblem({ code: 'no-forward-rule', fields: { id: ruleId } })
  return run
}

/** The last delivery of all. */
export async function newestDelivery(store: Pick<Store, 'list'>): Promise<number> {
  const { items } = await store.list({ limit: 1 })
  return Number(items[0]?.id ?? 0)
}
