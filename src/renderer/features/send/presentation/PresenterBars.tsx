import { ChevronLeft, ChevronRight, EyeOff, Presentation, RotateCcw, Search, X } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { formatKeys, isMac, ShortcutKeys, keysFor, useShortcut } from '../../../commands/shortcuts.tsx'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { stageWords } from './stageWords.ts'
import { presentingWords } from './words.ts'
import styles from './Stage.module.css'

/** The foot of every screen while presenting: that it is masked, the one flow to look at, and the way out. */
export function PresenterBar({ onEnd }: { onEnd: () => void }) {
  const { navigation } = useApp()
  return (
    <section className={styles.line} aria-label={presentingWords.bar}>
      <span className={styles.presenterBarMasked} title={stageWords.masked}>
        <EyeOff aria-hidden="true" />
        {stageWords.maskedShort}
      </span>
      <CurrentFlow />
      <Button
        look="quiet"
        hint={withKey(stageWords.stage, keysFor('go.presentation')[0] ?? '')}
        icon={<Presentation aria-hidden="true" />}
        onClick={() => navigation.go({ screen: 'presentation' })}
      >
        {stageWords.stage} <ShortcutKeys keys={keysFor('go.presentation')[0] ?? ''} />
      </Button>
      <Button
        look="quiet"
        hint={withKey(presentingWords.end, keysFor('present.toggle')[0] ?? '')}
        icon={<X aria-hidden="true" />}
        onClick={onEnd}
      >
        {presentingWords.end} <ShortcutKeys keys={keysFor('present.toggle')[0] ?? ''} />
      </Button>
    </section>
  )
}

/** The delivery that is looked at, else the newest. */
function CurrentFlow() {
  const delivery = useAppState(({ route, inbox, feed }) => {
    const shown = inbox.items.find(({ id }) => id === route.deliveryId)
    return (
      shown ?? inbox.items[0] ?? feed.window.find(({ environmentId }) => environmentId === feed.status?.environment.id)
    )
  })
  if (delivery === undefined) return <span className={`${styles.space} muted`}>{stageWords.nothingYet}</span>
  return <FlowLine key={delivery.id} stations={flowOf(delivery, false)} verdict={delivery.verdict} small />
}

/**
 * The action of a button and its key, for the tooltip: "Reset (r)".
 * @param keys as the table of shortcuts writes them
 */
function withKey(name: string, keys: string): string {
  return stageWords.actionWithKey(name, formatKeys(keys, isMac()).flat().join(' '))
}

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
    <div className={styles.bar} role="group" aria-label={presentingWords.bar}>
      <Button
        icon={<ChevronLeft aria-hidden="true" />}
        aria-disabled={at === 0 || undefined}
        onClick={() => onMove(-1)}
      >
        {stageWords.back} <ShortcutKeys keys={keysFor('stage.back')[0] ?? ''} />
      </Button>
      <Button
        className={styles.next}
        icon={<ChevronRight aria-hidden="true" />}
        busy={busy}
        aria-disabled={busy || at === pictures.length - 1 || undefined}
        onClick={() => onMove(1)}
      >
        {stageWords.next} <ShortcutKeys keys={keysFor('stage.next')[0] ?? ''} />
      </Button>
      <ol className={styles.dots} aria-hidden="true">
        {pictures.map(({ id, state, title }, index) => (
          <li key={id} data-state={state} data-here={index === at || undefined} title={title} />
        ))}
      </ol>
      <Action
        name={stageWords.inspect}
        keys={keysFor('stage.inspect')[0] ?? ''}
        icon={<Search aria-hidden="true" />}
        onClick={onInspect}
      />
      <Action
        name={stageWords.reset}
        keys={keysFor('stage.reset')[0] ?? ''}
        icon={<RotateCcw aria-hidden="true" />}
        onClick={onReset}
      />
      <Action
        name={presentingWords.end}
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
