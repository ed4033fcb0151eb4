import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import type { PartProps } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** Chooses stored deliveries and the intervals between them. */
export function DeliveriesPart({ draft, set }: PartProps) {
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={words.filter}
          hint={words.filterHint}
          placeholder={words.filterExample}
          mono
          value={draft.filter}
          onChange={(filter) => set('filter', filter)}
        />
        <SelectField
          label={words.speed}
          options={words.speeds}
          value={draft.speed}
          onChange={(speed) => set('speed', speed)}
        />
      </div>
      <SwitchField
        label={words.shuffle}
        hint={words.shuffleHint}
        checked={draft.shuffle}
        onChange={(shuffle) => set('shuffle', shuffle)}
      />
    </>
  )
}
