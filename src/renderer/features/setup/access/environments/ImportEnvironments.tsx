import { FolderOpen } from 'lucide-react'
import { type ChangeEvent, useId, useRef } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { DoneNote } from '../../../../ui/DoneNote.tsx'
import { ErrorNote } from '../../../../ui/ErrorNote.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Form } from '../../../../ui/Form.tsx'
import { environmentWords } from './words.ts'
import { useImport } from './useImport.ts'
import fieldStyles from '../../../../ui/Field.module.css'
import styles from './Environments.module.css'

/** Makes environments out of a file, or of a text that stood in one. All or none; what is wrong is said line by line. */
export function ImportEnvironments({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId()
  const { text, write, choose, run, busy, refusals, done } = useImport()
  const close = () => {
    write('')
    onClose()
  }
  return (
    <Dialog
      title={environmentWords.importTitle}
      open={open}
      onClose={close}
      actions={
        done !== null ? (
          <Button look="primary" onClick={close}>
            {environmentWords.close}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{environmentWords.cancel}</Button>
            <Button type="submit" form={formId} look="primary" busy={busy} disabled={text.trim() === ''}>
              {environmentWords.importIt}
            </Button>
          </>
        )
      }
    >
      {done !== null ? (
        <Imported {...done} />
      ) : (
        <Form id={formId} className={styles.form} onSubmit={run}>
          <p className="muted">{environmentWords.importNote}</p>
          <ChooseFile onChoose={(file) => void choose(file)} />
          <Field label={environmentWords.orText}>
            {(wiring) => (
              <textarea
                {...wiring}
                data-part="input"
                className={`${fieldStyles.input} mono ${styles.file}`}
                rows={8}
                spellCheck={false}
                placeholder={environmentWords.textExample}
                value={text}
                onChange={(event) => write(event.target.value)}
              />
            )}
          </Field>
          {refusals.length > 0 && <Refused lines={refusals} />}
        </Form>
      )}
    </Dialog>
  )
}

function ChooseFile({ onChoose }: { onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file !== undefined) onChoose(file)
    // The same file can be chosen once more after it was repaired.
    event.target.value = ''
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={environmentWords.file}
        onChange={onChange}
      />
      <Button icon={<FolderOpen />} onClick={() => input.current?.click()}>
        {environmentWords.chooseFile}
      </Button>
    </div>
  )
}

function Refused({ lines }: { lines: readonly string[] }) {
  return (
    <ErrorNote>
      {lines.length === 1 ? (
        lines[0]
      ) : (
        <>
          <p>{environmentWords.doesNotFit}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </ErrorNote>
  )
}

function Imported({ names, notes }: { names: readonly string[]; notes: readonly string[] }) {
  return (
    <DoneNote>
      <p>{environmentWords.imported(names)}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </DoneNote>
  )
}
