import { useMutation } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/basics/Button.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Field } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { environmentWords } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Environments.module.css'
import type { EnvironmentsImport } from '../../../../shared/wireTypes.ts'
import { useCalls } from '../../../data/state/useApp.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { chooseFile } from '../../../ui/hooks/files.ts'

/** Makes environments from a file, or from the text of one. All or none; what is wrong is said line by line. */
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
          <div>
            <Button
              icon={<FolderOpen />}
              onClick={() => chooseFile((file) => void choose(file), '.json,application/json')}
            >
              {environmentWords.chooseFile}
            </Button>
          </div>
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

/** A file of two hundred environments has less. */
const maxBytes = 4_000_000

interface ImportForm {
  text: string
  write(text: string): void
  /** Takes the text of a file. */
  choose(file: File): Promise<void>
  run(): void
  busy: boolean
  /** Why nothing was imported, line by line; empty when nothing is wrong. */
  refusals: readonly string[]
  /** The created environments, or null. */
  done: { names: readonly string[]; notes: readonly string[] } | null
}

/** The text of a file of environments on its way to the engine, which takes all of it or nothing. */
function useImport(): ImportForm {
  const [text, setText] = useState('')
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const send = useMutation(useCalls().environments.import.mutationOptions())
  const write = (next: string) => {
    setText(next)
    setUnreadable(null)
    // One under way still shows its result.
    if (!send.isPending) send.reset()
  }
  return {
    text,
    write,
    choose: async (file) => {
      if (file.size > maxBytes) return setUnreadable(environmentWords.tooLarge)
      write(await file.text())
    },
    run: () => {
      const read = readEnvironmentsFile(text)
      if ('problem' in read) return setUnreadable(read.problem)
      // The engine looks at every field; here it is enough that it is an object.
      if (!send.isPending) send.mutate(read.file as EnvironmentsImport)
    },
    busy: send.isPending,
    refusals: unreadable !== null ? [unreadable] : send.error === null ? [] : importRefusals(send.error),
    done:
      send.data === undefined
        ? null
        : { names: send.data.environments.map(({ name }) => name), notes: send.data.notes },
  }
}

/** A file as it was chosen or pasted: what is in it, or why it cannot be read. Only its outermost shape is looked at. */
export function readEnvironmentsFile(text: string): { file: object } | { problem: string } {
  if (text.trim() === '') return { problem: environmentWords.chooseFirst }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : environmentWords.endsEarly
    return { problem: environmentWords.noJson(reason) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: environmentWords.noEnvironments }
  }
  return { file: value }
}

/** Why a file was refused, one line for each thing, with the environment that it is about. At most ten. */
export function importRefusals({ message, issues }: Problem): string[] {
  if (issues.length === 0) return [message]
  const lines = issues.map(({ place, message }) => {
    const [list, index, ...field] = place.split('.')
    if (list !== 'environments' || index === undefined) return place === '' ? message : `${place}: ${message}`
    const whose = environmentWords.whose(Number(index) + 1)
    return field.length === 0 ? `${whose}: ${message}` : `${whose}, ${field.join('.')}: ${message}`
  })
  const rest = lines.length - 10
  return rest > 0 ? [...lines.slice(0, 10), environmentWords.andMore(rest)] : lines
}
