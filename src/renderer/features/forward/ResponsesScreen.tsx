import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { presetMs, responsePresets } from '../../../shared/responsePresets.ts'
import type { Environment, ResponseRule, ResponseRules, ResponseRulesInput } from '../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls, useClient } from '../../data/state/useApp.ts'
import { filled } from '../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { CheckboxGroup } from '../../ui/fields/Checkbox.tsx'
import { DataTable } from '../../ui/lists/DataTable.tsx'
import { ErrorNote, Loading } from '../../ui/notes/Notes.tsx'
import { chooseFile, saveBytes } from '../../ui/hooks/files.ts'
import { Columns, Screen, Section } from '../../ui/layout/Section.tsx'
import { Time } from '../../ui/basics/Time.tsx'
import { useToasts } from '../../ui/notes/Toasts.tsx'
import { ResponseForm, type RuleDraft, ruleOf, type RuleView, switchOn } from './ResponseForm.tsx'
import { answerInWords, responseWords as words } from './words.ts'
import styles from './Forward.module.css'
import { SwitchField } from '../../ui/fields/Field.tsx'
import { jsonOf } from '../../../shared/basics/jsonOf.ts'

/** Answers to senders other than 200, for the environment in use. */
export function ResponsesScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  if (environment === undefined) return null
  return (
    <Screen title={words.title} lead={filled(words.lead, { name: <strong>{environment.name}</strong> })}>
      <RulesOf key={environment.id} environment={environment} />
    </Screen>
  )
}

function RulesOf({ environment: { id } }: { environment: Environment }) {
  const { data, error, refetch } = useQuery(useCalls().environments.responseRules.queryOptions({ input: { id } }))
  const save = useSave(id)
  const problem = error !== null && (
    <ErrorNote next={<Button onClick={() => void refetch()}>{words.loadAgain}</Button>}>{error.message}</ErrorNote>
  )
  if (data === undefined) return problem || <Loading what={words.what} />
  return (
    <>
      {problem}
      <RulesPage stored={data} save={save} />
    </>
  )
}

/** Changes, one after the other: each of what is stored then, which may not be what is shown. */
function useSave(id: string) {
  const { environments } = useClient()
  return useMutation({
    scope: { id: `responseRules:${id}` },
    mutationFn: async (change: (now: ResponseRules) => ResponseRulesInput) =>
      environments.setResponseRules({ id, ...change(await environments.responseRules({ id })) }),
  })
}

interface PageProps {
  stored: ResponseRules
  save: ReturnType<typeof useSave>
}

function RulesPage({ stored, save }: PageProps) {
  const [edited, edit] = useState<RuleView | 'new' | null>(null)
  const saveDraft = (draft: RuleDraft) => {
    const before = edited === 'new' ? null : edited
    const rule = ruleOf(draft, before?.id ?? crypto.randomUUID(), before, Date.now())
    const withRule = ({ rules }: ResponseRules) => ({
      rules: rules.some((it) => it.id === rule.id)
        ? rules.map((it) => (it.id === rule.id ? rule : it))
        : [rule, ...rules],
    })
    save.mutate(withRule, { onSuccess: () => edit(null) })
  }
  const problem = save.error === null ? null : <ErrorNote>{save.error.message}</ErrorNote>
  const close = () => {
    save.reset()
    edit(null)
  }
  return (
    <Columns
      side={
        <>
          <Presets />
          <OpenPaths stored={stored} save={save} />
          <RulesFile stored={stored} save={save} />
        </>
      }
    >
      <RuleTable stored={stored} save={save} onEdit={edit} />
      {edited === null && problem}
      {edited !== null && (
        <ResponseForm
          key={edited === 'new' ? 'new' : edited.id}
          rule={edited === 'new' ? null : edited}
          busy={save.isPending}
          problem={problem}
          onSave={saveDraft}
          onCancel={close}
        />
      )}
    </Columns>
  )
}

