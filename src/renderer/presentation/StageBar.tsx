import { ChevronLeft, ChevronRight, RotateCcw, Search, X } from 'lucide-react'
import { keysFor } from '../palette/shortcuts.ts'
import { ShortcutKeys } from '../palette/ShortcutKeys.tsx'
import { Button } from '../ui/Button.tsx'
import { presentationWords, stepWords } from '../words/presentation.ts'
import type { Demo } from './useDemoScript.ts'

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
    <div className="stage-bar" role="group" aria-label={presentationWords.bar}>
      <Button icon={<ChevronLeft aria-hidden="true" />} aria-disabled={at === 0 || undefined} onClick={() => move(-1)}>
        {presentationWords.back} <ShortcutKeys keys={keysFor('stageBack')[0] ?? ''} />
      </Button>
      <Button
        icon={<ChevronRight aria-hidden="true" />}
        busy={busy}
        aria-disabled={busy || at === steps.length - 1 || undefined}
        onClick={() => move(1)}
      >
        {presentationWords.next} <ShortcutKeys keys={keysFor('stageNext')[0] ?? ''} />
      </Button>
      <ol className="stage-dots" aria-hidden="true">
        {steps.map(({ id, state }, index) => (
          <li key={id} data-state={state} data-here={index === at || undefined} title={stepWords[id].title} />
        ))}
      </ol>
      {onInspect !== null && (
        <Button look="quiet" icon={<Search aria-hidden="true" />} onClick={onInspect}>
          {presentationWords.inspect} <ShortcutKeys keys={keysFor('stageInspect')[0] ?? ''} />
        </Button>
      )}
      <Button look="quiet" icon={<RotateCcw aria-hidden="true" />} onClick={onReset}>
        {presentationWords.reset} <ShortcutKeys keys={keysFor('stageReset')[0] ?? ''} />
      </Button>
      <Button look="quiet" icon={<X aria-hidden="true" />} onClick={onEnd}>
        {presentationWords.end} <ShortcutKeys keys={keysFor('present')[0] ?? ''} />
      </Button>
    </div>
  )
}
