import { createListeners } from '../../shared/basics/listeners.ts'
import { createKeyedQueues } from '../../shared/basics/queues.ts'
import { maxTimerMs } from '../../shared/basics/timers.ts'
import type { ResponseRules, ResponseRulesInput } from '../../shared/wireTypes.ts'
import type { Store } from '../store/store.ts'
import { type AnswerDecision, decideAnswer, type DecideInput, type RuleCount } from './decide/decideAnswer.ts'
import { type PreparedRule, prepareRule } from './decide/prepareRules.ts'
import { isOn, type KeptRules, noRules, rulesView, type RuleSettings, settingsAfter } from './ruleSettings.ts'

/** The response rules of all environments, in memory and on disk. Every change is on disk before it counts. */
export interface Responses {
  /** As the outside sees them; rules that were never set are none. */
  view(environmentId: string): ResponseRules
  /** Sets all rules of an environment. Rejects with ExpectedFailure when one of them cannot be one. */
  put(environmentId: string, input: ResponseRulesInput): Promise<ResponseRules>
  opensMethod(environmentId: string, method: string): boolean
  opensSubPaths(environmentId: string): boolean
  /** Methods that a 405 names. */
  allowed(environmentId: string): string
  /**
   * Finds the rule that answers a request. Null if none is enabled, which costs one map lookup. `counted` resolves when
   * the new counts are on disk; the answer must wait for it.
   */
  decide(
    environmentId: string,
    input: Omit<DecideInput, 'rules' | 'counts' | 'methodIsOpen' | 'now'>,
  ): { decision: AnswerDecision | null; counted: Promise<void> } | null
  /** The rules that are switched on. */
  switchedOn(): { environmentId: string; ruleId: string; name: string; until: number | null }[]
  /** Its environment was removed. */
  forget(environmentId: string): Promise<void>
  /** A rule was switched on or off, or its time is over. */
  onChange(listener: () => void): () => void
  stop(): void
}

/** How the id of each response rule of a scenario begins. */
export const runRuleIdStart = 'scenario-'
const rulesIn = 'response-rules'
const countsIn = 'response-counts'

/** Reads the rules of all environments. */
export async function openResponses(store: Store, now: () => number): Promise<Responses> {
  const kept = await readKept(store, now())
  const listeners = createListeners()
  const inTurn = createKeyedQueues()
  const on = watchOn(kept, now, () => listeners.call())
  const writeCounts = async (environmentId: string, counts: KeptRules['counts']) =>
    store.putDocument(countsIn, environmentId, Object.fromEntries(counts))
  const settingsOf = (environmentId: string) => (kept.get(environmentId) ?? noRules).settings
  const opensMethod = (environmentId: string, method: string) =>
    method === 'POST' || settingsOf(environmentId).methods.some((open) => open === method)

  async function put(environmentId: string, input: ResponseRulesInput): Promise<ResponseRules> {
    const { settings, prepared, stays } = settingsAfter(kept.get(environmentId) ?? noRules, input, now())
    await store.putDocument(rulesIn, environmentId, settings)
    // Keep matches counted during the write.
    const counts = new Map([...(kept.get(environmentId) ?? noRules).counts].filter(([id]) => stays(id)))
    const after = { settings, prepared, counts }
    kept.set(environmentId, after)
    on.settle(environmentId)
    await writeCounts(environmentId, counts)
    listeners.call()
    return rulesView(after, now())
  }

  return {
    view: (environmentId) => rulesView(kept.get(environmentId) ?? noRules, now()),
    put: async (environmentId, input) => inTurn(environmentId, async () => put(environmentId, input)),
    opensMethod,
    opensSubPaths: (environmentId) => settingsOf(environmentId).subPaths,
    allowed: (environmentId) => ['POST', ...settingsOf(environmentId).methods].join(', '),
    decide(environmentId, input) {
      const rules = on.of(environmentId)
      const state = kept.get(environmentId)
      if (rules === undefined || state === undefined) return null
      const methodIsOpen = opensMethod(environmentId, input.request.method)
      const decided = decideAnswer({ ...input, rules, counts: state.counts, methodIsOpen, now: now() })
      if (decided.counts === null) return null
      state.counts = decided.counts
      return { decision: decided.decision, counted: writeCounts(environmentId, decided.counts) }
    },
    switchedOn: on.all,
    forget: async (environmentId) =>
      inTurn(environmentId, async () => {
        if (!kept.delete(environmentId)) return
        on.settle(environmentId)
        await store.removeDocument(rulesIn, environmentId)
        await store.removeDocument(countsIn, environmentId)
        listeners.call()
      }),
    onChange: listeners.add,
    stop: on.stop,
  }
}

async function readKept(store: Store, now: number): Promise<Map<string, KeptRules>> {
  const counts = new Map(
    (await store.documents<Record<string, RuleCount>>(countsIn)).map(({ id, document }) => [id, document]),
  )
  return new Map(
    (await store.documents<RuleSettings>(rulesIn)).map(({ id, document: settings }) => {
      // Rules of a scenario end with its run, and none runs yet: the last one was cut off by a crash.
      const rules = settings.rules.filter((rule) => !rule.id.startsWith(runRuleIdStart))
      const prepared = rules.flatMap((rule) => {
        const entry = prepareRule(rule, now)
        return 'code' in entry ? [] : [entry]
      })
      return [id, { settings: { ...settings, rules }, prepared, counts: new Map(Object.entries(counts.get(id) ?? {})) }]
    }),
  )
}

/** The rules that are switched on, of each environment that has any; says when the time of one is over. */
function watchOn(kept: ReadonlyMap<string, KeptRules>, now: () => number, onEnd: () => void) {
  const on = new Map<string, PreparedRule[]>()
  let timer: NodeJS.Timeout | undefined

  function adopt(environmentId: string): void {
    const active = kept.get(environmentId)?.prepared.filter((entry) => isOn(entry, now())) ?? []
    if (active.length === 0) on.delete(environmentId)
    else on.set(environmentId, active)
  }

  /** The next end of a rule is announced; that it answers no more does not depend on it. */
  function watchEnds(): void {
    clearTimeout(timer)
    const next = Math.min(...[...on.values()].flat().map(({ until }) => until))
    if (next === Infinity) return
    const endNext = () => {
      for (const environmentId of on.keys()) adopt(environmentId)
      watchEnds()
      onEnd()
    }
    timer = setTimeout(endNext, Math.min(maxTimerMs, Math.max(0, next - now()) + 1)).unref()
  }

  for (const environmentId of kept.keys()) adopt(environmentId)
  watchEnds()
  return {
    of: (environmentId: string) => on.get(environmentId),
    settle(environmentId: string): void {
      adopt(environmentId)
      watchEnds()
    },
    all: () =>
      [...on].flatMap(([environmentId, rules]) =>
        rules
          .filter((entry) => isOn(entry, now()))
          .map(({ rule, until }) => {
            return { environmentId, ruleId: rule.id, name: rule.name, until: until === Infinity ? null : until }
          }),
      ),
    stop: () => clearTimeout(timer),
  }
}
