import { Send, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Choice, Form } from '../../../ui/fields/Form.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import type { ComposeProblem, PartProps } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

interface SendBarProps extends PartProps {
  /** The choice of the request to start from. */
  startFrom: ReactNode
  environments: readonly Environment[]
  busy: boolean
  /** The send shortcut, human-readable. */
  keys: string
  onSend: () => void
  onCancel: () => void
}

/** The start of the request, its target, and the button that sends it. */
export function SendBar(props: SendBarProps) {
  const { draft, set, problems, startFrom, environment, environments, busy, keys, onSend, onCancel } = props
  return (
    <Form onSubmit={onSend} className={styles.bar} aria-label={words.target}>
      {startFrom}
      <div className={styles.target}>
        <span aria-hidden="true">{words.target}</span>
        <Choice
          label={words.target}
          options={words.targets}
          value={draft.target}
          onChange={(target) => set('target', target)}
        />
      </div>
      {draft.target === 'url' && (
        <TextField
          label={words.url}
          hint={words.urlHint}
          problem={problems.has('url') ? words.urlMissing : null}
          placeholder={words.urlExample}
          inputMode="url"
          mono
          value={draft.url}
          onChange={(url) => set('url', url.trim())}
        />
      )}
      <SelectField
        label={words.environment}
        hint={draft.target === 'receiver' ? words.receiverNote : words.environmentHint}
        options={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={environment?.id ?? ''}
        onChange={(id) => set('environmentId', id)}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" busy={busy} hint={words.sendKey(keys)} icon={<Send aria-hidden="true" />}>
          {words.send}
        </Button>
        {busy && (
          <Button icon={<Square aria-hidden="true" />} onClick={onCancel}>
            {words.cancel}
          </Button>
        )}
      </div>
      {problems.size > 0 && (
        <p className={styles.blocked} role="alert">
          {words.fixFirst([...problems].map((problem) => fieldNames[problem]))}
        </p>
      )}
    </Form>
  )
}

/** An invalid field may be out of view or behind a tab, so the bar names each. */
const fieldNames: Record<ComposeProblem, string> = {
  path: words.path,
  headers: words.headers,
  url: words.url,
  secret: words.secret,
  at: words.timeText,
  count: words.count,
  rate: words.rate,
  parallel: words.parallel,
}
