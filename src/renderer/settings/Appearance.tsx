import {
  type Appearance as Chosen,
  appearanceChoices,
  type AppearanceSetting,
  chooseAppearance,
} from '../ui/appearance.ts'
import { Choice } from '../ui/Choice.tsx'
import { Section } from '../ui/Section.tsx'
import { useAppearance } from '../ui/useAppearance.ts'
import { appearanceWords } from '../words/settings.ts'

/** How the page looks in this browser. */
export function Appearance() {
  const chosen = useAppearance()
  return (
    <Section title={appearanceWords.title} lead={appearanceWords.lead}>
      <div className="settings-looks">
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
    <div className="settings-look">
      <span className="field-label" aria-hidden="true">
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
