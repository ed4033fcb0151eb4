import type { ButtonHTMLAttributes, ReactNode } from 'react'
import './Button.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: at most one per screen. `danger`: destroys something. `quiet`: no frame until it is pointed at. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Work that this button started is under way: it shows so, and does not start it twice. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({ look = 'plain', busy = false, icon, children, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look}${className === undefined ? '' : ` ${className}`}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** What the button does: its name for screen readers and its tooltip. */
  label: string
  icon: ReactNode
  busy?: boolean
  /** Makes it a toggle. */
  pressed?: boolean
}

export function IconButton({ label, icon, busy = false, pressed, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={`icon-button${className === undefined ? '' : ` ${className}`}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
    </button>
  )
}
