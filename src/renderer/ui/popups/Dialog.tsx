import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as Base } from '@base-ui/react/dialog'
import { Search, X } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../basics/Button.tsx'
import { uiWords } from '../words.ts'
import { AskProvider, QuestionContext } from './Ask.tsx'
import styles from './Popups.module.css'

interface DialogProps {
  title: string
  open: boolean
  /** Asked for by Esc or the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the one that does it last. Absent where they are in the content. */
  actions?: ReactNode
  /** Nearly as large as the window, for content with sides of its own; else as large as its content. */
  isWide?: boolean
  /** Content to read: a click outside of the dialog closes it, because no typed text is lost. */
  isReference?: boolean
  /** It interrupts to ask something: announced as an alert, and the focus goes to the button that changes nothing. */
  isQuestion?: boolean
}

/** A dialog over the page with a title and a cross. Its own questions (`useAsk`) open over it. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  actions,
  isWide = false,
  isReference = false,
  isQuestion = false,
}: DialogProps) {
  const Question = useContext(QuestionContext)
  const contentId = useId()
  const content = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const findFirst = () => firstField(content.current) ?? (isQuestion ? firstButton(buttons.current) : null)
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      isQuestion={isQuestion}
      closesOutside={isReference}
      className={`${styles.dialog} ${isWide ? styles.wide : ''} ${isReference ? styles.reference : ''}`}
      aria-describedby={isQuestion ? contentId : undefined}
      initialFocus={() => findFirst() ?? true}
    >
      <header className={styles.head}>
        <Base.Title>{title}</Base.Title>
        <IconButton label={uiWords.close} icon={<X />} onClick={onClose} />
      </header>
      <div ref={content} id={contentId} className={styles.content}>
        <AskProvider Question={Question}>{children}</AskProvider>
      </div>
      {actions !== undefined && (
        <div ref={buttons} className={styles.actions}>
          {actions}
        </div>
      )}
      <FocusOnOpen find={findFirst} />
    </DialogFrame>
  )
}

/**
 * Moves the focus into a dialog as it appears. The library waits for a frame, and a key typed before it would be a shortcut
 * of the page behind the dialog.
 */
function FocusOnOpen({ find }: { find: () => HTMLElement | null }) {
  const first = useRef(find)
  useLayoutEffect(() => first.current()?.focus(), [])
  return null
}

/** The field to fill in first: the one that is marked, else the first. */
function firstField(content: Element | null): HTMLElement | null {
  const named = content?.querySelector<HTMLElement>('[data-first-field]')
  if (named != null) return named
  const fields = ':is(input:not([readonly], [aria-hidden="true"]), [role="combobox"], textarea):enabled'
  return content?.querySelector(fields) ?? null
}

function firstButton(buttons: Element | null): HTMLElement | null {
  return buttons?.querySelector('button') ?? null
}

interface DialogFrameProps extends Omit<ComponentProps<typeof Base.Popup>, 'className' | 'finalFocus'> {
  open: boolean
  /** Called by Esc or, where allowed, a click outside. */
  onClose: () => void
  /** Announced as an alert. */
  isQuestion?: boolean
  /** A click outside closes it, too; not for forms, where typed text would be lost. */
  closesOutside?: boolean
  /** Nothing darkens the page behind it. */
  isClear?: boolean
  className: string
}

/**
 * The one dialog of the page, without content: the focus stays inside, Esc closes the innermost, and closing it gives the
 * focus back in the same commit, so that an action may move the focus on from there.
 */
export function DialogFrame({
  open,
  onClose,
  isQuestion = false,
  closesOutside = false,
  isClear = false,
  ...popup
}: DialogFrameProps) {
  useReturnFocus(open)
  const Root = isQuestion ? AlertDialog.Root : Base.Root
  return (
    <Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!next && (closesOutside || reason !== 'outside-press')) onClose()
      }}
    >
      <Base.Portal>
        {!isClear && <Base.Backdrop className={styles.backdrop} />}
        <Base.Popup {...popup} finalFocus={false} />
      </Base.Portal>
    </Root>
  )
}

/** Gives the focus back to the element that had it before `open`, also where an open dialog is taken away. */
function useReturnFocus(open: boolean): void {
  const [before, setBefore] = useState<{ open: boolean; origin: Element | null }>({ open: false, origin: null })
  if (before.open !== open) setBefore({ open, origin: open ? document.activeElement : before.origin })
  const latest = useRef(before)
  useLayoutEffect(() => {
    latest.current = before
    // Only now: before, the dialog would take the focus back.
    if (!before.open && before.origin instanceof HTMLElement) before.origin.focus({ preventScroll: true })
  }, [before])
  useEffect(
    () => () => {
      const { open, origin } = latest.current
      if (open && origin instanceof HTMLElement) origin.focus({ preventScroll: true })
    },
    [],
  )
}

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
