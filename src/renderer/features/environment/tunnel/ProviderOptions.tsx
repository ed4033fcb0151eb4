import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import type { Call } from '../../../data/state/calls.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { tunnelWords, isOpen } from './words.ts'
import { fieldOf, type ProviderForm, refusedOption } from './providerDraft.ts'
import { WithAddress } from './ProviderTexts.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Tunnel.module.css'

interface ProviderOptionsProps {
  provider: TunnelProvider
  tunnel: Status['tunnel']
  draft: EditedForm<ProviderForm>
  open: Call<[string], Tunnel>
}

/** A provider's options, and the button that opens it with them. */
export function ProviderOptions({ provider, tunnel, draft, open }: ProviderOptionsProps) {
  const message = open.problem?.message ?? null
  const refused = refusedOption(provider, open.problem?.why ?? null)
  const action = openWords(provider, tunnel)
  return (
    <Form
      className={styles.providerOptions}
      aria-label={tunnelWords.optionsOf(provider.label)}
      onSubmit={() => {
        void open.run(provider.id)
      }}
    >
      {provider.options.map((option) => (
        <OptionField
          key={option.key}
          option={option}
          value={draft.form[fieldOf(provider.id, option.key)] ?? null}
          onChange={(value) => draft.set(fieldOf(provider.id, option.key), value)}
          problem={refused === option.key ? message : null}
        />
      ))}
      {message !== null && refused === null && <ErrorNote>{message}</ErrorNote>}
      {action !== null && (
        <div>
          <Button type="submit" busy={open.busy}>
            {action}
          </Button>
        </div>
      )}
    </Form>
  )
}

function openWords({ id, label }: TunnelProvider, { state, provider }: Status['tunnel']): string | null {
  if (id === 'none') return state === 'off' ? null : tunnelWords.goWithout
  if (!isOpen(state)) return tunnelWords.open(label)
  return provider.id === id ? tunnelWords.openAgain : tunnelWords.switchTo(label)
}

interface OptionFieldProps {
  option: TunnelProvider['options'][number]
  /** Of a secret: the new text, empty to forget the stored one, null to keep it. */
  value: string | null
  onChange: (value: string | null) => void
  problem: string | null
}

function OptionField({ option, value, onChange, problem }: OptionFieldProps) {
  const { label, hint, secret, required, set, fingerprint } = option
  if (option.commandLineOnly) return <CommandLineOption option={option} />
  const name = required ? tunnelWords.needed(label) : label
  if (!secret) {
    return <TextField label={name} mono value={value ?? ''} onChange={onChange} hint={hint} problem={problem} />
  }
  const forgets = set && value === ''
  return (
    <div className={styles.providerSecret}>
      <SecretField
        label={name}
        stored={{ set: set && !forgets, fingerprint }}
        value={value === '' ? null : value}
        onChange={onChange}
        hint={`${forgets ? tunnelWords.secretForgotten : set ? tunnelWords.secretSet(fingerprint) : ''}${hint}`}
        problem={problem}
      />
      {set && (
        <Button look="quiet" className={styles.providerForget} onClick={() => onChange(forgets ? null : '')}>
          {forgets ? tunnelWords.keep : tunnelWords.forget}
        </Button>
      )}
    </div>
  )
}

/** An option that only the command line sets, with its value in this run. */
function CommandLineOption({ option }: Pick<OptionFieldProps, 'option'>) {
  return (
    <div className={styles.providerFixed}>
      <p className={fieldStyles.label}>{option.label}</p>
      {option.value !== null && <p className="mono">{option.value}</p>}
      <p className={fieldStyles.note}>
        <WithAddress text={option.hint} />
      </p>
    </div>
  )
}
