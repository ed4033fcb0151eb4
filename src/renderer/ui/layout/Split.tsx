import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { uiWords } from '../words.ts'
import styles from './Section.module.css'

interface SplitProps {
  /** Names the separator for screen readers and the place where the share is kept. */
  name: string
  /** Share of the first part, 0 to 1, when none is kept. */
  initial: number
  first: ReactNode
  second: ReactNode
}

const minShare = 0.2
const maxShare = 0.8

/** Two parts side by side with a separator that is moved by pointer or arrow keys; a double click resets it. */
export function Split({ name, initial, first, second }: SplitProps) {
  const kept = `hookscope.split.${name}`
  const whole = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(() => clamp(Number(localStorage.getItem(kept) ?? initial) || initial))
  const move = (next: number) => {
    setShare(clamp(next))
    localStorage.setItem(kept, String(clamp(next)))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || whole.current === null) return
    const { left, width } = whole.current.getBoundingClientRect()
    move((event.clientX - left) / width)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.02, ArrowRight: 0.02, Home: -1, End: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move(share + step)
  }
  return (
    <div ref={whole} className={styles.split}>
      <div className={styles.splitPart} style={{ flexGrow: share }}>
        {first}
      </div>
      <div
        className={styles.splitBar}
        role="separator"
        aria-label={uiWords.widthOf(name)}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={minShare * 100}
        aria-valuemax={maxShare * 100}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={() => move(initial)}
      />
      <div className={styles.splitPart} style={{ flexGrow: 1 - share }}>
        {second}
      </div>
    </div>
  )
}

function clamp(share: number): number {
  return Math.min(maxShare, Math.max(minShare, share))
}
