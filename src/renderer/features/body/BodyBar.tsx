import { Download } from 'lucide-react'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { saveBytes } from '../../ui/saveBytes.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { formatBytes } from '../../text/format.ts'
import { bodyWords as words } from './words.ts'
import { CopyLazily } from './CopyLazily.tsx'
import { textOf } from '../../bytes/textOf.ts'
import { type RowText, wholeText } from './rowText.ts'
import type { View } from './viewsOf.ts'
import styles from './Body.module.css'

interface BodyBarProps {
  delivery: Delivery
  /** The exact bytes. */
  blob: Blob
  /** What is in view, as UTF-8. */
  text: Uint8Array<ArrayBuffer>
  views: readonly View[]
  view: View
  /** How it is laid out in lines, when it can be. */
  pretty: RowText | null
  /** It is what the bytes unpack to. */
  inflated: boolean
  json: boolean
  onView: (view: View) => void
}

/** Which view, how large, and ways to take the body along. */
export function BodyBar({ delivery, blob, text, views, view, pretty, inflated, json, onView }: BodyBarProps) {
  const options = views.map((id) => ({ id, label: words.views[id] }))
  return (
    <div className={styles.bar}>
      <Choice label={words.view} options={options} value={view} onChange={onView} />
      <span className={`muted numbers ${styles.size}`} title={words.bytes(text.length)}>
        {formatBytes(text.length)}
      </span>
      <CopyLazily what={words.copyAll} text={() => textOf(text)} />
      {pretty !== null && <CopyLazily what={words.pretty} label={words.copyPretty} text={() => wholeText(pretty)} />}
      <Button
        look="quiet"
        icon={<Download aria-hidden="true" />}
        hint={words.saveTitle}
        onClick={() => saveBytes(blob, `delivery-${delivery.id}.${json && !inflated ? 'json' : 'bin'}`)}
      >
        {words.save}
      </Button>
    </div>
  )
}
