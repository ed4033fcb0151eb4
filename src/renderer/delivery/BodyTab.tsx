import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Delivery } from '../../shared/wireTypes.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { formatBytes, groupDigits } from '../ui/format.ts'
import { readBody } from './readBody.ts'
import { saveBytes } from './saveBytes.ts'
import { HexView } from './HexView.tsx'
import { JsonView } from './JsonView.tsx'
import { RawView } from './RawView.tsx'
import { useBody } from './useBody.ts'
import './BodyTab.css'

const views = [
  { id: 'pretty', label: 'Pretty' },
  { id: 'raw', label: 'Raw' },
  { id: 'hex', label: 'Hex' },
] as const
type View = (typeof views)[number]['id']

/** The body as it came: laid out, as text, or byte by byte. */
export function BodyTab({ delivery }: { delivery: Delivery }) {
  const { bytes, loaded, problem } = useBody(delivery.id, delivery.size)
  if (problem !== null) return <ErrorNote>{problem.message}</ErrorNote>
  if (bytes === null) {
    return (
      <output className="loading">
        <progress aria-label="Loading the body" value={loaded} max={Math.max(1, delivery.size)} />
        {formatBytes(loaded)} of {formatBytes(delivery.size)}
      </output>
    )
  }
  if (bytes.length === 0) {
    return (
      <EmptyState title="The body is empty">
        <p>The request carried no bytes after its headers.</p>
      </EmptyState>
    )
  }
  return <ShownBody delivery={delivery} bytes={bytes} />
}

function ShownBody({ delivery, bytes }: { delivery: Delivery; bytes: Uint8Array<ArrayBuffer> }) {
  const body = useMemo(() => readBody(bytes), [bytes])
  const [chosen, setChosen] = useState<View | null>(null)
  const view = chosen ?? (body.json ? 'pretty' : body.validUtf8 ? 'raw' : 'hex')
  return (
    <div className="body-tab">
      <div className="body-bar">
        <Choice label="View of the body" options={views} value={view} onChange={setChosen} />
        <span className="muted numbers body-size" title={`${groupDigits(bytes.length)} bytes`}>
          {formatBytes(bytes.length)}
          {delivery.truncated ? ', cut off' : ''}
        </span>
        <CopyButton text={body.text} what="the body as text" />
        <Button
          look="quiet"
          icon={<Download aria-hidden="true" />}
          title="Saves the exact bytes"
          onClick={() => saveBytes(bytes, `delivery-${delivery.id}.${body.json ? 'json' : 'bin'}`)}
        >
          Save
        </Button>
      </div>
      {delivery.truncated && (
        <ErrorNote look="warn">
          This is only the beginning: {groupDigits(delivery.size)} bytes arrived, {groupDigits(bytes.length)} are kept.
        </ErrorNote>
      )}
      {!body.validUtf8 && view !== 'hex' && (
        <ErrorNote look="warn">
          Not valid UTF-8. Bytes that are no text are shown as �; Hex shows each of them, Save has them exactly.
        </ErrorNote>
      )}
      <div className="body-view">
        {view === 'pretty' && <PrettyBody body={body} />}
        {view === 'raw' && <RawView text={body.text} />}
        {view === 'hex' && <HexView bytes={bytes} />}
      </div>
    </div>
  )
}

function PrettyBody({ body }: { body: ReturnType<typeof readBody> }) {
  if (body.json) return <JsonView text={body.text} label="Body as JSON" />
  return (
    <>
      <p className="view-note">{body.reason}</p>
      <RawView text={body.text} />
    </>
  )
}
