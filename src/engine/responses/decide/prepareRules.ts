import { parseDeliveryFilter, type DeliveryFilter, type FilterTerm } from '../../../shared/filter/deliveryFilter.ts'
import { type ResponseRuleProblem, templateNames } from '../../../shared/codes/responses.ts'
import type { ResponseRule } from '../../../shared/wireTypes.ts'
import { formatTerm } from '../../../shared/filter/formatDeliveryFilter.ts'
import { unknownKeyReason } from '../../../shared/filter/unknownFilterKey.ts'
import { formOf, readTemplate, type Template, type TemplateForm } from './template.ts'

/** A rule that is read once, so that each request only has to be compared. */
export interface PreparedRule {
  rule: ResponseRule
  /** Null where it asks for nothing. */
  filter: DeliveryFilter | null
  headers: readonly { name: string; value: Template }[]
  body: { template: Template; form: TemplateForm }
  /** From then on it is off, ms since the epoch. */
  until: number
}

/** Headers that say how long an answer is, or how the connection goes on: those are ours. */
const ours = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
  'te',
  'proxy-connection',
])
const withoutBody = new Set([204, 205, 304])

/** Reads a rule, or says why it cannot be one. Pure. @param now what `after:10m` counts from, ms since the epoch */
export function prepareRule(rule: ResponseRule, now: number): PreparedRule | ResponseRuleProblem {
  const named = { ruleId: rule.id, name: rule.name }
  const filter = readRuleFilter(rule, now)
  if ('code' in filter) return filter
  const { status, headers = [], body = '', truncateAt, reset } = rule.answer
  const prepared: { name: string; value: Template }[] = []
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/.test(name)) {
      return { code: 'rule-header-name', fields: { ...named, header: name } }
    }
    if (ours.has(name.toLowerCase())) return { code: 'rule-header-ours', fields: { ...named, header: name } }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      return { code: 'rule-header-value', fields: { ...named, header: name } }
    }
    const read = templateOf(rule, name, value)
    if ('code' in read) return read
    prepared.push({ name, value: read.template })
  }
  if (withoutBody.has(status) && body !== '') {
    return { code: 'rule-status-without-body', fields: { ...named, status } }
  }
  if (truncateAt !== undefined && body === '') return { code: 'rule-nothing-to-truncate', fields: named }
  if (truncateAt !== undefined && reset !== undefined) return { code: 'rule-reset-and-truncate', fields: named }
  const read = templateOf(rule, 'body', body)
  if ('code' in read) return read
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return {
    rule,
    filter: filter.filter.terms.length === 0 ? null : filter.filter,
    headers: prepared,
    body: { template: read.template, form: formOf(contentType) },
    until: rule.until == null ? Infinity : Date.parse(rule.until),
  }
}

/** Known only after a delivery is stored. */
const laterKeys: ReadonlySet<FilterTerm['key']> = new Set(['status', 'forward', 'is', 'change', 'contract'])

function readRuleFilter(rule: ResponseRule, now: number): { filter: DeliveryFilter } | ResponseRuleProblem {
  const named = { ruleId: rule.id, name: rule.name }
  const { filter, problem, unknownKeys } = parseDeliveryFilter(rule.when.filter ?? '', now)
  const [unknown] = unknownKeys
  const why = problem ?? (unknown === undefined ? null : unknownKeyReason(unknown))
  if (why !== null) return { code: 'rule-filter-unreadable', fields: { ...named, problem: why } }
  const later = filter.terms.find(({ key, field }) => laterKeys.has(key) || field?.source === 'object')
  if (later === undefined) return { filter }
  return { code: 'rule-filter-later', fields: { ...named, word: formatTerm(later) } }
}

function templateOf(rule: ResponseRule, part: string, text: string): { template: Template } | ResponseRuleProblem {
  const read = readTemplate(text)
  if ('template' in read) return read
  const fields = { ruleId: rule.id, name: rule.name, part }
  const { problem } = read
  switch (problem.code) {
    case 'template-unclosed':
      return { code: 'template-unclosed', fields }
    case 'template-name-unknown':
      return { code: problem.code, fields: { ...fields, place: problem.place, known: [...templateNames] } }
    case 'template-argument':
      return { code: problem.code, fields: { ...fields, place: problem.place } }
  }
}
