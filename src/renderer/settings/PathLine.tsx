import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { previewOf, templateProblem, type PathRow } from './resourcePaths.ts'

interface PathLineProps {
  row: PathRow
  baseUrl: string
  /** It is being edited. */
  open: boolean
  busy: boolean
  onOpen: (open: boolean) => void
  /** Sets the own template; null goes back to the assumed one, or deletes a type that has none. */
  onChange: (template: string | null) => Promise<boolean>
}

/** One type: its template, and the way to change it. */
export function PathLine({ row, baseUrl, open, busy, onOpen, onChange }: PathLineProps) {
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
            aria-expanded={open}
            aria-label={`Change the path of ${resourceType}`}
            onClick={() => onOpen(!open)}
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
      {open && <PathEditor row={row} baseUrl={baseUrl} busy={busy} onChange={onChange} onClose={() => onOpen(false)} />}
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

/** What would be asked for, for an example. */
export function Preview({ template, baseUrl }: { template: string; baseUrl: string }) {
  return (
    <span className="path-preview">
      Asks for <code>{previewOf(template, baseUrl)}</code>
    </span>
  )
}
