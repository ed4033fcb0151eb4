import type { ResponseRuleRemark } from '../../../shared/codes/responses.ts'
import { foldCase } from '../../../shared/filter/deliveryFilter.ts'
import type { PreparedRule } from './prepareRules.ts'
import { matchesPath } from './decideAnswer.ts'

/** Requests that an environment's receiver path accepts, other than POST to the path itself. */
export interface OpenPaths {
  methods: readonly string[]
  subPaths: boolean
}

/** Active rules that can never answer, with the reason. Pure. */
export function remarksOn(rules: readonly PreparedRule[], open: OpenPaths, now: number): ResponseRuleRemark[] {
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
