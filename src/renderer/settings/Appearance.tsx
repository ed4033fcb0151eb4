import { useState } from 'react'
import { SelectField } from '../ui/Field.tsx'
import { Section } from '../ui/Section.tsx'
import { applyTheme, storedTheme, type Theme } from '../ui/theme.ts'

const options: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** How the page looks in this browser. */
export function Appearance() {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <Section title="Appearance">
      <div className="settings-theme">
        <SelectField
          label="Theme"
          value={theme}
          options={options}
          onChange={(next) => {
            applyTheme(next)
            setTheme(next)
          }}
          hint="Kept in this browser."
        />
      </div>
    </Section>
  )
}
