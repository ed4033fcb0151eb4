import { useId, useState } from 'react'
import { Button } from '../basics/Button.tsx'
import { TextField } from '../fields/Field.tsx'
import { Form } from '../fields/Form.tsx'
import { ErrorNote } from '../notes/Notes.tsx'
import type { QuestionProps } from './Ask.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './Popups.module.css'

/** A question over the page or over the dialog that asks. */
export function Question({ asked: { question, run }, open, onAnswer }: QuestionProps) {
  const { title, text, yes, no, isDanger = false, label, initial = '', missing } = question
  const formId = useId()
  const [typed, setTyped] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const given = typed.trim()
  const isMissing = missing !== undefined && given === ''
  const doIt = async () => {
    if (isMissing || busy) return
    setBusy(true)
    const refused = await run(given)
    setBusy(false)
    if (refused === null) onAnswer(given)
    else setRefusal(refused)
  }
  return (
    <Dialog
      title={title}
      open={open}
      isQuestion={label === undefined}
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button onClick={() => onAnswer(null)}>{no}</Button>
          <Button type="submit" form={formId} look={isDanger ? 'danger' : 'primary'} busy={busy} disabled={isMissing}>
            {yes}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={styles.ask}
        onSubmit={() => {
          void doIt()
        }}
      >
        {label !== undefined && (
          <TextField
            label={label}
            hint={question.hint}
            placeholder={question.placeholder}
            maxLength={question.maxLength}
            value={typed}
            problem={isMissing ? missing : refusal}
            onChange={(value) => {
              setRefusal(null)
              setTyped(value)
            }}
          />
        )}
        {text}
        {label === undefined && refusal !== null && <ErrorNote>{refusal}</ErrorNote>}
      </Form>
    </Dialog>
  )
}
