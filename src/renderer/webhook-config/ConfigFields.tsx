import type { Environment, Status, WebhookConfig } from '../../shared/wireTypes.ts'
import { webhookTypes } from '../../shared/model.ts'
import { useClient } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { CheckboxGroup } from '../ui/CheckboxGroup.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { TextField } from '../ui/Field.tsx'
import { generateSecret } from '../ui/generateSecret.ts'
import { SecretField } from '../ui/SecretField.tsx'
import { Section } from '../ui/Section.tsx'
import { SwitchField } from '../ui/SwitchField.tsx'
import type { EditedForm } from '../ui/useEdits.ts'
import { type problemsOf, warningsOf, type WebhookConfigForm } from './webhookConfigForm.ts'

interface ConfigFieldsProps {
  draft: EditedForm<WebhookConfigForm>
  problems: ReturnType<typeof problemsOf>
  environment: Environment
  config: WebhookConfig
  receiver: Status['receiver']
}

const typeOptions = webhookTypes.map((type) => ({ value: type, label: type }))

export function ConfigFields({ draft, problems, environment, config, receiver }: ConfigFieldsProps) {
  const { form, set } = draft
  const warnings = warningsOf(form, environment, receiver)
  return (
    <>
      <Section title="Where to">
        <TextField
          label="URL"
          mono
          inputMode="url"
          value={form.url}
          onChange={(value) => set('url', value)}
          problem={problems.url}
          hint={
            form.url.trim() === receiver.url
              ? 'The address of this receiver. The key in its path is a secret.'
              : undefined
          }
          after={
            <Button
              disabled={receiver.url === null || form.url === receiver.url}
              onClick={() => receiver.url !== null && set('url', receiver.url)}
            >
              Use the receiver's address
            </Button>
          }
        />
        <SwitchField
          label="Enabled"
          hint="The service sends only while this is on."
          checked={form.enabled}
          onChange={(checked) => set('enabled', checked)}
        />
        {warnings.map((warning) => (
          <ErrorNote key={warning} look="warn">
            {warning}
          </ErrorNote>
        ))}
      </Section>
      <Section title="Signed with">
        <SharedSecret draft={draft} problem={problems.sharedSecret} environmentId={environment.id} config={config} />
      </Section>
      <Section title="Which notifications">
        <CheckboxGroup
          label="Types"
          options={typeOptions}
          value={form.knownTypes}
          onChange={(value) => set('knownTypes', value)}
        />
        <TextField
          label="Other types"
          mono
          value={form.otherTypes}
          onChange={(value) => set('otherTypes', value)}
          hint="Types that the service has added since, separated by commas. Leave it empty if you know of none."
        />
      </Section>
    </>
  )
}

interface SharedSecretProps {
  draft: EditedForm<WebhookConfigForm>
  problem: string | undefined
  environmentId: string
  config: WebhookConfig
}

function SharedSecret({ draft, problem, environmentId, config }: SharedSecretProps) {
  const client = useClient()
  const stored = config.desired.sharedSecret
  const { sharedSecret } = draft.form
  return (
    <div className="config-secret">
      <SecretField
        // A stored secret that has changed hides what was revealed before.
        key={stored.fingerprint}
        label="Shared secret"
        stored={stored}
        value={sharedSecret}
        onChange={(value) => draft.set('sharedSecret', value)}
        reveal={async () => (await client.environments.reveal({ id: environmentId, secret: 'sharedSecret' })).text}
        problem={problem ?? null}
        hint={secretHint(stored.fingerprint, sharedSecret)}
      />
      <Button className="config-generate" onClick={() => draft.set('sharedSecret', generateSecret())}>
        Generate
      </Button>
    </div>
  )
}

function secretHint(fingerprint: string | null, typed: string | null): string {
  if (typed !== null && typed !== '') {
    return fingerprint === null
      ? 'New. It is kept sealed, and used from the moment you apply.'
      : `New. The current one (fingerprint ${fingerprint}) goes on verifying what was signed with it.`
  }
  return fingerprint === null
    ? 'None yet. Generate one, or paste the one that you agreed on.'
    : `Fingerprint ${fingerprint}. Leave it as it is to keep it.`
}
