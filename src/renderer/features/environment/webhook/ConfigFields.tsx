import type { Environment, Status, WebhookConfig } from '../../../../shared/wireTypes.ts'
import { webhookTypes } from '../../../../shared/model.ts'
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
import { type problemsOf, warningsOf, type WebhookConfigForm, type OtherTypes, typesTyped } from './webhookForm.ts'
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
