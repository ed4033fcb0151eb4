import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { uiWords } from '../words.ts'
import { tip } from '../basics/Button.tsx'
import styles from './Tabs.module.css'

export interface Tab<T extends string> {
  id: T
  label: string
  /** Such as a count. */
  note?: ReactNode
  /** Shown in the tooltip. */
  shortcut?: string
}

interface TabsProps<T extends string> {
  /** Names the whole, for screen readers. */
  label: string
  /** The thing that they are parts of: when it changes, or the tab does, the content begins at its top. */
  of: string
  tabs: readonly Tab<T>[]
  current: T
  onChange: (id: T) => void
  children: ReactNode
}

/** Tabs with arrow keys, Home and End. Only the current panel exists. */
export function Tabs<T extends string>({ label, of, tabs, current, onChange, children }: TabsProps<T>) {
  const base = useId()
  const strip = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const begun = useRef(`${of} ${current}`)
  /** Whether the panel may not be at its top. To scroll one that is makes the browser lay everything out at once. */
  const isAway = useRef(false)
  useLayoutEffect(() => {
    const now = `${of} ${current}`
    if (begun.current === now) return
    begun.current = now
    if (isAway.current) panel.current?.scrollTo(0, 0)
    isAway.current = false
  }, [of, current])
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === current)
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = tabs[(target + tabs.length) % tabs.length]
    if (next === undefined) return
    onChange(next.id)
    strip.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div
        ref={strip}
        data-part="tab-strip"
        className={styles.strip}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            data-part="tab"
            className={styles.tab}
            aria-selected={tab.id === current}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            {...tip(tab.shortcut === undefined ? undefined : uiWords.withKey(tab.label, tab.shortcut))}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
            {tab.note !== undefined && tab.note !== null && (
              <span data-part="tab-note" className={styles.note}>
                {tab.note}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        ref={panel}
        data-part="tab-panel"
        className={styles.panel}
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${current}`}
        tabIndex={0}
        onScroll={() => {
          isAway.current = true
        }}
      >
        {children}
      </div>
    </div>
  )
}
