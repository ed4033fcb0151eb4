import { isLoopback } from '../../../../shared/loopback.ts'
import { webhookTypes } from '../../../../shared/model.ts'
import { shortReceiverKey } from '../../../../shared/receiverKey.ts'
import type { Environment, Status, WebhookConfig, WebhookConfigInput } from '../../../../shared/wireTypes.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { CheckboxGroup } from '../../../ui/fields/Checkbox.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { SwitchField, TextField } from '../../../ui/fields/Field.tsx'
import { fieldsOf } from '../../../ui/fields/Form.tsx'
import { generateSecret, SecretField } from '../../../ui/fields/SecretField.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import type { EditedForm } from '../../../ui/hooks/useEdits.ts'
import { webhookConfigWords } from './words.ts'
import styles from './Webhook.module.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isComposing } from '../../../ui/hooks/typing.ts'

interface ConfigFieldsProps {
  draft: EditedForm<WebhookConfigForm>
  problems: ReturnType<typeof problemsOf>
  environment: Environment
  config: WebhookConfig
  receiver: Status['receiver']
}

const typeOptions = webhookTypes.map((type) => ({ value: type, label: type }))

export function ConfigFields({ draft, problems, environment, config, receiver }: ConfigFieldsProps) {
  const { navigation } = useApp()
  const { form, set } = draft
  const field = fieldsOf(draft, problems)
  const warnings = warningsOf(form, environment, receiver)
  return (
    <>
      <Section title={webhookConfigWords.where}>
        <TextField
          label={webhookConfigWords.url}
          mono
          inputMode="url"
          {...field('url')}
          hint={form.url.trim() === receiver.url ? webhookConfigWords.urlHint : undefined}
          after={
            <Button
              disabled={receiver.url === null || form.url === receiver.url}
              onClick={() => receiver.url !== null && set('url', receiver.url)}
            >
              {webhookConfigWords.takeOwnUrl}
            </Button>
          }
        />
        {warnings.address !== null && (
          <ErrorNote
            look="warn"
            next={
              warnings.needsTunnel && (
                <a href={navigation.href({ screen: 'tunnel' })}>{webhookConfigWords.openTunnel}</a>
              )
            }
          >
            {warnings.address}
          </ErrorNote>
        )}
        <SwitchField
          label={webhookConfigWords.enabled}
          hint={webhookConfigWords.enabledHint}
          checked={form.enabled}
          onChange={(checked) => set('enabled', checked)}
        />
      </Section>
      <Section title={webhookConfigWords.signedWith}>
        <SharedSecret draft={draft} problems={problems} environmentId={environment.id} config={config} />
      </Section>
      <Section title={webhookConfigWords.which}>
        <CheckboxGroup label={webhookConfigWords.types} options={typeOptions} {...field('knownTypes')} />
        <OtherTypesField draft={draft} problem={problems.typedType} />
        {warnings.types !== null && <ErrorNote look="warn">{warnings.types}</ErrorNote>}
      </Section>
    </>
  )
}

interface SharedSecretProps {
  draft: EditedForm<WebhookConfigForm>
  problems: ConfigFieldsProps['problems']
  environmentId: string
  config: WebhookConfig
}

function SharedSecret({ draft, problems, environmentId, config }: SharedSecretProps) {
  const client = useClient()
  const stored = config.desired.sharedSecret
  const { sharedSecret } = draft.form
  return (
    <div className={styles.secret}>
      <SecretField
        // A stored secret that has changed hides what was revealed before.
        key={stored.fingerprint}
        label={webhookConfigWords.secret}
        stored={stored}
        {...fieldsOf(draft, problems)('sharedSecret')}
        reveal={async () => (await client.environments.reveal({ id: environmentId, secret: 'sharedSecret' })).text}
        hint={secretHint(stored.fingerprint, sharedSecret)}
      />
      <Button className={styles.generate} onClick={() => draft.set('sharedSecret', generateSecret())}>
        {webhookConfigWords.generate}
      </Button>
    </div>
  )
}

