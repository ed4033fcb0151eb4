import type { ForwardRule } from '../../../../shared/wireTypes.ts'
import { forwardWords as words } from './words.ts'

/** A rule as its form has it: numbers as they are typed. */
export interface RuleForm {
  name: string
  target: string
  filter: string
  enabled: boolean
  order: ForwardRule['order']
  timeout: string
  retries: string
  answerSender: boolean
}

export type KeptRule = Omit<ForwardRule, 'state' | 'id' | 'temporary'> & { id?: string; temporary?: boolean }

export const newRuleForm: RuleForm = {
  name: '',
  target: '',
  filter: '',
  enabled: true,
  order: 'object',
  timeout: '30',
  retries: '3',
  answerSender: false,
}

export function formOf(rule: ForwardRule): RuleForm {
  const { name, target, when, enabled, order, timeoutMs, retries, answerSender } = rule
  const timeout = String(timeoutMs / 1000)
  return { name, target, filter: when.filter ?? '', enabled, order, timeout, retries: String(retries), answerSender }
}

/** The problem of each field. The engine has the last word. */
export function formProblems({ name, target, timeout, retries }: RuleForm): Partial<Record<keyof RuleForm, string>> {
  const seconds = Number(timeout)
  const count = Number(retries)
  return {
    ...(name.trim() === '' ? { name: words.nameMissing } : {}),
    ...(target.trim() === '' ? { target: words.targetMissing } : {}),
    ...(seconds >= 0.1 && seconds <= 120 ? {} : { timeout: words.timeoutWrong }),
    ...(/^\d+$/.test(retries.trim()) && count <= 10 ? {} : { retries: words.retriesWrong }),
  }
}

export function ruleOf(form: RuleForm, id: string | undefined): KeptRule {
  const { name, target, filter, enabled, order, timeout, retries, answerSender } = form
  return {
    ...(id === undefined ? {} : { id }),
    name: name.trim(),
    target: target.trim(),
    when: filter.trim() === '' ? {} : { filter: filter.trim() },
    enabled,
    order,
    timeoutMs: Math.round(Number(timeout) * 1000),
    retries: Number(retries),
    answerSender,
  }
}

/** A rule as it is written back. */
export function keptRule({ state: _state, ...rule }: ForwardRule): KeptRule {
  return rule
}
