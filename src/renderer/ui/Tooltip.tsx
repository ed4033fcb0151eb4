import { type ReactNode, useId, useState } from 'react'
import './Tooltip.css'

/**
 * Words that show on hover and on focus. For what must be readable by keyboard too; where the `title` attribute of a
 * control is enough, use that. Esc hides it.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <span
      className="tooltip-anchor"
      aria-describedby={open ? id : undefined}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      {children}
      {open && (
        <span id={id} role="tooltip" className="tooltip">
          {text}
        </span>
      )}
    </span>
  )
}
