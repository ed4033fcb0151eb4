import { useState } from 'react'
import type { Environment } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { Preview } from './PathPreview.tsx'
import { templateProblem, type PathRow } from './resourcePaths.ts'
import { TryPath } from './TryPath.tsx'

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
    <li className="path">
      <div className="path-line">
        <span className="path-type">{resourceType}</span>
        <code className={own === null ? 'path-template muted' : 'path-template'}>{own ?? assumed}</code>
        <span className={own === null ? 'path-origin muted' : 'path-origin'}>
          {own === null ? 'assumed' : 'set here'}
        </span>
        <span className="path-actions">
          <Button
            look="quiet"
            aria-expanded={open === 'try'}
            aria-label={`Try it for ${resourceType}`}
            onClick={() => onOpen(open === 'try' ? null : 'try')}
          >
            Try it
          </Button>
          <Button
            look="quiet"
            aria-expanded={open === 'change'}
            aria-label={`Change the path of ${resourceType}`}
            onClick={() => onOpen(open === 'change' ? null : 'change')}
          >
            Change
          </Button>
          {own !== null && (
            <Button
              look="quiet"
              disabled={busy}
              aria-label={
                assumed === null ? `Delete the path of ${resourceType}` : `Use the assumed path of ${resourceType}`
              }
              onClick={() => void onChange(null)}
            >
              {assumed === null ? 'Delete' : 'Reset'}
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
    <form
      className="path-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && typed !== '') void onChange(typed)
      }}
    >
      <TextField
        label={`Path of ${row.resourceType}`}
        mono
        value={template}
        placeholder={row.assumed ?? '/api/…/{resourceId}'}
        onChange={setTemplate}
        problem={problem}
        hint={<Preview template={shown} baseUrl={baseUrl} />}
        after={
          <>
            <Button type="submit" busy={busy} disabled={typed === '' || problem !== null}>
              Save path
            </Button>
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      />
    </form>
  )
}
