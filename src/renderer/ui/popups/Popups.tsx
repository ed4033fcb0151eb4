import { CSPProvider } from '@base-ui/react/csp-provider'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../basics/Button.tsx'
import { ToastsProvider } from '../notes/Toasts.tsx'
import { AskProvider } from './Dialog.tsx'
import { type MenuEntry, MenuPopup, type MenuPopupProps } from './MenuPopup.tsx'
import { Tooltips } from './Tooltips.tsx'

/** Gives the page its toasts, questions, context menus and tooltips, within its content security policy. */
export function Popups({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ToastsProvider>
        <AskProvider>
          <ContextMenus>{children}</ContextMenus>
        </AskProvider>
        <Tooltips />
      </ToastsProvider>
    </CSPProvider>
  )
}

interface MenuButtonProps {
  label: string
  /** Says more than the label, in the tooltip. */
  hint: string
  icon: ReactNode
  busy?: boolean
  entries: readonly MenuEntry[]
}

/** A button with a menu. The focus comes back to the button. */
export function MenuButton({ label, hint, icon, busy = false, entries }: MenuButtonProps) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [opened, setOpened] = useState<'no' | 'pointer' | 'key'>('no')
  const open = opened !== 'no'
  const close = useCallback(() => setOpened('no'), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (open || event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpened('key')
  }
  return (
    <>
      <IconButton
        ref={setButton}
        label={label}
        hint={hint}
        icon={icon}
        busy={busy}
        aria-haspopup="menu"
        aria-expanded={open}
        // The focus stays in the open menu, which would else close before the click that closes it.
        onMouseDown={(event) => {
          if (open) event.preventDefault()
        }}
        onClick={(event) => setOpened(open ? 'no' : event.detail === 0 ? 'key' : 'pointer')}
        onKeyDown={onKeyDown}
      />
      {button !== null && (
        <MenuPopup
          label={label}
          entries={entries}
          open={open}
          onClose={close}
          anchor={button}
          align="end"
          byKey={opened === 'key'}
          origin={button}
        />
      )}
    </>
  )
}

/**
 * Returns the entries of the context menu for an element with `data-menu`; without entries the browser's own menu opens.
 * @param holder the element with `data-menu`
 * @param hit what was pointed at, inside of it; the holder itself where a key opened the menu
 */
type MakeEntries = (holder: HTMLElement, hit: Element) => { label: string; entries: readonly MenuEntry[] } | null

/** The offered entries, by kind. */
function createMakers() {
  const makers = new Map<string, MakeEntries>()
  let missed: { kind: string; event: MouseEvent } | null = null
  return {
    /** Returns how to take the offer back. */
    offer(kind: string, make: MakeEntries) {
      makers.set(kind, make)
      const { event = null } = missed?.kind === kind ? missed : {}
      event?.target?.dispatchEvent(new MouseEvent(event.type, event))
      return () => {
        if (makers.get(kind) === make) makers.delete(kind)
      }
    },
    /** A menu that is asked for before the code that offers it is there opens with that, unless another is asked for. */
    wanted(kind: string, event: MouseEvent): MakeEntries | undefined {
      const make = makers.get(kind)
      missed = make === undefined ? { kind, event } : null
      return make
    },
  }
}

type Makers = ReturnType<typeof createMakers>

const ContextMenusContext = createContext<Makers | null>(null)

/** Offers a context menu for all elements of one kind, for as long as the component is mounted. Always asks its latest. */
export function useContextMenu(kind: string, make: MakeEntries): void {
  const makers = useContext(ContextMenusContext)
  const latest = useRef(make)
  useEffect(() => {
    latest.current = make
  })
  useEffect(() => {
    const offer: MakeEntries = (holder, hit) => latest.current(holder, hit)
    return makers?.offer(kind, offer)
  }, [makers, kind])
}

type Opened = Omit<MenuPopupProps, 'open' | 'onClose'> & { id: number }

/**
 * One popup and one listener for all context menus of the page, opened by the right button, the Menu key or Shift+F10. Rows
 * carry `data-menu` and nothing more.
 */
function ContextMenus({ children }: { children: ReactNode }) {
  const [makers] = useState(createMakers)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    let id = 0
    const show = (event: MouseEvent) => {
      const wanted = menuAt(event, makers)
      if (wanted !== null) event.preventDefault()
      if (wanted === null || wanted === 'ours') return
      setMenu({ ...wanted, id: id++ })
      setOpen(true)
    }
    document.addEventListener('contextmenu', show)
    return () => document.removeEventListener('contextmenu', show)
  }, [makers])
  return (
    <ContextMenusContext value={makers}>
      {children}
      {menu !== null && <MenuPopup key={menu.id} {...menu} open={open} onClose={close} />}
    </ContextMenusContext>
  )
}

/** The menu that an event asks for. Null: the browser's own; "ours": there is one, or there soon will be. */
function menuAt(event: MouseEvent, makers: Makers): Omit<Opened, 'id'> | 'ours' | null {
  const { target } = event
  if (!(target instanceof Element)) return null
  if (target.closest('[role="menu"]') !== null) return 'ours'
  const byKey = event.button !== 2 && !event.ctrlKey
  // With Shift, in fields, on links, and on selected text, the browser's own menu has more to offer.
  if (!byKey && (event.shiftKey || target.closest('a[href]') !== null || isSelected(target))) return null
  if (target.closest('input, textarea, [contenteditable="true"]') !== null) return null
  const chosen = document.getElementById(target.getAttribute('aria-activedescendant') ?? '')
  const holder = (byKey ? (chosen ?? target) : target).closest<HTMLElement>('[data-menu]')
  if (holder === null) return null
  const make = makers.wanted(holder.dataset['menu'] ?? '', event)
  if (make === undefined) return 'ours'
  const made = make(holder, byKey ? holder : target)
  if (made == null || made.entries.length === 0) return null
  const focused = document.activeElement
  // A row may go with the next delivery; its list stays.
  const origin = focused?.closest<HTMLElement>('[role="listbox"], [role="tree"]') ?? focused
  const point = DOMRect.fromRect({ x: event.clientX, y: event.clientY })
  return {
    ...made,
    anchor: byKey ? holder : { getBoundingClientRect: () => point },
    align: 'start',
    byKey,
    origin: origin instanceof HTMLElement ? origin : null,
  }
}

function isSelected(target: Element): boolean {
  const selection = document.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(target, true)
}
