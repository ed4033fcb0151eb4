import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from './typing.ts'
import styles from './Combobox.module.css'

/** Which option of a list the keys have reached, while the focus stays in a field. */
export interface Choosing {
  /** What the ids of the list and its options begin with. */
  base: string
  /** Place of the chosen option through all groups; -1: none, the keys are in the field. */
  index: number
  point: (index: number) => void
  /** Takes the arrows, Page Up and Page Down; false for other keys. */
  take: (event: KeyboardEvent) => boolean
}

/** How far Page Up and Page Down go. */
const page = 8

/**
 * @param count of options
 * @param start where it begins, and where the arrows come round to: -1 in the field itself, 0 at the first option
 */
export function useChoosing(count: number, start: -1 | 0): Choosing {
  const base = useId()
  const [index, setIndex] = useState<number>(start)
  return {
    base,
    index: index < count ? index : start,
    point: setIndex,
    take: ({ key }) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      const jump = { PageDown: page, PageUp: -page }[key]
      const places = Math.max(1, count - start)
      if (step !== undefined) setIndex(((index - start + step + places) % places) + start)
      else if (jump !== undefined) setIndex(Math.max(start, Math.min(count - 1, index + jump)))
      else return false
      return true
    },
  }
}

interface ComboFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onKeyDown' | 'type'
> {
  choosing: Choosing
  /** The list is in sight. */
  expanded: boolean
  value: string
  onType: (text: string) => void
  /** In place of `onType` while an input method composes; its text is typed when that is done. */
  onCompose?: (text: string) => void
  /** The keys that the input method leaves. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The field of a combobox. Its list is a `ComboList` with the same `choosing`. */
export function ComboField({
  choosing: { base, index },
  expanded,
  onType,
  onCompose = onType,
  onKey,
  ...rest
}: ComboFieldProps) {
  return (
    <input
      spellCheck={false}
      autoComplete="off"
      {...rest}
      type="text"
      role="combobox"
      aria-expanded={expanded}
      aria-controls={`${base}-list`}
      aria-autocomplete="list"
      aria-activedescendant={expanded && index !== -1 ? `${base}-${index}` : undefined}
      onChange={({ nativeEvent, target }) => {
        const composes = nativeEvent instanceof InputEvent && nativeEvent.isComposing
        if (composes) onCompose(target.value)
        else onType(target.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!isComposing(event)) onKey(event)
      }}
    />
  )
}

interface ComboGroup<T> {
  /** Shown above its options; absent: they stand alone. */
  title?: string
  items: readonly T[]
}

interface ComboListProps<T> {
  choosing: Choosing
  /** Names the list for screen readers. */
  label: string
  groups: readonly ComboGroup<T>[]
  keyOf: (item: T) => string
  onTake: (item: T) => void
  /** The pointer chooses what it moves over. */
  followsPointer?: boolean
  className?: string | undefined
  titleClass?: string | undefined
  optionClass: string | undefined
  children: (item: T) => ReactNode
}

/** The options of a combobox, in groups. The field keeps the focus and the keys; the chosen option stays in sight. */
export function ComboList<T>(props: ComboListProps<T>) {
  const { choosing, label, groups, keyOf, onTake, followsPointer = false, children } = props
  const { base, index, point } = choosing
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (index === 0) list.current?.scrollTo({ top: 0 })
    else list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { items }) => sum + items.length, 0))
  const option = (item: T, place: number) => (
    <button
      type="button"
      key={keyOf(item)}
      id={`${base}-${place}`}
      role="option"
      tabIndex={-1}
      aria-selected={place === index}
      className={`${styles.option} ${props.optionClass}`}
      onPointerMove={() => {
        if (followsPointer && place !== index) point(place)
      }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(item)}
    >
      {children(item)}
    </button>
  )
  return (
    <div ref={list} id={`${base}-list`} role="listbox" aria-label={label} className={props.className}>
      {groups.map(({ title, items }, at) => {
        const options = items.map((item, inGroup) => option(item, (starts[at] ?? 0) + inGroup))
        if (title === undefined) return options
        return (
          <div key={title} role="group" aria-labelledby={`${base}-group-${at}`}>
            <div id={`${base}-group-${at}`} role="presentation" className={props.titleClass}>
              {title}
            </div>
            {options}
          </div>
        )
      })}
    </div>
  )
}
