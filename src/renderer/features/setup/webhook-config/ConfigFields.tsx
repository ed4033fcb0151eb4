import type { Environment, Status, WebhookConfig } from '../../../../shared/wireTypes.ts'
import { webhookTypes } from '../../../../shared/model.ts'
import { useApp, useClient } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { fieldsOf } from '../../../ui/Form.tsx'
import { generateSecret } from '../../../ui/generateSecret.ts'
import { SecretField } from '../../../ui/SecretField.tsx'
import { Section } from '../../../ui/Section.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import type { EditedForm } from '../../../ui/useEdits.ts'
import { webhookConfigWords } from './words.ts'
import { OtherTypesField } from './OtherTypesField.tsx'
import { type problemsOf, warningsOf, type WebhookConfigForm } from './webhookConfigForm.ts'
import styles from './WebhookConfig.module.css'

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
