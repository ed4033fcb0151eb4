import { useCallback } from 'react'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { lazily } from '../../../ui/notes/Notes.tsx'
import { presentationWords } from './words.ts'
import './Presentation.css'

const PresenterBar = lazily(
  presentationWords.bar,
  async () => (await import('./PresenterBar.tsx')).PresenterBar,
  () => null,
)

/** Begins and ends presenting from anywhere; while presenting, the presenter's bar is at the foot of every screen. */
export function PresenterLine() {
  const { navigation } = useApp()
  const present = useAppState((state) => state.route.present)
  const onStage = useAppState((state) => state.route.screen === 'presentation')
  const hasScenario = useAppState((state) => state.route.scenario !== null)
  const end = useCallback(
    () =>
      navigation.go(onStage ? { present: false, screen: hasScenario ? 'scenarios' : 'sandbox' } : { present: false }),
    [navigation, onStage, hasScenario],
  )
  const toggle = useCallback(() => (present ? end() : navigation.go({ present: true })), [present, end, navigation])
  useShortcut('present.toggle', toggle)
  useCommands(() => [
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
  return <PresenterBar onEnd={end} />
}
