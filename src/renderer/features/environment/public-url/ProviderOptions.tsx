import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import type { Call } from '../../../data/state/calls.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import type { EditedForm, Edits } from '../../../ui/hooks/useEdits.ts'
import { tunnelWords } from './words.ts'
import fieldStyles from '../../../ui/fields/Field.module.css'
import styles from './Tunnel.module.css'
import { TriangleAlert } from 'lucide-react'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import type { CallProblem } from '../../../../shared/codes/problems.ts'
import { isTunnelOpen } from '../../../text/verdictWords.ts'

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
  if (!isTunnelOpen(state)) return tunnelWords.open(label)
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

/** The way from the tunnel's server to this machine, with a warning where it is not encrypted. */
export function LastLeg({ traits: { lastLeg, lastLegInClear } }: Pick<TunnelProvider, 'traits'>) {
  if (!lastLegInClear) return lastLeg
  return (
    <span className={styles.clear}>
      <TriangleAlert aria-hidden="true" />
      <span>
        {tunnelWords.notEncrypted} {lastLeg}
      </span>
    </span>
  )
}

/** A sentence of the engine, whose web addresses can be copied: the desktop app opens no pages of others. */
export function WithAddress({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s,]*[^\s,.;])/)
  return (
    <>
      {parts.map((part, at) =>
        // Every second one is an address.
        at % 2 === 0 ? (
          part
        ) : (
          <span key={part} className={styles.copied}>
            <CopyValue text={part} what={tunnelWords.theAddress} />
          </span>
        ),
      )}
    </>
  )
}

/** The user's options of all providers, as one flat form: `providerId optionKey` -> text. Pure. */

/** Null: the stored secret stays as it is. */
export type ProviderForm = Record<string, string | null>

export function fieldOf(providerId: string, optionKey: string): string {
  return `${providerId} ${optionKey}`
}

/** The stored options, as a form without edits. */
export function storedOptions(providers: readonly TunnelProvider[]): ProviderForm {
  return Object.fromEntries(
    providers.flatMap(({ id, options }) =>
      options.map(({ key, secret, value, commandLineOnly }) => [
        fieldOf(id, key),
        secret || commandLineOnly ? null : (value ?? ''),
      ]),
    ),
  )
}

/** The fields that are kept in memory only. */
export function secretFields(providers: readonly TunnelProvider[]): string[] {
  return providers.flatMap(({ id, options }) =>
    options.filter(({ secret }) => secret).map(({ key }) => fieldOf(id, key)),
  )
}

/** The edits of one provider: what is typed for the others stays when this one is opened. */
export function editsOf(providerId: string, edits: Edits<ProviderForm>): Edits<ProviderForm> {
  return Object.fromEntries(Object.entries(edits).filter(([field]) => field.startsWith(fieldOf(providerId, ''))))
}

/** The options sent when a provider is opened: only the changed ones. An empty text clears the stored value. */
export function changedOptions(provider: TunnelProvider, edits: Edits<ProviderForm>): Record<string, string> {
  return Object.fromEntries(
    provider.options.flatMap(({ key, commandLineOnly }) => {
      const text = edits[fieldOf(provider.id, key)]
      if (text === undefined || text === null) return []
      return commandLineOnly ? [] : [[key, text]]
    }),
  )
}

/** The option of a provider that a refusal names; null when it names none. */
export function refusedOption(provider: TunnelProvider, why: CallProblem | null): string | null {
  if (why?.code !== 'tunnel-refused') return null
  return provider.options.find(({ key }) => key === why.fields.option)?.key ?? null
}
