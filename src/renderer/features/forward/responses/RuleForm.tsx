import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/basics/Button.tsx'
import { Field, TextField } from '../../../ui/fields/Field.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { draftOf, newDraft, type RuleDraft, type RuleView } from './ruleDraft.ts'
import { responseWords } from './words.ts'
import styles from './Responses.module.css'

interface RuleFormProps {
  /** Null for a new one. */
  rule: RuleView | null
  busy: boolean
  problem: ReactNode
  onSave: (draft: RuleDraft) => void
  onCancel: () => void
}

const words = responseWords.fields

/** The form of one rule. The engine reports an invalid rule when it is saved. */
export function RuleForm({ rule, busy, problem, onSave, onCancel }: RuleFormProps) {
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
