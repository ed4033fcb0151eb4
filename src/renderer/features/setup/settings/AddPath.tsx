import { useEffect, useRef, useState } from 'react'
import { Form } from '../../../ui/Form.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { pathWords } from './words.ts'
import { Preview } from './PathPreview.tsx'
import { type PathRow, templateProblem, typeProblem } from './resourcePaths.ts'
import styles from './Settings.module.css'

interface AddPathProps {
  rows: readonly PathRow[]
  baseUrl: string
  busy: boolean
  /** The type to begin with. */
  resourceType: string
  onAdd: (resourceType: string, template: string) => Promise<boolean>
}

/** A path for a type that the document does not name. */
export function AddPath({ rows, baseUrl, busy, resourceType, onAdd }: AddPathProps) {
  const [name, setName] = useState(resourceType)
  const [template, setTemplate] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The type is filled in already: what is left to write is its path.
    if (resourceType !== '') form.current?.querySelectorAll('input')[1]?.focus()
  }, [resourceType])
  const type = name.trim()
  const path = template.trim()
  const typeWrong = type === '' ? null : typeProblem(type, rows)
  const pathWrong = path === '' ? null : templateProblem(path)
  const ready = type !== '' && path !== '' && typeWrong === null && pathWrong === null
  const add = async () => {
    if (!ready || !(await onAdd(type, path))) return
    setName('')
    setTemplate('')
  }
  return (
    <Form
      ref={form}
      className={styles.pathAdd}
      onSubmit={() => {
        void add()
      }}
    >
      <TextField
        label={pathWords.resourceType}
        placeholder={pathWords.resourceTypeExample}
        value={name}
        onChange={setName}
        problem={typeWrong}
      />
      <TextField
        label={pathWords.template}
        mono
        placeholder={pathWords.templateExample}
        value={template}
        onChange={setTemplate}
        problem={pathWrong}
        hint={path === '' ? undefined : <Preview template={path} baseUrl={baseUrl} />}
        after={
          <Button type="submit" busy={busy} disabled={!ready}>
            {pathWords.add}
          </Button>
        }
      />
    </Form>
  )
}
