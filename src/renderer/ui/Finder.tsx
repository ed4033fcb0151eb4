import { Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { type Choosing, ComboField } from './Combobox.tsx'
import styles from './Finder.module.css'
import { ModalDialog } from './ModalDialog.tsx'

/** A dialog in which one finds by typing. What is in it begins with a `FinderLine`. */
export function FinderDialog({ className = '', ...rest }: ComponentProps<typeof ModalDialog>) {
  return <ModalDialog {...rest} className={`${styles.dialog} ${className}`} />
}

interface FinderLineProps {
  choosing: Choosing
  name: string
  placeholder: string
  value: string
  onType: (text: string) => void
  /** Enter. */
  onTake: () => void
  /** Behind the field. */
  children?: ReactNode
}

/** The line that one types in: arrows choose from the list below, Enter takes, and each letter begins at its first again. */
export function FinderLine({ choosing, name, placeholder, value, onType, onTake, children }: FinderLineProps) {
  const line = useRef<HTMLDivElement>(null)
  // The dialog gives the focus to what it has when it opens; this may arrive after that.
  useEffect(() => line.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={line} className={styles.line}>
      <Search aria-hidden="true" />
      <ComboField
        choosing={choosing}
        expanded
        className={styles.input}
        aria-label={name}
        placeholder={placeholder}
        value={value}
        onType={(text) => {
          onType(text)
          choosing.point(0)
        }}
        onKey={(event) => {
          if (event.key === 'Enter') onTake()
          else if (!choosing.take(event)) return
          event.preventDefault()
        }}
      />
      {children}
    </div>
  )
}
