import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import './MenuButton.css'

export interface MenuItem {
  id: string
  label: string
  /** A few words under it. */
  hint?: string
  /** Makes it a choice that stays open: on or off. */
  checked?: boolean
  run: () => void
}

interface MenuButtonProps {
  label: string
  title: string
  icon: ReactNode
  busy?: boolean
  items: readonly MenuItem[]
}

/**
 * A button with a menu: arrows, Home, End and first letters move in it, Enter does it, Esc and Tab close it. The focus
 * comes back to the button.
 */
export function MenuButton({ label, title, icon, busy = false, items }: MenuButtonProps) {
  const id = useId()
  const whole = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const entries = () => [...(whole.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const button = () => whole.current?.querySelector<HTMLElement>('[aria-haspopup]')
  const focusOn = (place: number) => entries().at(place)?.focus()
  useEffect(() => {
    if (!open) return
    whole.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && whole.current?.contains(event.target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [open])
  const close = () => {
    setOpen(false)
    button()?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setOpen(true)
    }
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target = { ArrowDown: (at + 1) % all.length, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else if (target !== undefined) focusOn(target)
    else if (/^\S$/.test(event.key)) focusByLetter(all, at, event.key)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={whole} className="menu-button">
      <IconButton
        label={label}
        title={title}
        icon={icon}
        busy={busy}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <div id={id} className="menu" role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <Item key={item.id} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function Item({ item: { label, hint, checked, run }, onDone }: { item: MenuItem; onDone: () => void }) {
  const act = () => {
    // A choice changes what the other entries do, so the menu stays.
    if (checked === undefined) onDone()
    run()
  }
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      tabIndex={-1}
      className="menu-item"
      onClick={act}
    >
      <span className="menu-sign">{checked === true && <Check aria-hidden="true" />}</span>
      <span>
        {label}
        {hint !== undefined && <span className="menu-hint">{hint}</span>}
      </span>
    </button>
  )
}

/** The next entry that begins with the letter, and so on round. */
function focusByLetter(all: readonly HTMLElement[], at: number, letter: string): void {
  const begins = (element: HTMLElement) => element.textContent.trim().toLowerCase().startsWith(letter.toLowerCase())
  const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(begins)
  next?.focus()
}
