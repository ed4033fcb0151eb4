import { CopyButton } from './CopyButton.tsx'
import styles from './CopyValue.module.css'

/** An id or another exact value, whole, with a button that copies it. */
export function CopyValue({ text, what }: { text: string; what: string }) {
  return (
    <span className={styles.copyValue}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
