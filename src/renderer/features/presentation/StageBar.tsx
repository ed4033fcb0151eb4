import { ChevronLeft, ChevronRight, RotateCcw, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { keysFor } from '../../commands/shortcuts.ts'
import { ShortcutKeys } from '../../commands/ShortcutKeys.tsx'
import { Button } from '../../ui/Button.tsx'
import { stepWords } from './stageWords.ts'
import { presentationWords } from './words.ts'
import type { Demo } from './useDemoScript.ts'
import { withKey } from './withKey.ts'
import styles from './Stage.module.css'

interface StageBarProps {
  demo: Demo
  onReset: () => void
  onEnd: () => void
  /** Shows the delivery in the inspector; null while there is none. */
  onInspect: (() => void) | null
}

/** The presenter's own line at the foot: where the script stands, and the keys that move it. */
export function StageBar({ demo: { script, at, busy, move }, onReset, onEnd, onInspect }: StageBarProps) {
  const steps = script?.steps ?? []
  return (
    <div className={styles.bar} role="group" aria-label={presentationWords.bar}>
      <Button icon={<ChevronLeft aria-hidden="true" />} aria-disabled={at === 0 || undefined} onClick={() => move(-1)}>
        {presentationWords.back} <ShortcutKeys keys={keysFor('stage.back')[0] ?? ''} />
      </Button>
      <Button
        className={styles.next}
        icon={<ChevronRight aria-hidden="true" />}
        busy={busy}
        aria-disabled={busy || at === steps.length - 1 || undefined}
        onClick={() => move(1)}
      >
        {presentationWords.next} <ShortcutKeys keys={keysFor('stage.next')[0] ?? ''} />
      </Button>
      <ol className={styles.dots} aria-hidden="true">
        {steps.map(({ id, state }, index) => (
          <li key={id} data-state={state} data-here={index === at || undefined} title={stepWords[id].title} />
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

/** One of the buttons that lose their words in a small window: what they do and their key are told by the tooltip too. */
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