function secretHint(fingerprint: string | null, typed: string | null): string {
  if (typed !== null && typed !== '') {
    return fingerprint === null ? webhookConfigWords.newSecret : webhookConfigWords.replacesSecret(fingerprint)
  }
  return fingerprint === null ? webhookConfigWords.noSecret : webhookConfigWords.keepsSecret(fingerprint)
}

interface OtherTypesFieldProps {
  draft: EditedForm<WebhookConfigForm>
  /** The problem of the type being typed. */
  problem: string | undefined
}

/** Types beyond the documented ten, one chip each, and the field for the next one, checked while typing. */
function OtherTypesField({ draft: { form, set }, problem }: OtherTypesFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [announced, announce] = useState('')
  const { otherTypes } = form
  const typed = form.typedType.trim()
  /** The button of a chip; negative: from the end. */
  const focusChip = (chip: number) =>
    [...(place.current?.querySelectorAll<HTMLElement>('[data-part="type-chip"] button') ?? [])].at(chip)?.focus()
  const take = (next: OtherTypes) => {
    set('otherTypes', next.otherTypes)
    set('typedType', next.typedType)
    const added = next.otherTypes.slice(otherTypes.length)
    if (added.length > 0) announce(webhookConfigWords.otherAdded(added.join(', ')))
  }
  const add = () => take(typesTyped(otherTypes, `${form.typedType},`))
  const remove = (type: string, at: number) => {
    set(
      'otherTypes',
      otherTypes.filter((other) => other !== type),
    )
    announce(webhookConfigWords.otherRemoved(type))
    // Its button goes with it: on to the neighbour's, or back to the field.
    if (otherTypes.length === 1) place.current?.querySelector('input')?.focus()
    else focusChip(at + 1 < otherTypes.length ? at + 1 : at - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter') {
      // The field stands inside the form of the whole screen: Enter here means the chip, not Apply.
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && form.typedType === '' && otherTypes.length > 0) {
      focusChip(-1)
    }
  }
  return (
    <div className={styles.otherTypes} ref={place}>
      <TextField
        label={webhookConfigWords.others}
        mono
        placeholder={webhookConfigWords.otherExample}
        value={form.typedType}
        onChange={(value) => take(typesTyped(otherTypes, value))}
        onKeyDown={onKeyDown}
        problem={problem}
        hint={typed === '' ? webhookConfigWords.othersHint : webhookConfigWords.otherGoesAlong}
        after={
          <Button disabled={typed === '' || problem !== undefined} onClick={add}>
            {webhookConfigWords.addOther}
          </Button>
        }
      />
      {otherTypes.length > 0 && (
        <ul className={styles.typeChips} aria-label={webhookConfigWords.givenOthers}>
          {otherTypes.map((type, at) => (
            <li key={type} data-part="type-chip" className={styles.typeChip}>
              <code>{type}</code>
              <IconButton label={webhookConfigWords.removeOther(type)} icon={<X />} onClick={() => remove(type, at)} />
            </li>
          ))}
        </ul>
      )}
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
    </div>
  )
}

/** The webhook-config as the form holds it. The functions below are pure. */
export interface WebhookConfigForm {
  url: string
  enabled: boolean
  /** A new secret; null keeps the current one. */
  sharedSecret: string | null
  /** Documented types. */
  knownTypes: string[]
  /** Types beyond the ten documented ones. */
  otherTypes: string[]
  /** Text typed for the next type; included in an apply once it is valid. */
  typedType: string
}

const known: readonly string[] = webhookTypes

/**
 * Converts the desired config into a form without edits. If nothing was applied yet the form is enabled: the first apply either
 * starts deliveries or asks for the missing secret, and never reports success for a config that sends nothing.
 */
export function storedForm({ desired, applied }: WebhookConfig): WebhookConfigForm {
  return {
    url: desired.url,
    enabled: desired.enabled || applied === null,
    sharedSecret: null,
    knownTypes: known.filter((type) => desired.webhookTypes.includes(type)),
    otherTypes: desired.webhookTypes.filter((type) => !known.includes(type)),
    typedType: '',
  }
}

