import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Screen, Section } from '../../../ui/Section.tsx'
import { appearanceWords, settingsWords } from './words.ts'
import { About } from './About.tsx'
import { BrowserAccess } from './BrowserAccess.tsx'
import { Desktop } from './Desktop.tsx'
import { ResourcePaths } from './ResourcePaths.tsx'
import {
  type Appearance as Chosen,
  appearanceChoices,
  type AppearanceSetting,
  chooseAppearance,
} from '../../../ui/appearance.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { useAppearance } from '../../../ui/useAppearance.ts'
import fieldStyles from '../../../ui/Field.module.css'
import styles from './Settings.module.css'

/** How the page looks, where objects are fetched, and the facts of this installation. */
export function SettingsScreen() {
  const status = useAppState((state) => state.feed.status)
  const { session } = useApp()
  if (status === null) return null
  return (
    <Screen title={settingsWords.title}>
      <Appearance />
      <Desktop />
      <ResourcePaths key={status.environment.id} environment={status.environment} />
      {session !== null && <BrowserAccess session={session} />}
      <About status={status} />
    </Screen>
  )
}

/** How the page looks in this browser. */
function Appearance() {
  const chosen = useAppearance()
  return (
    <Section title={appearanceWords.title} lead={appearanceWords.lead}>
      <div className={styles.looks}>
        <Setting setting="theme" chosen={chosen} />
        <Setting setting="contrast" chosen={chosen} />
        <Setting setting="density" chosen={chosen} />
      </div>
    </Section>
  )
}

/** One of the settings, with effect at once. */
function Setting<S extends AppearanceSetting>({ setting, chosen }: { setting: S; chosen: Chosen }) {
  const words: Readonly<Record<string, string>> = appearanceWords[setting]
  const label = words['label'] ?? ''
  return (
    <div className={styles.look}>
      <span className={fieldStyles.label} aria-hidden="true">
        {label}
      </span>
      <Choice<Chosen[S]>
        label={label}
        options={appearanceChoices[setting].map((id) => ({ id, label: words[id] ?? id }))}
        value={chosen[setting]}
        onChange={(choice) => chooseAppearance(setting, choice)}
      />
    </div>
  )
}
