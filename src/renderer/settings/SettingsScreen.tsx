import { useAppState } from '../state/useApp.ts'
import { Screen } from '../ui/Section.tsx'
import { settingsWords } from '../words/settings.ts'
import { About } from './About.tsx'
import { Appearance } from './Appearance.tsx'
import { ResourcePaths } from './ResourcePaths.tsx'
import './Settings.css'

/** How the page looks, where objects are fetched, and the facts of this installation. */
export function SettingsScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  return (
    <Screen title={settingsWords.title}>
      <Appearance />
      <ResourcePaths key={status.environment.id} environment={status.environment} />
      <About status={status} />
    </Screen>
  )
}
