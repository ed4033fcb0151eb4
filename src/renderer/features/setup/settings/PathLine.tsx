import { useState } from 'react'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { Form } from '../../../ui/Form.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { pathWords } from './words.ts'
import { Preview } from './PathPreview.tsx'
import { templateProblem, type PathRow } from './resourcePaths.ts'
import { TryPath } from './TryPath.tsx'
import styles from './Settings.module.css'

export type PathAction = 'change' | 'try'

interface PathLineProps {
  row: PathRow
  environment: Environment
  /** What is open below the line, or null. */
  open: PathAction | null
  busy: boolean
  onOpen: (open: PathAction | null) => void
  /** Sets the own template; null goes back to the assumed one, or deletes a type that has none. */
  onChange: (template: string | null) => Promise<boolean>
}

/** One type: its template, and the way to change it. */
export function PathLine({ row, environment, open, busy, onOpen, onChange }: PathLineProps) {
  const { resourceType, assumed, own } = row
  return (
    <li className={styles.path}>
      <div className={styles.pathLine}>
        <span className={styles.pathType}>{resourceType}</span>
        <code className={own === null ? `${styles.pathTemplate} muted` : styles.pathTemplate}>{own ?? assumed}</code>
        <span className={own === null ? `${styles.pathOrigin} muted` : styles.pathOrigin}>
          {own === null ? pathWords.assumed : pathWords.setHere}
        </span>
        <span className={styles.pathActions}>
          <Button
            look="quiet"
            aria-expanded={open === 'try'}
            aria-label={pathWords.tryItFor(resourceType)}
            onClick={() => onOpen(open === 'try' ? null : 'try')}
          >
            {pathWords.tryIt}
          </Button>
          <Button
            look="quiet"
            aria-expanded={open === 'change'}
            aria-label={pathWords.changeOf(resourceType)}
            onClick={() => onOpen(open === 'change' ? null : 'change')}
          >
            {pathWords.change}
          </Button>
          {own !== null && (
            <Button
              look="quiet"
              disabled={busy}
              aria-label={assumed === null ? pathWords.deleteOf(resourceType) : pathWords.resetOf(resourceType)}
              onClick={() => void onChange(null)}
            >
              {assumed === null ? pathWords.delete : pathWords.reset}
            </Button>
          )}
        </span>
      </div>
      {open === 'change' && (
        <PathEditor
          row={row}
          baseUrl={environment.baseUrl}
          busy={busy}
          onChange={onChange}
          onClose={() => onOpen(null)}
        />
      )}
      {open === 'try' && (
        // Another template is another try: what came of the one before is no longer true.
        <TryPath
          key={own ?? assumed}
          environment={environment}
          resourceType={resourceType}
          template={own ?? assumed ?? ''}
          onChangePath={own === null ? () => onOpen('change') : null}
        />
      )}
    </li>
  )
}

interface PathEditorProps {
  row: PathRow
  baseUrl: string
  busy: boolean
  onChange: (template: string) => Promise<boolean>
  onClose: () => void
}

function PathEditor({ row, baseUrl, busy, onChange, onClose }: PathEditorProps) {
  const [template, setTemplate] = useState(row.own ?? '')
  const typed = template.trim()
  const problem = typed === '' ? null : templateProblem(typed)
  const shown = typed === '' ? (row.assumed ?? '') : typed
  return (
    <Form
      className={styles.pathEditor}
      onSubmit={() => {
        if (problem === null && typed !== '') void onChange(typed)
      }}
    >
      <TextField
        label={pathWords.pathOf(row.resourceType)}
        mono
        value={template}
        placeholder={row.assumed ?? pathWords.example}
        onChange={setTemplate}
        problem={problem}
        hint={<Preview template={shown} baseUrl={baseUrl} />}
        after={
          <>
            <Button type="submit" busy={busy} disabled={typed === '' || problem !== null}>
              {pathWords.save}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {pathWords.cancel}
            </Button>
          </>
        }
      />
    </Form>
  )
}
