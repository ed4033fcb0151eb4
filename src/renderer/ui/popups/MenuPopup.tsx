import { Menu } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './Popups.module.css'
import { popupPlace } from '../fields/Field.tsx'

/** Something that a menu does. */
export interface MenuAction {
  id: string
  label: string
  /** A few words under it. */
  hint?: string
  /** Its keys, as they are drawn. */
  keys?: ReactNode
  /** The key that does it while the menu is open, as `KeyboardEvent.key` has it. */
  pressedAs?: string
  /** Makes it a choice that leaves the menu open: on or off. */
  checked?: boolean
  run: () => void
}

/** A menu in a menu. */
export interface MenuGroup {
  id: string
  label: string
  entries: readonly MenuAction[]
}

/** A line between entries. */
export interface MenuLine {
  id: string
  isLine: true
}

export type MenuEntry = MenuAction | MenuGroup | MenuLine

export interface MenuPopupProps {
  /** Names the menu for screen readers. */
  label: string
  entries: readonly MenuEntry[]
  open: boolean
  onClose: () => void
  /** Where it opens: at a control, or at the place of a pointer. */
  anchor: Element | { getBoundingClientRect: () => DOMRect }
  align: 'start' | 'end'
  /** A key opened it: the first entry is chosen. */
  byKey: boolean
  /** The element that had the focus, and gets it back. */
  origin: HTMLElement | null
}

/** A menu: arrows, Home, End and first letters move in it, Enter does what is chosen, Esc and Tab close it. */
export function MenuPopup({ label, entries, open, onClose, anchor, align, byKey, origin }: MenuPopupProps) {
  const choose = (run: () => void) => {
    onClose()
    // First the focus goes back to where it was: what is done may move it on from there.
    origin?.focus({ preventScroll: true })
    run()
  }
  /** The key shown at an entry runs it; only then do first letters look for an entry. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const pressed = entries.find((entry) => 'run' in entry && entry.pressedAs === event.key)
    if (pressed === undefined || !('run' in pressed)) return
    event.preventDefault()
    event.stopPropagation()
    choose(pressed.run)
  }
  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next, { reason, event }) => {
        // The button that opened it closes it with its own click.
        const isOwnButton = anchor instanceof Element && event.target instanceof Node && anchor.contains(event.target)
        if (!next && !(reason === 'outside-press' && isOwnButton)) onClose()
      }}
    >
      <Menu.Portal container={popupPlace(origin)}>
        <Menu.Positioner
          positionMethod="fixed"
          anchor={anchor}
          side="bottom"
          align={align}
          sideOffset={anchor instanceof Element ? 4 : 0}
          collisionPadding={8}
          className={styles.menuPopupPlace}
        >
          <Menu.Popup
            className={styles.menu}
            aria-label={label}
            // A dialog that an entry opened may have the focus by then: it keeps it.
            finalFocus={() => (isInNewDialog(origin) ? false : origin)}
            onKeyDownCapture={onKeyDown}
          >
            <FirstChosen wanted={byKey} />
            <Entries entries={entries} onChoose={choose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Whether the focus is in a dialog in which the origin of the menu is not. */
function isInNewDialog(origin: Element | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') ?? null
  return dialog !== null && !dialog.contains(origin)
}

/** Gives the focus to the first entry when the menu opens. */
function FirstChosen({ wanted }: { wanted: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (wanted) place.current?.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }, [wanted])
  return <span ref={place} hidden />
}

function Entries({ entries, onChoose }: { entries: readonly MenuEntry[]; onChoose: (run: () => void) => void }) {
  return entries.map((entry) => {
    if ('isLine' in entry) return <Menu.Separator key={entry.id} className={styles.menuPopupLine} />
    if ('entries' in entry) return <Group key={entry.id} group={entry} onChoose={onChoose} />
    return <Entry key={entry.id} entry={entry} onChoose={onChoose} />
  })
}

function Group({ group, onChoose }: { group: MenuGroup; onChoose: (run: () => void) => void }) {
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={styles.entry}>
        <span className={styles.sign} />
        <span className={styles.label}>{group.label}</span>
        <ChevronRight className={styles.more} aria-hidden="true" />
      </Menu.SubmenuTrigger>
      <Menu.Portal>
        <Menu.Positioner collisionPadding={8} sideOffset={-4} alignOffset={-5} className={styles.menuPopupPlace}>
          <Menu.Popup className={styles.menu} aria-label={group.label} finalFocus={false}>
            <Entries entries={group.entries} onChoose={onChoose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  )
}

function Entry({ entry, onChoose }: { entry: MenuAction; onChoose: (run: () => void) => void }) {
  const { label, hint, keys, checked, run } = entry
  const content = (
    <>
      <span className={styles.sign}>{checked === true && <Check aria-hidden="true" />}</span>
      <span className={styles.label}>
        {label}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      {keys !== undefined && (
        <span className={styles.keys} aria-hidden="true">
          {keys}
        </span>
      )}
    </>
  )
  if (checked === undefined) {
    return (
      <Menu.Item className={styles.entry} label={label} closeOnClick={false} onClick={() => onChoose(run)}>
        {content}
      </Menu.Item>
    )
  }
  // A choice changes what the other entries do, so the menu stays.
  return (
    <Menu.CheckboxItem className={styles.entry} label={label} checked={checked} onCheckedChange={run}>
      {content}
    </Menu.CheckboxItem>
  )
}
