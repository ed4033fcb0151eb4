import { randomUUID } from 'node:crypto'
import {
  type DeliveryFilter,
  type FilterTerm,
  noFilter,
  parseDeliveryFilter,
} from '../../shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../shared/filter/formatDeliveryFilter.ts'
import type { ForwardRule, ForwardRulesInput } from '../../shared/wireTypes.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import { ForwardProblem, readForwardTarget } from './forwardTarget.ts'
import { checkTarget, type OurAddresses } from './ourAddresses.ts'

/** The rules of an environment as they are kept. */
export interface KeptRules {
  rules: Omit<ForwardRule, 'state' | 'temporary'>[]
  /** Hosts beyond loopback that the user allows. */
  allowedHosts: string[]
}

export const noRules: KeptRules = { rules: [], allowedHosts: [] }

/** Rules as they are given. Rules of commands are left out: they end with their command. */
export interface RulesInput extends Pick<ForwardRulesInput, 'allowedHosts'> {
  rules: readonly (Omit<ForwardRule, 'id' | 'state' | 'temporary'> & { id?: string | undefined; temporary?: boolean })[]
}

/** Rules as they were given, all that is left out filled in. Throws ForwardProblem for what could never work. */
export async function checkRules(
  { rules, allowedHosts }: RulesInput,
  before: KeptRules,
  ours: OurAddresses,
): Promise<KeptRules> {
  const hosts = [...new Set(allowedHosts ?? before.allowedHosts)]
  const kept = rules.flatMap(({ temporary = false, ...rule }) =>
    temporary ? [] : [{ ...rule, id: rule.id ?? randomUUID() }],
  )
  const ids = kept.map(({ id }) => id)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw new ForwardProblem({ code: 'forward-rule-twice', fields: { id: twice } })
  const names = new Map<string, string>()
  for (const rule of kept) {
    const filter = readRuleFilter(rule.when.filter)
    const target = readForwardTarget(rule.target)
    await checkTarget(target, ours, hosts)
    if (!rule.enabled) continue
    const key = JSON.stringify([target, formatDeliveryFilter(filter)])
    const same = names.get(key)
    if (same !== undefined) throw new ForwardProblem({ code: 'forward-rule-doubled', fields: { name: same } })
    names.set(key, rule.name)
  }
  return { rules: kept, allowedHosts: hosts }
}

/** Known only after a delivery was forwarded: by a follow-up, by forwarding itself, by a contract, or by the user. */
const tooEarly = ({ key, values }: FilterTerm): string | null => {
  if (key === 'status' || key === 'forward' || key === 'contract') return `${key}:`
  const mark = key === 'is' ? values.find((value) => /^(?:pinned|noted)$/i.test(value)) : undefined
  return mark === undefined ? null : `is:${mark}`
}

/** The filter of a rule. Throws ForwardProblem where it cannot be read, or asks for what is not known in time. */
export function readRuleFilter(text: string | undefined): DeliveryFilter {
  if (text === undefined || text.trim() === '') return noFilter
  const { filter, problem, unknownKeys } = parseDeliveryFilter(text, Date.now())
  const [unknown] = unknownKeys.map(unknownKeyReason)
  const why = problem ?? unknown
  if (why !== undefined) throw new ForwardProblem({ code: 'filter-unreadable', fields: { problem: why } })
  const early = filter.terms.map(tooEarly).find((term) => term !== null)
  if (early !== undefined) throw new ForwardProblem({ code: 'forward-filter-too-early', fields: { term: early } })
  return filter
}
