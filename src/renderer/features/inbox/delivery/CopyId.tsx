import { Check, Copy } from 'lucide-react'
import { useCopied } from '../../../ui/fields/CopyButton.tsx'
import { uiWords } from '../../../ui/words.ts'
import styles from './CopyId.module.css'

interface CopyIdProps {
  text: string
  /** Names the copied text, such as "the object's id". */
  what: string
  /** What is shown; the text itself when it is left out. */
  children?: string
}

/** An id or another exact value: a click anywhere on it copies it. */
export function CopyId({ text, what, children = text }: CopyIdProps) {
  const { done, copy } = useCopied()
  const says = done ? uiWords.copied : uiWords.copy(what)
  return (
    <button type="button" data-part="copy-id" className={styles.copyId} data-tip={says} onClick={() => copy(text)}>
      <code>{children}</code>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="unseen">{says}</span>
    </button>
  )
}
