import { EyeOff, Presentation, X } from 'lucide-react'
import { useCallback } from 'react'
import { keysFor, tableCommand } from '../../commands/shortcuts.ts'
import { ShortcutKeys } from '../../commands/ShortcutKeys.tsx'
import { useCommands } from '../../commands/useCommands.ts'
import { useShortcut } from '../../commands/useShortcut.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/Button.tsx'
import { presentationWords } from './words.ts'
import { FlowLine, flowOf } from './FlowLine.tsx'
import { withKey } from './withKey.ts'
import './Presentation.css'

/** The foot of every screen while presenting: that it is masked, the one flow to look at, and the way out. */
export function PresenterLine() {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const onStage = useAppState((state) => state.route.screen === 'presentation')
  const end = useCallback(
    () => navigation.go(onStage ? { present: false, screen: 'sandbox' } : { present: false }),
    [navigation, onStage],
  )
  const toggle = useCallback(() => (present ? end() : navigation.go({ present: true })), [present, end, navigation])
  useShortcut('present.toggle', toggle)
  useCommands(() => [
    {
      id: 'present.demo',
      title: presentationWords.start,
      group: 'present',
      keys: keysFor('go.presentation')[0] ?? '',
      alsoFoundBy: presentationWords.also,
      run: () => navigation.go({ present: true, screen: 'presentation' }),
    },
    {
      ...tableCommand('present.toggle'),
      title: present ? presentationWords.end : presentationWords.startHere,
      group: 'present',
      alsoFoundBy: presentationWords.also,
      run: toggle,
    },
  ])
  // The stage has a bar of its own.
  if (!present || onStage) return null
  return (
    <section className="presenter-line" aria-label={presentationWords.bar}>
      <span className="presenter-masked" title={presentationWords.masked}>
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
        onClick={end}
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
  if (delivery === undefined) return <span className="presenter-space muted">{presentationWords.nothingYet}</span>
  return <FlowLine key={delivery.id} stations={flowOf(delivery, false)} verdict={delivery.verdict} small />
}
