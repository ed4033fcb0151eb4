import type { HTMLAttributes } from 'react'
import css from './Basics.module.css'

interface SpacedProps extends HTMLAttributes<HTMLDivElement> {
  /** The step of the scale between the parts: `--space-1` .. `--space-6`. */
  gap?: 1 | 2 | 3 | 4 | 6
}

/** Parts below each other. */
export function Stack({ gap = 3, className = '', ...rest }: SpacedProps) {
  return <div {...rest} className={`${css.stack} ${className}`} data-gap={gap} />
}

/** Parts beside each other, in the middle of their line; what does not fit goes to the next line. */
export function Row({ gap = 3, className = '', ...rest }: SpacedProps) {
  return <div {...rest} className={`${css.row} ${className}`} data-gap={gap} />
}
