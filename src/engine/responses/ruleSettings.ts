import { randomUUID } from 'node:crypto'
import { openableMethods, type ResponseRuleProblem, type ResponseRuleRemark } from '../../shared/codes/responses.ts'
import type { ResponseRule, ResponseRules, ResponseRulesInput } from '../../shared/wireTypes.ts'
import { responseRemarkSentence } from '../../shared/words/responses.ts'
import { responseRulesRefused } from '../failures/expectedFailure.ts'
import { type RuleCount, matchesPath } from './decide/decideAnswer.ts'
import { type PreparedRule, prepareRule } from './decide/prepareRules.ts'
import { foldCase } from '../../shared/filter/deliveryFilter.ts'

/** An environment's rules as they are stored. */
export interface RuleSettings {
  rules: ResponseRule[]
  methods: (typeof openableMethods)[number][]
  subPaths: boolean
  /** When rules were switched on, ms since the epoch, by id. */
  switchedOn: Record<string, number>
}

/** The same, ready to answer with. */
export interface KeptRules {
  settings: RuleSettings
  prepared: PreparedRule[]
  counts: ReadonlyMap<string, RuleCount>
}

export const noRules: KeptRules = {
  settings: { rules: [], methods: [], subPaths: false, switchedOn: {} },
  prepared: [],
  counts: new Map(),
}

export function isOn({ rule, until }: PreparedRule, now: number): boolean {
  return rule.enabled && until > now
}

/** The settings after a change, and the rules that begin to count with it. Throws ExpectedFailure when one cannot be one. */
export function settingsAfter(
  before: KeptRules,
  input: ResponseRulesInput,
  now: number,
): { settings: RuleSettings; prepared: PreparedRule[]; stays: (id: string) => boolean } {
  const prepared = prepareAll(withIds(input.rules, before.settings.rules), now)
  const wasOn = (id: string) => before.prepared.some((entry) => entry.rule.id === id && isOn(entry, now))
  const fresh = new Set(
    prepared.filter((entry) => isOn(entry, now) && !wasOn(entry.rule.id)).map(({ rule }) => rule.id),
  )
  const ids = prepared.map(({ rule }) => rule.id)
  return {
    prepared,
    stays: (id) => ids.includes(id) && !fresh.has(id),
    settings: {
      rules: prepared.map(({ rule }) => rule),
      methods: openableMethods.filter((name) => (input.methods ?? before.settings.methods).includes(name)),
      subPaths: input.subPaths ?? before.settings.subPaths,
      switchedOn: Object.fromEntries(
        ids.flatMap((id) => {
          const at = fresh.has(id) ? now : before.settings.switchedOn[id]
          return at === undefined ? [] : [[id, at]]
        }),
      ),
    },
  }
}

/** Rules without an id get that of the rule with the same name, so that its counts go on; else a new one. */
function withIds(rules: ResponseRulesInput['rules'], before: readonly ResponseRule[]): ResponseRule[] {
  const taken = new Set(rules.map(({ id }) => id))
  return rules.map((rule) => {
    const same = before.find(({ id, name }) => name === rule.name && !taken.has(id))
    const id = rule.id ?? same?.id ?? randomUUID()
    taken.add(id)
    return { ...rule, id }
  })
}

function prepareAll(rules: readonly ResponseRule[], now: number): PreparedRule[] {
  const prepared: PreparedRule[] = []
  for (const rule of rules) {
    const entry: PreparedRule | ResponseRuleProblem = prepared.some((other) => other.rule.id === rule.id)
      ? { code: 'rule-id-twice', fields: { ruleId: rule.id, name: rule.name } }
      : prepareRule(rule, now)
    if ('code' in entry) throw responseRulesRefused(entry)
    prepared.push(entry)
  }
  return prepared
}

/** As the outside sees them. */
export function rulesView({ settings, prepared, counts }: KeptRules, now: number): ResponseRules {
  const { methods, subPaths, switchedOn } = settings
  return {
    hookscope: 'response-rules',
    version: 1,
    rules: prepared.map((entry) => {
      const { rule, until } = entry
      const since = switchedOn[rule.id]
      const active = isOn(entry, now)
      return {
        ...rule,
        until: until === Infinity ? null : new Date(until).toISOString(),
        state: active ? 'on' : rule.enabled ? 'ended' : 'off',
        switchedOnAt: active && since !== undefined ? new Date(since).toISOString() : null,
        ...(counts.get(rule.id) ?? { matched: 0, answered: 0 }),
      }
    }),
    methods,
    subPaths,
    remarks: remarksOn(prepared, settings, now).map((why) => {
      return { ruleId: why.fields.ruleId, why, message: responseRemarkSentence(why) }
    }),
  }
}

/** Requests that an environment's receiver path accepts, other than POST to the path itself. */
interface OpenPaths {
  methods: readonly string[]
  subPaths: boolean
}

/** Active rules that can never answer, with the reason. Pure. */
function remarksOn(rules: readonly PreparedRule[], open: OpenPaths, now: number): ResponseRuleRemark[] {
  const on = rules.filter(({ rule }) => rule.enabled)
  return on.flatMap((prepared, index) => {
    const remark = remarkOn(prepared, open, now) ?? behind(prepared, on.slice(0, index), now)
    return remark === null ? [] : [remark]
  })
}

function remarkOn({ rule, filter, until }: PreparedRule, open: OpenPaths, now: number): ResponseRuleRemark | null {
  const named = { ruleId: rule.id, name: rule.name }
  const { method, path, nth } = rule.when
  if (until <= now) return { code: 'rule-ended', fields: named }
  if (path !== undefined && !open.subPaths && !matchesPath(path, '/')) {
    return { code: 'rule-path-closed', fields: { ...named, path } }
  }
  const { from = 1, to, every = 1 } = nth ?? {}
  if (to !== undefined && to < from) return { code: 'rule-nth-empty', fields: { ...named, from, to } }
  if (to !== undefined && from + every - 1 > to) return { code: 'rule-nth-every', fields: { ...named, every, to } }
  const methods = filter?.terms.find(({ key, negated }) => key === 'method' && !negated)?.values ?? null
  if (methods === null) return null
  const asked = methods.map((text) => text.toUpperCase())
  if (method !== undefined && !methods.some((text) => foldCase(text) === foldCase(method))) {
    return { code: 'rule-methods-differ', fields: { ...named, method, filter: asked.join(', ') } }
  }
  const isOpen = asked.some((text) => text === 'POST' || open.methods.includes(text))
  return method !== undefined || isOpen
    ? null
    : { code: 'rule-method-closed', fields: { ...named, method: asked.join(', ') } }
}

/** A rule without any condition answers all that comes after it. */
function behind(
  { rule }: PreparedRule,
  before: readonly PreparedRule[],
  now: number,
): Extract<ResponseRuleRemark, { code: 'rule-behind' }> | null {
  if (rule.when.method !== undefined && rule.when.method !== 'POST') return null
  const all = before.find(({ rule: { when, until }, until: end }) => {
    const asks = Object.values(when).some((condition) => condition !== undefined && condition !== '')
    return !asks && end > now && until == null
  })
  return all === undefined
    ? null
    : { code: 'rule-behind', fields: { ruleId: rule.id, name: rule.name, before: all.rule.name } }
}
