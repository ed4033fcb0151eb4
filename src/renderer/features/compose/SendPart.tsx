import { Send, Square } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { Row } from '../../ui/Stack.tsx'
import type { ComposeProblem, PartProps } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

interface SendPartProps extends PartProps {
  busy: boolean
  /** The send shortcut, human-readable. */
  keys: string
  onSend: () => void
  onCancel: () => void
}

/** How often, how fast, how many at once; and the button. */
export function SendPart({ draft, set, problems, busy, keys, onSend, onCancel }: SendPartProps) {
  return (
    <Section title={words.sending}>
      <Form onSubmit={onSend} className={styles.send}>
        <div className={styles.numbers}>
          <TextField
            label={draft.what === 'request' ? words.count : words.rounds}
            problem={problems.has('count') ? words.countProblem : null}
            inputMode="numeric"
            value={draft.count}
            onChange={(count) => set('count', count.trim())}
          />
          <TextField
            label={words.rate}
            hint={words.rateHint}
            problem={problems.has('rate') ? words.rateProblem : null}
            inputMode="decimal"
            value={draft.rate}
            onChange={(rate) => set('rate', rate.trim())}
          />
          <TextField
            label={words.parallel}
            problem={problems.has('parallel') ? words.parallelProblem : null}
            inputMode="numeric"
            placeholder="1"
            value={draft.parallel}
            onChange={(parallel) => set('parallel', parallel.trim())}
          />
        </div>
        <Row>
          <Button
            type="submit"
            look="primary"
            busy={busy}
            hint={words.sendKey(keys)}
            icon={<Send aria-hidden="true" />}
          >
            {words.send}
          </Button>
          {busy && (
            <Button icon={<Square aria-hidden="true" />} onClick={onCancel}>
              {words.cancel}
            </Button>
          )}
          {problems.size > 0 && (
            <p className={styles.blocked} role="alert">
              {words.fixFirst([...problems].map((problem) => fieldNames[problem]))}
            </p>
          )}
        </Row>
      </Form>
    </Section>
  )
}

/** An invalid field may be out of view or behind a tab, so the button's row names each. */
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
