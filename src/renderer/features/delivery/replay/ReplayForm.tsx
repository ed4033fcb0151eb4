import type { Delivery } from '../../../../shared/wireTypes.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field, TextField } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/EmptyState.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'
import { replayWords } from './words.ts'
import { editableBody, isSendable, type ReplayDraft, type ReplaySuggestion } from './replayDraft.ts'
import { useEffect, useState } from 'react'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { fetchBody } from '../../../data/state/fetchBody.ts'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Replay.module.css'

interface ReplayFormProps {
  delivery: Delivery
  draft: ReplayDraft
  suggestions: readonly ReplaySuggestion[]
  /** The person has tried to send it: what is missing is pointed out. */
  tried: boolean
  set: <K extends keyof ReplayDraft>(field: K, value: ReplayDraft[K]) => void
  send: () => void
}

/** Where to, signed how, with which body. */
export function ReplayForm({ delivery, draft, suggestions, tried, set, send }: ReplayFormProps) {
  const problem = tried && !isSendable(draft.url) ? replayWords.addressMissing : null
  return (
    <>
      <Form onSubmit={send}>
        <TextField
          label={replayWords.address}
          hint={replayWords.addressHint}
          problem={problem}
          placeholder={replayWords.addressExample}
          inputMode="url"
          mono
          value={draft.url}
          onChange={(url) => set('url', url.trim())}
        />
      </Form>
      {suggestions.length > 0 && (
        <div>
          <p className={styles.to}>{replayWords.sendTo}</p>
          <ul className={styles.suggestions} aria-label={replayWords.suggestions}>
            {suggestions.map(({ url, why }) => (
              <li key={url}>
                <button type="button" className={styles.suggestion} onClick={() => set('url', url)}>
                  <code className="truncate">{shortReceiverKey(url)}</code>{' '}
                  <span className="muted">{replayWords[why]}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.signature}>
        <Choice
          label={replayWords.signature}
          options={[
            { id: 'received', label: replayWords.received },
            { id: 'anew', label: replayWords.anew },
          ]}
          value={draft.signature}
          onChange={(signature) => set('signature', signature)}
        />
        <p className={fieldStyles.note} aria-live="polite">
          {draft.signature === 'anew' ? replayWords.anewNote : replayWords.receivedNote}
        </p>
      </div>
      <BodyField delivery={delivery} body={draft.body} onChange={(body) => set('body', body)} />
    </>
  )
}

function BodyField({
  delivery,
  body,
  onChange,
}: {
  delivery: Delivery
  body: string | null
  onChange: (body: string | null) => void
}) {
  const { bytes, problem } = useBody(delivery.id, delivery.size)
  if (bytes === null) return problem === null ? <Loading what={replayWords.body} /> : null
  const came = editableBody(bytes)
  if ('why' in came) return <p className={fieldStyles.note}>{replayWords[came.why]}</p>
  return (
    <>
      <SwitchField
        label={replayWords.edit}
        hint={replayWords.editNote}
        checked={body !== null}
        onChange={(on) => onChange(on ? came.text : null)}
      />
      {body !== null && (
        <Field label={replayWords.body}>
          {(wiring) => (
            <>
              <textarea
                {...wiring}
                data-part="input"
                className={`${fieldStyles.input} mono ${styles.body}`}
                rows={8}
                spellCheck={false}
                value={body}
                onChange={(event) => onChange(event.target.value)}
              />
              {body !== came.text && (
                <Button look="quiet" onClick={() => onChange(came.text)}>
                  {replayWords.bodyAsCame}
                </Button>
              )}
            </>
          )}
        </Field>
      )}
    </>
  )
}

interface LoadedBody {
  /** All bytes that are kept, or null until they are here. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** How many have come so far. */
  loaded: number
  problem: Problem | null
}

/** Fetches the body of a delivery for as long as it is shown. */
function useBody(id: string, size: number): LoadedBody {
  const client = useClient()
  const [body, setBody] = useState<LoadedBody>({ bytes: null, loaded: 0, problem: null })
  useEffect(() => {
    const abort = new AbortController()
    const tell = (next: LoadedBody) => {
      if (!abort.signal.aborted) setBody(next)
    }
    fetchBody(client, id, size, abort.signal, (loaded) => tell({ bytes: null, loaded, problem: null })).then(
      (bytes) => tell({ bytes, loaded: bytes.length, problem: null }),
      (error: unknown) => tell({ bytes: null, loaded: 0, problem: problemOf(error) }),
    )
    return () => abort.abort()
  }, [client, id, size])
  return body
}
