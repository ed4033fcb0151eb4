import type { HTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './Basics.module.css'

interface SpacedProps extends HTMLAttributes<HTMLDivElement> {
  /** The step of the scale between the parts: `--space-1` .. `--space-6`. */
  gap?: 1 | 2 | 3 | 4 | 6
}

/** Parts below each other. */
export function Stack({ gap = 3, className = '', ...rest }: SpacedProps) {
  return <div {...rest} className={`${styles.stack} ${className}`} data-gap={gap} />
}

/** Parts beside each other, in the middle of their line; what does not fit goes to the next line. */
export function Row({ gap = 3, className = '', ...rest }: SpacedProps) {
  return <div {...rest} className={`${styles.row} ${className}`} data-gap={gap} />
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'title'> {
  /** Says more than the button's words, in a tooltip. */
  hint?: string | undefined
  /** `primary`: at most one per screen. `danger`: destroys something. `quiet`: no frame until it is pointed at. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Work that this button started is under way: it shows so, and does not start it twice. */
  busy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  hint,
  look = 'plain',
  busy = false,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...tip(hint)}
      {...rest}
      data-part="button"
      data-look={look}
      className={`${styles.button} ${styles[look] ?? ''} ${className ?? ''}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  )
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'title'> {
  /** The button's action: its name for screen readers, and its tooltip where there is no hint. */
  label: string
  /** Says more than the name, in the tooltip. */
  hint?: string | undefined
  icon: ReactNode
  busy?: boolean
  /** Makes it a toggle. */
  pressed?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, hint, icon, busy = false, pressed, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...(hint === undefined ? { 'data-tip': label } : tip(hint))}
      {...rest}
      data-part="icon-button"
      className={`${styles.iconButton} ${className ?? ''}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}

/** Turns during a wait; the text next to it must name what for. */
export function Spinner() {
  return <span data-part="spinner" className={styles.spinner} aria-hidden="true" />
}

/**
 * The attributes that give a control a tooltip. Pointers get it after a moment, keyboard users with the focus, and screen
 * readers as the control's description. A control whose name says the same needs only `data-tip`.
 */
export function tip(text: string | undefined): { 'data-tip'?: string; 'aria-description'?: string } {
  return text === undefined ? {} : { 'data-tip': text, 'aria-description': text }
}
