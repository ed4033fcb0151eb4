import { EyeOff, Presentation, X } from 'lucide-react'
import { keysFor } from '../../../commands/shortcuts.ts'
import { ShortcutKeys, formatKeys, isMac } from '../../../commands/ShortcutKeys.tsx'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { presentationWords } from './words.ts'
import styles from './Stage.module.css'

/** The foot of every screen while presenting: that it is masked, the one flow to look at, and the way out. */
export function PresenterBar({ onEnd }: { onEnd: () => void }) {
  const { navigation } = useApp()
  return (
    <section className={styles.line} aria-label={presentationWords.bar}>
      <span className={styles.presenterBarMasked} title={presentationWords.masked}>
        <EyeOff aria-hidden="true" />
        {presentationWords.maskedShort}
      </span>
      <CurrentFlow />
      <Button
        look="quiet"
        hint={withKey(presentationWords.stage, keysFor('go.presentation')[0] ?? '')}
        icon={<Presentation aria-hidden="true" />}
        onClick={() => navigation.go({ screen: 'presentation' })}
      >
        {presentationWords.stage} <ShortcutKeys keys={keysFor('go.presentation')[0] ?? ''} />
      </Button>
      <Button
        look="quiet"
        hint={withKey(presentationWords.end, keysFor('present.toggle')[0] ?? '')}
        icon={<X aria-hidden="true" />}
        onClick={onEnd}
      >
        {presentationWords.end} <ShortcutKeys keys={keysFor('present.toggle')[0] ?? ''} />
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
  if (delivery === undefined) return <span className={`${styles.space} muted`}>{presentationWords.nothingYet}</span>
  return <FlowLine key={delivery.id} stations={flowOf(delivery, false)} verdict={delivery.verdict} small />
}

/**
 * The action of a button and its key, for the tooltip: "Reset (r)".
 * @param keys as the table of shortcuts writes them
 */
export function withKey(name: string, keys: string): string {
  return presentationWords.actionWithKey(name, formatKeys(keys, isMac()).flat().join(' '))
}
