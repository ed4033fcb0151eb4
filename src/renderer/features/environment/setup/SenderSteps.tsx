import { handshakeOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import { useState } from 'react'
import { senderPreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { setupOf } from '../../../../shared/signature/senderSetups.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment, Status } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { ErrorNote } from '../../../ui/notes/ErrorNote.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { generateSecret } from '../../../ui/fields/SecretField.tsx'
import { CredentialField } from '../secrets/CredentialField.tsx'
import { Step } from './Checklist.tsx'
import { nextStep, senderOf, senderSteps } from './goLiveSteps.ts'
import { senderStepWords as words, goLiveWords } from './words.ts'
import styles from './Setup.module.css'

/** Setup steps of a sender: its secret here, a public URL, our address there, its handshake, and the first verified notification. */
export function SenderSteps({ status }: { status: Status }) {
  const { environment } = status
  const steps = senderSteps(status)
  const next = nextStep(steps)
  return (
    <ol className={styles.goLive} aria-label={goLiveWords.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} isNext={step.id === next?.id}>
          {step.id === 'address' && <AtTheSender status={status} />}
          {step.id === 'credentials' && <SecretStep environment={environment} isNext={step.id === next?.id} />}
        </Step>
      ))}
    </ol>
  )
}

/** Where the secret is given: chosen here, pasted, or accepted as it came. */
function SecretStep({ environment, isNext }: { environment: Environment; isNext: boolean }) {
  const { signatureScheme, ownScheme, sharedSecrets, handshakes } = environment
  const preset = senderPreset(signatureScheme)
  const brings = handshakes.on.some((name) => handshakeOf(name)?.brings !== undefined)
  return (
    <>
      {!brings && sharedSecrets.length === 0 && (
        <GiveSecret
          environment={environment}
          scheme={preset?.scheme ?? ownScheme ?? serviceScheme}
          name={preset?.guide?.secret}
          isNext={isNext}
          canGenerate={setupOf(signatureScheme).choosesSecret === true}
        />
      )}
      <OfferedSecrets environment={environment} />
    </>
  )
}

interface GiveSecretProps {
  environment: Environment
  scheme: SignatureScheme
  /** The sender's own name for it. */
  name: string | undefined
  isNext: boolean
  canGenerate: boolean
}

/** Pastes the first secret, or makes a random one. */
function GiveSecret({ environment, scheme, name, isNext, canGenerate }: GiveSecretProps) {
  const client = useClient()
  const [text, setText] = useState<string | null>(null)
  const save = useCall(async (sharedSecret: string) => client.environments.update({ id: environment.id, sharedSecret }))
  const look = isNext ? 'primary' : 'plain'
  return (
    <Form
      className={styles.values}
      onSubmit={() => {
        if (text !== null) void save.run(text)
      }}
    >
      <CredentialField
        environment={null}
        scheme={scheme}
        value={text}
        onChange={setText}
        name={name === undefined ? undefined : capitalised(name)}
      />
      <Row gap={2}>
        {canGenerate && (
          <Button
            look={text === null ? look : 'plain'}
            busy={save.busy}
            onClick={() => void save.run(generateSecret())}
          >
            {words.generate}
          </Button>
        )}
        {(text !== null || !canGenerate) && (
          <Button type="submit" look={look} busy={save.busy} disabled={text === null}>
            {words.save}
          </Button>
        )}
      </Row>
      {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
    </Form>
  )
}

/** The values to enter at the sender, in its own words: the address once it can be reached, the secret that was chosen, the verify token. */
function AtTheSender({ status }: { status: Status }) {
  const { environment, receiver } = status
  const { preset, isRemote, isPublic, choosesSecret, handshakes } = senderOf(status)
  const guide = preset?.guide
  const { url } = receiver
  return (
    <Stack gap={2} className={styles.values}>
      {url !== null && (isPublic || !isRemote) && (
        <CodeLine name={capitalised(guide?.address ?? words.addressLine)} text={url} what={goLiveWords.theAddress} />
      )}
      {choosesSecret && environment.sharedSecrets.length > 0 && (
        <ChosenSecret environment={environment} name={capitalised(guide?.secret ?? words.secretLine)} />
      )}
      {needsVerifyToken(handshakes) && <VerifyToken environment={environment} />}
    </Stack>
  )
}

/** The secret that the sender has to get, shown on request. */
function ChosenSecret({ environment: { id }, name }: { environment: Environment; name: string }) {
  const client = useClient()
  const show = useCall(async () => (await client.environments.reveal({ id, secret: 'sharedSecret' })).text)
  if (show.answer !== undefined) return <CodeLine name={name} text={show.answer} what={words.theSecret} />
  return (
    <Row gap={2}>
      <Button busy={show.busy} onClick={() => void show.run()}>
        {words.showSecret}
      </Button>
      {show.problem !== null && <ErrorNote>{show.problem.message}</ErrorNote>}
    </Row>
  )
}

/** The verify token, shown on request; offers to create one if there is none. */
function VerifyToken({ environment: { id, handshakes } }: { environment: Environment }) {
  const client = useClient()
  const show = useCall(async () => (await client.environments.reveal({ id, secret: 'verifyToken' })).text)
  const make = useCall(async () =>
    client.environments.setHandshakes({ id, on: handshakes.on, verifyToken: crypto.randomUUID() }),
  )
  const problem = show.problem ?? make.problem
  return (
    <>
      {show.answer !== undefined && handshakes.verifyToken.set ? (
        <CodeLine name={words.verifyTokenLine} text={show.answer} what={words.verifyToken} />
      ) : (
        <Row gap={2}>
          {handshakes.verifyToken.set ? (
            <Button busy={show.busy} onClick={() => void show.run()}>
              {words.showVerifyToken}
            </Button>
          ) : (
            <Button busy={make.busy} onClick={() => void make.run()}>
              {words.makeVerifyToken}
            </Button>
          )}
        </Row>
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </>
  )
}

/** Secrets from handshakes. Each is used only after the user accepts it here. */
function OfferedSecrets({ environment: { id, handshakes } }: { environment: Environment }) {
  const client = useClient()
  const decide = useCall(async (secretId: string, accept: boolean) =>
    client.environments.decideOffered({ id, secretId, accept }),
  )
  if (handshakes.offered.length === 0) return null
  return (
    <Stack gap={2} className={styles.values}>
      {handshakes.offered.map(({ id: secretId, fingerprint }) => (
        <Row key={secretId} gap={2}>
          <span>{words.offered(fingerprint)}</span>
          <Button look="primary" busy={decide.busy} onClick={() => void decide.run(secretId, true)}>
            {words.accept}
          </Button>
          <Button busy={decide.busy} onClick={() => void decide.run(secretId, false)}>
            {words.drop}
          </Button>
        </Row>
      ))}
      {decide.problem !== null && <ErrorNote>{decide.problem.message}</ErrorNote>}
    </Stack>
  )
}

/** A name of the sender's documentation as the label of a field. */
function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
