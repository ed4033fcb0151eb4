import { useMutation } from '@tanstack/react-query'
import { useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { filled } from '../../../text/visibleText.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { SharedSecrets } from './SharedSecrets.tsx'
import { EnvironmentForm, useSecretStorage } from '../form/EnvironmentForm.tsx'
import { setupOf } from '../../../../shared/signature/senderSetups.ts'
import { senderPreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import type { SenderPreset } from '../../../../shared/signature/senderPreset.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { TextField, SwitchField } from '../../../ui/fields/Field.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { fieldsOf, Form } from '../../../ui/fields/Form.tsx'
import { describeScheme } from '../../../text/describeScheme.ts'
import { handshakeSettingWords as words, schemeWords, secretWords } from './words.ts'
import { type AccessProps, storedAccess } from '../form/accessForm.ts'
import { formOfScheme } from '../form/ownSchemeForm.ts'
import { OwnScheme } from './OwnScheme.tsx'
import { CredentialField, SenderField } from './SenderFields.tsx'
import styles from './Secrets.module.css'
import { useState } from 'react'
import { handshakeOf, handshakesOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { SecretField } from '../../../ui/fields/SecretField.tsx'

/** The parts that signatures are checked with: the sender's scheme, its secrets with their rotation, and its verify token. */
export function SecretsScreen() {
  const environment = useAppState((state) => state.feed.status?.environment)
  const storage = useSecretStorage()
  if (environment === undefined) return null
  return (
    <Screen title={secretWords.screenTitle} lead={filled(secretWords.screenLead, { storage })}>
      <Columns
        side={
          <>
            <SharedSecrets key={environment.id} environment={environment} />
            <HandshakesSection environment={environment} />
          </>
        }
      >
        <EnvironmentForm key={environment.id} environment={environment}>
          {(shared) => <SchemeSection {...shared} />}
        </EnvironmentForm>
      </Columns>
    </Screen>
  )
}

/** A shared secret that the service gets is set with the webhook-config; everything else is pasted here. */
function pastedHere(environment: Environment, preset: SignatureScheme | undefined): boolean {
  const scheme = preset ?? environment.ownScheme ?? serviceScheme
  return environment.kind === 'sender' || credentialOf(scheme) !== 'secret'
}

/** How a known sender signs, and how well that is known. @param header in place of the scheme's own; empty for that */
function KnownSender({
  preset: { scheme, evidence, source, library },
  header,
}: {
  preset: SenderPreset
  header: string
}) {
  return (
    <>
      <p className={styles.schemeLine}>{describeScheme({ ...scheme, header: header || scheme.header })}</p>
      <p className={styles.schemeLine}>
        {schemeWords.evidenceMeans[evidence](source)}
        {library !== undefined && ` ${schemeWords.checkedLibrary(library)}`}
      </p>
      {scheme.bodyUnsigned === true && <ErrorNote look="warn">{schemeWords.bodyUnsigned}</ErrorNote>}
    </>
  )
}

/** How the environment's sender signs: the service, another well-known sender, or as the user describes it. */
export function SchemeSection({ environment, draft, problems, refused, clearRefusal }: AccessProps) {
  const { form, set } = draft
  const isSandbox = environment.kind === 'sandbox'
  const known = senderPreset(form.signatureScheme)
  const preset = known?.scheme
  const isOwn = form.signatureScheme === 'own'
  const choose = (id: string) => {
    clearRefusal()
    // Begins with what was chosen until now, so that only what differs has to be described.
    if (id === 'own' && form.ownScheme === null)
      set('ownScheme', formOfScheme(known === undefined ? serviceScheme : { ...known.scheme, meaning: known.meaning }))
    // A description that is out of sight is not saved along.
    if (id !== 'own') set('ownScheme', storedAccess(environment).ownScheme)
    set('signatureScheme', id)
    set('signatureHeader', '')
  }
  return (
    <Section title={schemeWords.title} lead={schemeWords.lead}>
      <div className={styles.grid}>
        <SenderField
          label={schemeWords.scheme}
          value={form.signatureScheme}
          withOwn
          onChange={choose}
          disabled={isSandbox}
          hint={isSandbox ? schemeWords.schemeOfSandbox : undefined}
        />
        {!isOwn && preset?.header !== '' && (
          <TextField
            label={schemeWords.header}
            mono
            placeholder={preset?.header ?? ''}
            {...fieldsOf(draft, problems)('signatureHeader')}
            hint={schemeWords.headerHint}
            readOnly={isSandbox}
          />
        )}
      </div>
      {known !== undefined && <KnownSender preset={known} header={form.signatureHeader.trim()} />}
      {!isSandbox && pastedHere(environment, preset) && (
        <CredentialField
          environment={environment}
          scheme={preset ?? environment.ownScheme ?? serviceScheme}
          value={form.sharedSecret}
          onChange={(text) => set('sharedSecret', text)}
          canGenerate={setupOf(form.signatureScheme).choosesSecret === true}
        />
      )}
      {preset?.setting !== undefined && (
        <TextField
          label={preset.setting.label}
          mono
          {...fieldsOf(draft, problems)('signatureSetting')}
          hint={schemeWords.setting}
        />
      )}
      {isOwn && form.ownScheme !== null && (
        <OwnScheme
          form={form.ownScheme}
          refused={refused}
          onChange={(next) => {
            clearRefusal()
            set('ownScheme', next)
          }}
        />
      )}
    </Section>
  )
}

/** The sender's handshakes that are answered, and the verify token that both sides know. Takes effect at once. */
export function HandshakesSection({ environment }: { environment: Environment }) {
  const { id, handshakes, signatureScheme } = environment
  const { on } = handshakes
  const save = useMutation(useCalls().environments.setHandshakes.mutationOptions())
  const own = handshakesOf(signatureScheme)
  const others = on.flatMap((name) => (own.some((it) => it.name === name) ? [] : (handshakeOf(name) ?? [])))
  const offered = [...own, ...others]
  if (offered.length === 0) return null
  return (
    <Section title={words.title} lead={words.lead}>
      <Stack gap={4}>
        {offered.map(({ name, label, evidence, source }) => (
          <SwitchField
            key={name}
            label={label}
            hint={schemeWords.evidenceMeans[evidence](source)}
            checked={on.includes(name)}
            onChange={(wanted) => {
              // Not disabled while it is saved: the focus would be lost.
              if (!save.isPending) save.mutate({ id, on: wanted ? [...on, name] : on.filter((it) => it !== name) })
            }}
          />
        ))}
        {needsVerifyToken(offered) && (
          <VerifyToken key={handshakes.verifyToken.fingerprint} environment={environment} />
        )}
      </Stack>
      {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
    </Section>
  )
}

function VerifyToken({ environment: { id, handshakes } }: { environment: Environment }) {
  const client = useClient()
  const [text, setText] = useState<string | null>(null)
  const save = useMutation(useCalls().environments.setHandshakes.mutationOptions())
  return (
    <Form
      onSubmit={() => {
        if (text !== null && !save.isPending) save.mutate({ id, on: handshakes.on, verifyToken: text })
      }}
    >
      <Stack gap={2}>
        <SecretField
          label={words.verifyToken}
          stored={handshakes.verifyToken}
          value={text}
          onChange={setText}
          canGenerate
          hint={words.verifyTokenHint}
          problem={save.error?.message}
          reveal={async () => (await client.environments.reveal({ id, secret: 'verifyToken' })).text}
        />
        {text !== null && (
          <Row gap={2}>
            <Button type="submit" busy={save.isPending}>
              {words.saveVerifyToken}
            </Button>
          </Row>
        )}
      </Stack>
    </Form>
  )
}
