import { filled } from '../../../text/filled.tsx'
import { pathWords } from './words.ts'
import { previewOf } from './resourcePaths.ts'
import styles from './Settings.module.css'

interface PreviewProps {
  template: string
  baseUrl: string
  /** Of a real object; null or absent: an example. */
  resourceId?: string | null
}

/** What would be asked for. */
export function Preview({ template, baseUrl, resourceId = null }: PreviewProps) {
  return (
    <span className={styles.pathPreview}>
      {filled(pathWords.asksFor, { url: <code>{previewOf(template, baseUrl, resourceId)}</code> })}
    </span>
  )
}