/** All types of a form: the documented ones in their order, then the others as given. */
function typesOf({ knownTypes, otherTypes, typedType }: WebhookConfigForm): string[] {
  const typed = typedType.trim()
  const goesAlong = typed !== '' && typeProblem(typed, otherTypes) === null
  return [...knownTypes, ...otherTypes, ...(goesAlong ? [typed] : [])]
}

/** Returns the engine's input for an apply. */
export function inputOf(form: WebhookConfigForm): WebhookConfigInput {
  const { enabled, sharedSecret } = form
  return {
    url: form.url.trim(),
    enabled,
    webhookTypes: typesOf(form),
    ...(sharedSecret === null || sharedSecret === '' ? {} : { sharedSecret }),
  }
}

/** Invalid fields, with the fix for each. */
export function problemsOf(
  form: WebhookConfigForm,
  hasSecret: boolean,
): Partial<Record<'url' | 'sharedSecret' | 'typedType', string>> {
  const url = URL.parse(form.url.trim())
  const urlIsGood = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  const type = typedProblem(form.typedType, form.otherTypes)
  const willHaveSecret = hasSecret || (form.sharedSecret !== null && form.sharedSecret !== '')
  return {
    ...(urlIsGood ? {} : { url: webhookConfigWords.giveUrl }),
    ...(form.enabled && !willHaveSecret ? { sharedSecret: webhookConfigWords.giveSecret } : {}),
    ...(type === null ? {} : { typedType: type }),
  }
}

interface ConfigWarnings {
  /** About the address; null without a warning. */
  address: string | null
  /** A public address would fix that. */
  needsTunnel: boolean
  /** About the types. */
  types: string | null
}

/** Why deliveries may not arrive although the service takes the values. */
export function warningsOf(
  form: WebhookConfigForm,
  environment: Pick<Environment, 'kind' | 'receiverPath'>,
  receiver: Pick<Status['receiver'], 'url'>,
): ConfigWarnings {
  const types = form.enabled && typesOf(form).length === 0 ? webhookConfigWords.noType : null
  const url = URL.parse(form.url.trim())
  if (url !== null && environment.kind === 'service' && isLoopback(url.hostname)) {
    return { address: webhookConfigWords.onlyThisMachine(url.host), needsTunnel: true, types }
  }
  const leadsElsewhere = url !== null && form.url.trim() !== receiver.url && url.pathname !== environment.receiverPath
  const address = leadsElsewhere ? webhookConfigWords.otherPath(shortReceiverKey(environment.receiverPath)) : null
  return { address, needsTunnel: false, types }
}

/** Together with the ten documented types, the contract's maximum is 100. */
const maxOthers = 90

/** Describes why a text is not a valid extra type, or null when it is. Pure. */
export function typeProblem(text: string, others: readonly string[]): string | null {
  const { otherKnown, otherTwice, otherLong, otherTooMany, otherCharacters } = webhookConfigWords
  if (webhookTypes.some((type) => type === text)) return otherKnown(text)
  if (others.includes(text)) return otherTwice(text)
  if (text.length > 200) return otherLong
  if (!/^[\p{L}\p{N}._:/-]+$/u.test(text)) return otherCharacters
  return others.length >= maxOthers ? otherTooMany : null
}

/** Returns the first problem of the typed text, or null; an empty field is valid. Pure. */
function typedProblem(typed: string, others: readonly string[]): string | null {
  const pieces = typed.split(/\s+/).filter((piece) => piece !== '')
  return pieces.map((piece) => typeProblem(piece, others)).find((problem) => problem !== null) ?? null
}

export interface OtherTypes {
  otherTypes: string[]
  typedType: string
}

/**
 * Parses the typed text: splits it at commas, semicolons and blanks, adds the valid types, and leaves the rest in the
 * field. Pure.
 */
export function typesTyped(others: readonly string[], text: string): OtherTypes {
  if (!/[\s,;]/.test(text.trimStart())) return { otherTypes: [...others], typedType: text.trimStart() }
  const otherTypes = [...others]
  const left: string[] = []
  for (const piece of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    if (typeProblem(piece, otherTypes) === null) otherTypes.push(piece)
    else left.push(piece)
  }
  return { otherTypes, typedType: left.join(' ') }
}
