import { ChevronLeft, ChevronRight, RotateCcw, Search, X } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { ShortcutKeys } from '../../../commands/ShortcutKeys.tsx'
import { keysFor, useShortcut } from '../../../commands/shortcuts.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { presentationWords } from './words.ts'
import { withKey } from './PresenterBar.tsx'
import styles from './Stage.module.css'

/** Moves the picture on and back with the arrow keys and a presenter's remote. */
export function useStageKeys(move: (by: 1 | -1) => void, reset: () => void) {
  useShortcut(
    'stage.next',
    useCallback(() => move(1), [move]),
  )
  useShortcut(
    'stage.back',
    useCallback(() => move(-1), [move]),
  )
  useShortcut(
    'stage.remote',
    useCallback((key) => move(key === 'PageDown' ? 1 : -1), [move]),
  )
  useShortcut('stage.reset', reset)
}

interface StageBarProps {
  /** The pictures in their order. */
  pictures: readonly { id: string; title: string; state: string }[]
  /** The one that is shown, from 0. */
  at: number
  busy: boolean
  onMove: (by: 1 | -1) => void
  onReset: () => void
  onEnd: () => void
  /** Shows the delivery in the inspector; null while there is none. */
  onInspect: (() => void) | null
}

/** The presenter's own line at the foot: where the script stands, and the keys that move it. */
export function StageBar({ pictures, at, busy, onMove, onReset, onEnd, onInspect }: StageBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label={presentationWords.bar}>
      <Button
        icon={<ChevronLeft aria-hidden="true" />}
        aria-disabled={at === 0 || undefined}
        onClick={() => onMove(-1)}
      >
        {presentationWords.back} <ShortcutKeys keys={keysFor('stage.back')[0] ?? ''} />
      </Button>
      <Button
        className={styles.next}
        icon={<ChevronRight aria-hidden="true" />}
        busy={busy}
        aria-disabled={busy || at === pictures.length - 1 || undefined}
        onClick={() => onMove(1)}
      >
        {presentationWords.next} <ShortcutKeys keys={keysFor('stage.next')[0] ?? ''} />
      </Button>
      <ol className={styles.dots} aria-hidden="true">
        {pictures.map(({ id, state, title }, index) => (
          <li key={id} data-state={state} data-here={index === at || undefined} title={title} />
        ))}
      </ol>
      <Action
        name={presentationWords.inspect}
        keys={keysFor('stage.inspect')[0] ?? ''}
        icon={<Search aria-hidden="true" />}
        onClick={onInspect}
      />
      <Action
        name={presentationWords.reset}
        keys={keysFor('stage.reset')[0] ?? ''}
        icon={<RotateCcw aria-hidden="true" />}
        onClick={onReset}
      />
      <Action
        name={presentationWords.end}
        keys={keysFor('present.toggle')[0] ?? ''}
        icon={<X aria-hidden="true" />}
        onClick={onEnd}
      />
    </div>
  )
}

interface ActionProps {
  name: string
  /** As the table of shortcuts writes them. */
  keys: string
  icon: ReactNode
  /** Null: there is nothing to do; the place stays. */
  onClick: (() => void) | null
}

/** One of the buttons that lose their words in a small window: the tooltip shows what they do and their key too. */
function Action({ name, keys, icon, onClick }: ActionProps) {
  return (
    <Button
      look="quiet"
      className={onClick === null ? styles.absent : undefined}
      hint={withKey(name, keys)}
      icon={icon}
      onClick={onClick ?? undefined}
    >
      {name} <ShortcutKeys keys={keys} />
    </Button>
  )
}
