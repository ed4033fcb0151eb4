import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ForwardRule } from '../../../shared/wireTypes.ts'
import { problemOf } from '../../data/wire/problem.ts'
import { useClient } from '../../data/state/useApp.ts'
import { Button, Stack } from '../../ui/basics/Button.tsx'
import { Dialog, useAsk } from '../../ui/popups/Dialog.tsx'
import { ErrorNote } from '../../ui/notes/Notes.tsx'
import { SwitchField, TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { SelectField } from '../../ui/fields/Select.tsx'
import { forwardWords as words } from './words.ts'

interface RuleDialogProps {
  environmentId: string
  /** The one to change; null: a new one. */
  rule: ForwardRule | null
  onClose: () => void
}

/** Makes a rule or changes one. */
export function RuleDialog({ rule, onClose, ...rest }: RuleDialogProps) {
  const formId = useId()
  const [form, setForm] = useState(() => (rule === null ? newRuleForm : formOf(rule)))
  const [isTried, setTried] = useState(false)
  const save = useSave({ rule, onClose, ...rest })
  const problems = formProblems(form)
  const submit = () => {
    setTried(true)
    if (Object.keys(problems).length === 0) save.mutate(form)
  }
  return (
    <Dialog
      title={rule === null ? words.newRule : rule.name}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={save.isPending}>
            {rule === null ? words.create : words.save}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <Stack gap={3}>
          <RuleFields
            form={form}
            problems={isTried ? problems : {}}
            onChange={(change) => setForm((now) => ({ ...now, ...change }))}
          />
          {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
        </Stack>
      </Form>
    </Dialog>
  )
}

/** Saves all rules with this one in its place; a host that is not this machine is asked for first. */
function useSave({ environmentId, rule, onClose }: RuleDialogProps) {
  const client = useClient()
  const ask = useAsk()
  return useMutation({
    onSuccess: onClose,
    mutationFn: async (form: RuleForm) => {
      const changed = ruleOf(form, rule?.id)
      // Rules may have come, or gone, while the form was open.
      const now = await client.forwarding.rules({ id: environmentId })
      const isThere = now.rules.some(({ id }) => id === changed.id)
      const others = now.rules.map((known) => (known.id === changed.id ? changed : keptRule(known)))
      const kept = isThere ? others : [...others, changed]
      const put = async (allowedHosts?: string[]) =>
        client.forwarding.setRules({ id: environmentId, rules: kept, allowedHosts })
      try {
        await put()
      } catch (error) {
        const { why } = problemOf(error)
        if (why?.code !== 'forward-host-not-allowed') throw error
        const { host } = why.fields
        const isAllowed = await ask.confirm({
          title: words.allowTitle(host),
          text: words.allowText(host),
          yes: words.allow,
          no: words.cancel,
        })
        if (!isAllowed) throw error
        await put([...now.allowedHosts, host])
      }
    },
  })
}

interface RuleFieldsProps {
  form: RuleForm
  problems: Partial<Record<keyof RuleForm, string>>
  onChange: (change: Partial<RuleForm>) => void
}

function RuleFields({ form, problems, onChange }: RuleFieldsProps) {
  return (
    <>
      <TextField
        label={words.name}
        maxLength={80}
        value={form.name}
        problem={problems.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={words.target}
        mono
        inputMode="url"
        placeholder={words.targetExample}
        hint={words.targetHint}
        value={form.target}
        problem={problems.target}
        onChange={(target) => onChange({ target })}
      />
      <TextField
        label={words.filter}
        mono
        hint={words.filterHint}
        value={form.filter}
        onChange={(filter) => onChange({ filter })}
        after={
          <Button onClick={() => onChange({ filter: `${form.filter} ${words.verifiedFilter}`.trim() })}>
            {words.onlyVerified}
          </Button>
        }
      />
      <SelectField
        label={words.order}
        hint={words.orderHint}
        value={form.order}
        options={(['object', 'parallel'] as const).map((value) => ({ value, label: words.orders[value] }))}
        onChange={(order) => onChange({ order })}
      />
      <TextField
        label={words.timeout}
        inputMode="decimal"
        hint={words.timeoutHint}
        value={form.timeout}
        problem={problems.timeout}
        onChange={(timeout) => onChange({ timeout })}
      />
      <TextField
        label={words.retries}
        inputMode="numeric"
        hint={words.retriesHint}
        value={form.retries}
        problem={problems.retries}
        onChange={(retries) => onChange({ retries })}
      />
      <SwitchField
        label={words.answerSender}
        hint={words.answerSenderHint}
        checked={form.answerSender}
        onChange={(answerSender) => onChange({ answerSender })}
      />
      <SwitchField
        label={words.enabled}
        hint={words.enabledHint}
        checked={form.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  )
}

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
