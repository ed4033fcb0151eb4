import type { Environment } from '../../../shared/wireTypes.ts'
import { Choice } from '../../ui/Choice.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Section } from '../../ui/Section.tsx'
import { SelectField } from '../../ui/Select.tsx'
import type { PartProps } from './composeDraft.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** Where it goes, and whose scheme and secret sign it. */
export function TargetPart({
  draft,
  set,
  problems,
  environment,
  environments,
}: PartProps & { environments: readonly Environment[] }) {
  return (
    <Section title={words.target}>
      <Choice
        label={words.target}
        options={words.targets}
        value={draft.target}
        onChange={(target) => set('target', target)}
      />
      <div className={styles.fields}>
        {draft.target === 'url' && (
          <TextField
            label={words.url}
            hint={words.urlHint}
            problem={problems.has('url') ? words.urlMissing : null}
            placeholder={words.urlExample}
            inputMode="url"
            mono
            value={draft.url}
            onChange={(url) => set('url', url.trim())}
          />
        )}
        <SelectField
          label={words.environment}
          hint={draft.target === 'receiver' ? words.receiverNote : words.environmentHint}
          options={environments.map(({ id, name }) => ({ value: id, label: name }))}
          value={environment?.id ?? ''}
          onChange={(id) => set('environmentId', id)}
        />
      </div>
    </Section>
  )
}
