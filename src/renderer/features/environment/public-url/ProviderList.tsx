import type { UseMutationResult } from '@tanstack/react-query'
import { Check, RefreshCw, TriangleAlert } from 'lucide-react'
import type { CallProblem } from '../../../../shared/codes/problems.ts'
import type { Status, Tunnel, TunnelProvider } from '../../../../shared/wireTypes.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { isTunnelOpen } from '../../../text/verdictWords.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { RadioField, Form } from '../../../ui/fields/Form.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import fieldStyles from '../../../ui/fields/Field.module.css'
import { SecretField } from '../../../ui/fields/SecretField.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { tunnelWords } from './words.ts'
import styles from './Tunnel.module.css'

/** Opens a provider, named by its id, with the options that are typed. */
export type OpenProvider = UseMutationResult<Tunnel, Problem, string>

interface ProviderListProps {
  tunnel: Status['tunnel']
  providers: readonly TunnelProvider[]
  /** Id of the one that is looked at. */
  chosen: string
  onChoose: (id: string) => void
  draft: EditedForm<ProviderForm>
  open: OpenProvider
  looking: boolean
  lookAgain: () => void
}

/** Every way to a public URL, with what the user should know before choosing it. */
export function ProviderList({
  tunnel,
  providers,
  chosen,
  onChoose,
  draft,
  open,
  looking,
  lookAgain,
}: ProviderListProps) {
  return (
    <Section
      title={tunnelWords.providers}
      lead={tunnelWords.providersLead}
      actions={
        <Button
          look="quiet"
          icon={<RefreshCw aria-hidden="true" />}
          busy={looking}
          onClick={lookAgain}
          hint={tunnelWords.lookAgainNote}
        >
          {tunnelWords.lookAgain}
        </Button>
      }
    >
      <fieldset className={styles.providers}>
        <legend className="unseen">{tunnelWords.provider}</legend>
        {providers.map((provider) => (
          <div key={provider.id} className={styles.provider} data-chosen={provider.id === chosen || undefined}>
            <ProviderName
              provider={provider}
              isInUse={tunnel.provider.id === provider.id && isTunnelOpen(tunnel.state)}
              isChosen={provider.id === chosen}
              onChoose={() => onChoose(provider.id)}
            />
            <div className={styles.providerText}>
              {provider.id === chosen ? <Traits traits={provider.traits} /> : <Outline provider={provider} />}
              {/* A problem that is shown above is not repeated. */}
              {provider.fix !== null && provider.fix !== tunnel.problem && (
                <p className={styles.providerFix}>
                  <TriangleAlert aria-hidden="true" />
                  <span>
                    <WithAddress text={provider.fix} />
                  </span>
                </p>
              )}
              {provider.id === chosen && (
                <ProviderOptions provider={provider} tunnel={tunnel} draft={draft} open={open} />
              )}
            </div>
          </div>
        ))}
      </fieldset>
    </Section>
  )
}

interface ProviderNameProps {
  provider: TunnelProvider
  isInUse: boolean
  isChosen: boolean
  onChoose: () => void
}

function ProviderName({ provider, isInUse, isChosen, onChoose }: ProviderNameProps) {
  const noteId = `provider-${provider.id}-note`
  return (
    <div className={styles.providerHead}>
      <RadioField
        name="tunnel-provider"
        label={provider.label}
        checked={isChosen}
        noteId={isChosen ? noteId : `${noteId} ${outlineId(provider)}`}
        onChange={onChoose}
      />
      <p id={noteId} className={styles.providerNote}>
        {isInUse ? (
          <span className={styles.providerUsed}>
            <Check aria-hidden="true" />
            {tunnelWords.inUse}
          </span>
        ) : provider.available ? (
          readyWords(provider)
        ) : (
          <span className={styles.providerMissing}>{tunnelWords.missing}</span>
        )}
      </p>
    </div>
  )
}

function readyWords({ id, options }: TunnelProvider): string {
  if (id === 'none') return ''
  return options.some(({ required, set }) => required && !set) ? tunnelWords.needsSettings : tunnelWords.ready
}

/** A provider that is not chosen: only the facts that help to choose. */
function Outline({ provider }: { provider: TunnelProvider }) {
  const { needs, url, lastLegInClear } = provider.traits
  return (
    <>
      <p id={outlineId(provider)} className={styles.providerOutline}>
        {tunnelWords.needsWhat(lowerFirst(needs))} {url}
      </p>
      {lastLegInClear && <LastLeg traits={provider.traits} />}
    </>
  )
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function outlineId({ id }: TunnelProvider): string {
  return `provider-${id}-outline`
}

function Traits({ traits }: { traits: TunnelProvider['traits'] }) {
  return (
    <dl className={styles.traits}>
      <div>
        <dt>{tunnelWords.needs}</dt>
        <dd>{traits.needs}</dd>
      </div>
      <div>
        <dt>{tunnelWords.url}</dt>
        <dd>{traits.url}</dd>
      </div>
      <div>
        <dt>{tunnelWords.headers}</dt>
        <dd>{traits.headers}</dd>
      </div>
      <div>
        <dt>{tunnelWords.lastLeg}</dt>
        <dd>
          <LastLeg traits={traits} />
        </dd>
      </div>
    </dl>
  )
}

interface ProviderOptionsProps {
  provider: TunnelProvider
  tunnel: Status['tunnel']
  draft: EditedForm<ProviderForm>
  open: OpenProvider
}

/** A provider's options, and the button that opens it with them. */
function ProviderOptions({ provider, tunnel, draft, open }: ProviderOptionsProps) {
  const message = open.error?.message ?? null
  const refused = refusedOption(provider, open.error?.why ?? null)
  const action = openWords(provider, tunnel)
  return (
    <Form
      className={styles.providerOptions}
      aria-label={tunnelWords.optionsOf(provider.label)}
      onSubmit={() => {
        if (!open.isPending) open.mutate(provider.id)
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
          <Button type="submit" busy={open.isPending}>
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

/** The user's options of all providers, as one flat form: `providerId optionKey` -> text; null keeps a stored secret. */
export type ProviderForm = Record<string, string | null>

export function fieldOf(providerId: string, optionKey: string): string {
  return `${providerId} ${optionKey}`
}

/** The option of a provider that a refusal names; null when it names none. */
export function refusedOption(provider: TunnelProvider, why: CallProblem | null): string | null {
  if (why?.code !== 'tunnel-refused') return null
  return provider.options.find(({ key }) => key === why.fields.option)?.key ?? null
}
