import { Autocomplete } from '@base-ui/react/autocomplete'
import { Search } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { DialogFrame } from './Dialog.tsx'
import styles from './Popups.module.css'

interface FinderDialogProps {
  label: string
  open: boolean
  /** Called by Esc or a click outside. */
  onClose: () => void
  className?: string | undefined
  style?: { left: number }
  /** Nothing darkens the page behind it. */
  isClear?: boolean
  /** Marks the dialog of the palette, which the key that opened it closes. */
  isPalette?: boolean
  children: ReactNode
}

/** A dialog in which one finds by typing. Its content is a `Finder`. */
export function FinderDialog({ label, className = '', isPalette, ...rest }: FinderDialogProps) {
  return (
    <DialogFrame
      {...rest}
      closesOutside
      aria-label={label}
      data-palette={isPalette}
      className={`${styles.finderDialog} ${className}`}
      initialFocus={false}
    />
  )
}

export interface FinderGroup<T> {
  /** Shown above its items; absent: they stand alone. */
  title?: string
  items: readonly T[]
}

interface FinderProps<T> {
  /** Names the field, and is its placeholder unless that is given. */
  name: string
  placeholder?: string
  /** Names the list for screen readers. */
  listLabel: string
  query: string
  onType: (query: string) => void
  /** The items found by the query, in groups. */
  groups: readonly FinderGroup<T>[]
  keyOf: (item: T) => string
  /** Enter on the highlighted item, or a click on one. */
  onTake: (item: T) => void
  /** Behind the field. */
  beside?: ReactNode
  /** Instead of the list when nothing is found. */
  empty?: ReactNode
  listClass?: string | undefined
  titleClass?: string | undefined
  optionClass?: string | undefined
  children: (item: T) => ReactNode
}

/** A field and the list that it filters: arrows choose, Enter takes, and each letter begins at the first item again. */
export function Finder<T>(props: FinderProps<T>) {
  const { query, onType, groups, keyOf, onTake, children } = props
  const field = useRef<HTMLInputElement>(null)
  // The key that opens it may be followed at once by a letter.
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      itemToStringValue={keyOf}
      value={query}
      onValueChange={(text, { reason }) => {
        if (reason !== 'item-press') onType(text)
      }}
    >
      <div className={styles.line}>
        <Search aria-hidden="true" />
        <Autocomplete.Input
          ref={field}
          spellCheck={false}
          className={styles.input}
          aria-label={props.name}
          placeholder={props.placeholder ?? props.name}
        />
        {props.beside}
      </div>
      {groups.every(({ items }) => items.length === 0) && props.empty}
      <Autocomplete.List className={props.listClass} aria-label={props.listLabel}>
        {groups.map(({ title, items }) => (
          <Autocomplete.Group key={title ?? ''} items={items}>
            {title !== undefined && (
              <Autocomplete.GroupLabel className={props.titleClass}>{title}</Autocomplete.GroupLabel>
            )}
            {items.map((item) => (
              <Autocomplete.Item
                key={keyOf(item)}
                value={item}
                className={props.optionClass}
                onClick={() => onTake(item)}
              >
                {children(item)}
              </Autocomplete.Item>
            ))}
          </Autocomplete.Group>
        ))}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
