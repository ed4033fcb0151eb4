import { type ReactNode, useState } from 'react'
import type { ResponseRule, ResponseRules } from '../../../shared/wireTypes.ts'
import { presetMs, responsePresets } from '../../../shared/responsePresets.ts'
import type { App } from '../../data/state/startApp.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { Field, TextField } from '../../ui/fields/Field.tsx'
import fieldStyles from '../../ui/fields/Field.module.css'
import { Form } from '../../ui/fields/Form.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SelectField } from '../../ui/fields/Select.tsx'
import { responseWords } from './words.ts'
import styles from './Forward.module.css'

interface ResponseFormProps {
  /** Null for a new one. */
  rule: RuleView | null
  busy: boolean
  problem: ReactNode
  onSave: (draft: RuleDraft) => void
  onCancel: () => void
}

const words = responseWords.fields

/** The form of one rule. The engine reports an invalid rule when it is saved. */
export function ResponseForm({ rule, busy, problem, onSave, onCancel }: ResponseFormProps) {
  const [draft, setDraft] = useState<RuleDraft>(() => (rule === null ? newDraft : draftOf(rule)))
  const set = <K extends keyof RuleDraft>(name: K) => ({
    value: draft[name],
    onChange: (value: RuleDraft[K]) => setDraft((now) => ({ ...now, [name]: value })),
  })
  const ends = [
    ...(draft.end === 'kept' || rule?.state === 'on'
      ? [{ value: 'kept' as const, label: words.keep(rule?.until ?? responseWords.noEnd) }]
      : []),
    { value: 'ten-minutes' as const, label: words.tenMinutes },
    { value: 'hour' as const, label: words.hour },
    { value: 'day' as const, label: words.day },
    { value: 'none' as const, label: words.forEver },
  ]
  return (
    <Section title={rule === null ? responseWords.newRule : responseWords.edited(rule.name)}>
      <Form onSubmit={() => onSave(draft)}>
        <Stack gap={4}>
          <div className={styles.grid}>
            <TextField label={words.name} {...set('name')} />
            <TextField label={words.status} inputMode="numeric" {...set('status')} />
            <TextField label={words.delay} hint={words.delayHint} inputMode="decimal" {...set('delay')} />
            <SelectField label={words.end} {...set('end')} options={ends} />
          </div>
          <TextField label={words.filter} hint={words.filterHint} mono {...set('filter')} />
          <Requests draft={draft} set={set} />
          <Answer draft={draft} set={set} />
          {problem}
          <Row>
            <Button type="submit" look="primary" busy={busy}>
              {responseWords.save}
            </Button>
            <Button look="quiet" disabled={busy} onClick={onCancel}>
              {responseWords.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </Section>
  )
}

interface PartProps {
  draft: RuleDraft
  set: <K extends keyof RuleDraft>(name: K) => { value: RuleDraft[K]; onChange: (value: RuleDraft[K]) => void }
}

const methods = ['', 'POST', 'GET', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE']

function Requests({ draft, set }: PartProps) {
  return (
    <div className={styles.grid}>
      <SelectField
        label={words.method}
        {...set('method')}
        options={methods.map((value) => ({ value, label: value === '' ? words.anyMethod : value }))}
      />
      <TextField label={words.path} hint={words.pathHint} mono {...set('path')} />
      <SelectField
        label={words.which}
        {...set('which')}
        options={[
          { value: 'all', label: words.all },
          { value: 'first', label: words.first },
          { value: 'every', label: words.every },
          { value: 'chance', label: words.chance },
          ...(draft.canKeep ? [{ value: 'kept' as const, label: words.kept }] : []),
        ]}
      />
      {(draft.which === 'first' || draft.which === 'every') && (
        <TextField label={words.number} inputMode="numeric" {...set('number')} />
      )}
      {draft.which === 'chance' && (
        <>
          <TextField label={words.share} inputMode="decimal" {...set('share')} />
          <TextField label={words.seed} hint={words.seedHint} inputMode="numeric" {...set('seed')} />
        </>
      )}
    </div>
  )
}

function Answer({ draft, set }: PartProps) {
  const headers = set('headers')
  const body = set('body')
  return (
    <>
      <Field label={words.headers} hint={words.headersHint}>
        {(wiring) => (
          <textarea
            {...wiring}
            className={`${fieldStyles.input} mono ${styles.text}`}
            rows={3}
            spellCheck={false}
            value={headers.value}
            onChange={(event) => headers.onChange(event.target.value)}
          />
        )}
      </Field>
      <Field label={words.body} hint={words.bodyHint}>
        {(wiring) => (
          <textarea
            {...wiring}
            className={`${fieldStyles.input} mono ${styles.text}`}
            rows={4}
            spellCheck={false}
            value={body.value}
            onChange={(event) => body.onChange(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.grid}>
        <SelectField
          label={words.connection}
          {...set('connection')}
          options={[
            { value: 'whole', label: words.whole },
            { value: 'truncated', label: words.truncated },
            { value: 'before', label: words.before },
            { value: 'middle', label: words.middle },
          ]}
        />
        {draft.connection === 'truncated' && <TextField label={words.bytes} inputMode="numeric" {...set('bytes')} />}
      </div>
    </>
  )
}

export type RuleView = ResponseRules['rules'][number]

/** A rule as edited. Values are texts, because a field can hold anything while the user types. */
export interface RuleDraft {
  name: string
  filter: string
  method: string
  path: string
  which: 'all' | 'first' | 'every' | 'chance' | 'kept'
  /** The stored rule selects requests with conditions that the form has no field for; they can be kept. */
  canKeep: boolean
  number: string
  share: string
  seed: string
  status: string
  headers: string
  body: string
  delay: string
  connection: 'whole' | 'truncated' | 'before' | 'middle'
  bytes: string
  end: 'ten-minutes' | 'hour' | 'day' | 'none' | 'kept'
}

export const newDraft: RuleDraft = {
  name: '',
  filter: '',
  method: '',
  path: '',
  which: 'all',
  canKeep: false,
  number: '3',
  share: '30',
  seed: '1',
  status: '500',
  headers: '',
  body: '',
  delay: '0',
  connection: 'whole',
  bytes: '10',
  end: 'hour',
}

export function draftOf({ name, when, answer, until, state }: RuleView): RuleDraft {
  const { nth, chance } = when
  return {
    ...newDraft,
    name,
    filter: when.filter ?? '',
    method: when.method ?? '',
    path: when.path ?? '',
    which: whichOf(when),
    canKeep: whichOf(when) === 'kept',
    number: String(nth?.every ?? nth?.to ?? newDraft.number),
    share: chance === undefined ? newDraft.share : String(Math.round(chance.of * 10_000) / 100),
    seed: String(chance?.seed ?? newDraft.seed),
    status: String(answer.status),
    headers: (answer.headers ?? []).map(([header, value]) => `${header}: ${value}`).join('\n'),
    body: answer.body ?? '',
    delay: String((answer.delayMs ?? 0) / 1000),
    connection: answer.reset ?? (answer.truncateAt === undefined ? 'whole' : 'truncated'),
    bytes: String(answer.truncateAt ?? newDraft.bytes),
    end: until === null ? 'none' : state === 'on' ? 'kept' : 'hour',
  }
}

/** Maps conditions to the form's choice; "kept" for "from 4 to 6" and for several conditions at once. */
function whichOf({ nth, chance }: RuleView['when']): RuleDraft['which'] {
  const conditions = [nth?.from, nth?.to, nth?.every, chance].filter((condition) => condition !== undefined)
  if (conditions.length === 0) return 'all'
  if (conditions.length > 1 || nth?.from !== undefined) return 'kept'
  if (chance !== undefined) return 'chance'
  return nth?.every === undefined ? 'first' : 'every'
}

const lasts = { 'ten-minutes': 600_000, hour: 3_600_000, day: 86_400_000 } as const

/** Converts a draft into a rule, which the engine validates. @param now ms since the epoch */
export function ruleOf(draft: RuleDraft, id: string, before: RuleView | null, now: number): ResponseRule {
  const { filter, method, path, which, connection, end } = draft
  const number = Number(draft.number)
  const nth = which === 'first' ? { to: number } : which === 'every' ? { every: number } : null
  const headers = draft.headers.split('\n').flatMap((line): [string, string][] => {
    const [name = '', ...value] = line.trim().split(':')
    return line.trim() === '' ? [] : [[name.trim(), value.join(':').trim()]]
  })
  const delayMs = Math.round(Number(draft.delay) * 1000)
  return {
    id,
    name: draft.name,
    enabled: true,
    until: end === 'kept' ? (before?.until ?? null) : end === 'none' ? null : new Date(now + lasts[end]).toISOString(),
    when: {
      ...(filter.trim() === '' ? {} : { filter }),
      ...(method === '' ? {} : { method }),
      ...(path.trim() === '' ? {} : { path: path.trim() }),
      ...(which === 'kept' && before?.when.nth !== undefined ? { nth: before.when.nth } : {}),
      ...(which === 'kept' && before?.when.chance !== undefined ? { chance: before.when.chance } : {}),
      ...(nth === null ? {} : { nth }),
      ...(which === 'chance' ? { chance: { of: Number(draft.share) / 100, seed: Number(draft.seed) } } : {}),
    },
    answer: {
      status: Number(draft.status),
      ...(headers.length === 0 ? {} : { headers }),
      ...(draft.body === '' ? {} : { body: draft.body }),
      ...(delayMs === 0 ? {} : { delayMs }),
      ...(connection === 'truncated' ? { truncateAt: Number(draft.bytes) } : {}),
      ...(connection === 'before' || connection === 'middle' ? { reset: connection } : {}),
    },
  }
}

/** Switches every rule of every environment off; answers what to say. */
export async function switchAllOff({ client, store }: App): Promise<string> {
  const on = store.getState().feed.status?.responseRules ?? []
  for (const id of new Set(on.map(({ environmentId }) => environmentId))) {
    const { rules } = await client.environments.responseRules({ id })
    await client.environments.setResponseRules({ id, rules: rules.map((rule) => ({ ...rule, enabled: false })) })
  }
  return responseWords.allOff
}

/** Puts a preset in front of the rules of the environment in use, for 10 minutes; answers what to say. */
export async function switchOn({ client, store }: App, name: string): Promise<string> {
  const id = store.getState().feed.status?.environment.id
  const preset = responsePresets.find((known) => known.name === name)
  if (id === undefined || preset === undefined) return ''
  const { rules } = await client.environments.responseRules({ id })
  const until = new Date(Date.now() + presetMs).toISOString()
  const rule = {
    id: `${name}-${crypto.randomUUID().slice(0, 8)}`,
    name: preset.label,
    enabled: true,
    until,
    ...preset.rule,
  }
  await client.environments.setResponseRules({ id, rules: [rule, ...rules] })
  return responseWords.switchedOn(preset.label)
}