function RuleTable({ stored, save, onEdit }: PageProps & { onEdit: (rule: RuleView | 'new') => void }) {
  const { rules, remarks } = stored
  const put = (next: (rules: RuleView[]) => ResponseRule[]) => save.mutate((now) => ({ rules: next(now.rules) }))
  const move = ({ id }: RuleView, by: number) =>
    put((now) => {
      const at = now.findIndex((it) => it.id === id)
      const others = now.filter((it) => it.id !== id)
      return at === -1 ? now : others.toSpliced(at + by, 0, ...now.slice(at, at + 1))
    })
  return (
    <Section title={words.rules} actions={<Button onClick={() => onEdit('new')}>{words.add}</Button>}>
      <Stack gap={3}>
        <DataTable
          label={words.rules}
          rows={rules}
          rowKey={({ id }) => id}
          empty={words.none}
          columns={[
            {
              key: 'name',
              head: words.name,
              names: true,
              cell: (rule) => (
                <SwitchField
                  label={rule.name}
                  checked={rule.state === 'on'}
                  onChange={(on) => put((now) => now.map((it) => (it.id === rule.id ? switched(it, on) : it)))}
                />
              ),
            },
            { key: 'answer', head: words.answer, cell: answerInWords },
            { key: 'count', head: words.count, numeric: true, cell: (it) => words.counted(it.answered, it.matched) },
            { key: 'until', head: words.until, cell: (rule) => <Until rule={rule} /> },
          ]}
          actions={(rule) => (
            <Row gap={1} className={styles.actions}>
              <Button look="quiet" aria-label={words.editRule(rule.name)} onClick={() => onEdit(rule)}>
                {words.edit}
              </Button>
              <Button
                look="quiet"
                icon={<ArrowUp aria-hidden="true" />}
                aria-label={words.up(rule.name)}
                disabled={rule === rules[0]}
                onClick={() => move(rule, -1)}
              />
              <Button
                look="quiet"
                icon={<ArrowDown aria-hidden="true" />}
                aria-label={words.down(rule.name)}
                disabled={rule === rules.at(-1)}
                onClick={() => move(rule, 1)}
              />
              <Button
                look="quiet"
                icon={<Trash2 aria-hidden="true" />}
                aria-label={words.remove(rule.name)}
                onClick={() => put((now) => now.filter((it) => it.id !== rule.id))}
              />
            </Row>
          )}
        />
        {remarks.map(({ ruleId, message }) => (
          <ErrorNote key={ruleId} look="warn">
            {message}
          </ErrorNote>
        ))}
      </Stack>
    </Section>
  )
}

/** A rule whose end is over gets a new one when it is switched on again. */
function switched(rule: RuleView, on: boolean): ResponseRule {
  if (!on) return { ...rule, enabled: false }
  const isOver = rule.until !== null && Date.parse(rule.until) <= Date.now()
  return { ...rule, enabled: true, ...(isOver ? { until: new Date(Date.now() + presetMs).toISOString() } : {}) }
}

function Until({ rule: { state, until } }: { rule: RuleView }) {
  if (state === 'off') return null
  if (state === 'ended') return words.ended
  return until === null ? words.noEnd : <Time at={until} form="moment" />
}

function Presets() {
  const app = useApp()
  const toasts = useToasts()
  const use = useMutation({ mutationFn: async (name: string) => switchOn(app, name), onSuccess: toasts.done })
  return (
    <Section title={words.presets} lead={words.presetsLead}>
      <Stack gap={1}>
        {responsePresets.map((preset) => (
          <div key={preset.name} className={styles.does}>
            <Button onClick={() => use.mutate(preset.name)}>{preset.label}</Button>
            <span className="muted">{preset.does}</span>
          </div>
        ))}
      </Stack>
      {use.error !== null && <ErrorNote>{use.error.message}</ErrorNote>}
    </Section>
  )
}

const openableMethods = ['GET', 'PUT', 'HEAD', 'OPTIONS'] as const satisfies ResponseRules['methods']

function OpenPaths({ stored: { methods, subPaths }, save }: PageProps) {
  // A click says what is changed: a second one may come before the first is saved.
  const open = (wanted: readonly string[]) => {
    const changed = new Set(openableMethods.filter((method) => wanted.includes(method) !== methods.includes(method)))
    save.mutate(({ rules, methods: now }) => ({
      rules,
      methods: openableMethods.filter((method) => now.includes(method) !== changed.has(method)),
    }))
  }
  return (
    <Section title={words.open} lead={words.openLead}>
      <Stack gap={4}>
        <CheckboxGroup
          label={words.methods}
          options={openableMethods.map((value) => ({ value, label: value }))}
          value={methods}
          onChange={open}
        />
        <SwitchField
          label={words.subPaths}
          hint={words.subPathsHint}
          checked={subPaths}
          onChange={(wanted) => save.mutate(({ rules }) => ({ rules, subPaths: wanted }))}
        />
      </Stack>
    </Section>
  )
}

function RulesFile({ stored, save }: PageProps) {
  const toasts = useToasts()
  const [problem, setProblem] = useState<string | null>(null)
  const download = () => {
    const { remarks: _remarks, ...file } = stored
    saveBytes(new Blob([JSON.stringify(file, null, 2)]), 'response-rules.json')
  }
  const read = async (file: File) => {
    setProblem(null)
    // Whatever it is: the engine says what does not fit.
    const input = jsonOf(await file.text()) as ResponseRulesInput | undefined
    if (input === undefined) {
      setProblem(words.notAFile)
      return
    }
    save.mutate(() => input, { onSuccess: (saved) => toasts.done(words.imported(saved.rules.length)) })
  }
  return (
    <Section
      title={words.file}
      lead={words.fileLead}
      actions={
        <>
          <Button onClick={() => chooseFile((file) => void read(file), '.json,application/json')}>
            {words.import}
          </Button>
          <Button onClick={download}>{words.export}</Button>
        </>
      }
    >
      <p className="muted">{words.importHint}</p>
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
    </Section>
  )
}
