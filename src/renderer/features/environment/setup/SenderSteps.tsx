import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { handshakeOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import { senderPreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import { credentialOf, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment, Status } from '../../../../shared/wireTypes.ts'
import { useCalls } from '../../../data/state/useApp.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { generateSecret } from '../../../ui/fields/SecretField.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { CredentialField } from '../secrets/SenderFields.tsx'
import { type GoLiveStep, goLiveSteps, nextStep, Step } from './Checklist.tsx'
import { goLiveWords, senderStepWords } from './words.ts'
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
  const [text, setText] = useState<string | null>(null)
  const update = useMutation(useCalls().environments.update.mutationOptions())
  const save = (sharedSecret: string) => update.mutate({ id: environment.id, sharedSecret })
  const look = isNext ? 'primary' : 'plain'
  return (
    <Form
      className={styles.values}
      onSubmit={() => {
        if (text !== null && !update.isPending) save(text)
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
          <Button look={text === null ? look : 'plain'} busy={update.isPending} onClick={() => save(generateSecret())}>
            {senderStepWords.generate}
          </Button>
        )}
        {(text !== null || !canGenerate) && (
          <Button type="submit" look={look} busy={update.isPending} disabled={text === null}>
            {senderStepWords.save}
          </Button>
        )}
      </Row>
      {update.error !== null && <ErrorNote>{update.error.message}</ErrorNote>}
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
        <CodeLine
          name={capitalised(guide?.address ?? senderStepWords.addressLine)}
          text={url}
          what={goLiveWords.theAddress}
        />
      )}
      {choosesSecret && environment.sharedSecrets.length > 0 && (
        <ChosenSecret environment={environment} name={capitalised(guide?.secret ?? senderStepWords.secretLine)} />
      )}
      {needsVerifyToken(handshakes) && <VerifyToken environment={environment} />}
    </Stack>
  )
}

/** The secret that the sender has to get, shown on request. */
function ChosenSecret({ environment: { id }, name }: { environment: Environment; name: string }) {
  const show = useMutation(useCalls().environments.reveal.mutationOptions())
  if (show.data !== undefined) return <CodeLine name={name} text={show.data.text} what={senderStepWords.theSecret} />
  return (
    <Row gap={2}>
      <Button busy={show.isPending} onClick={() => show.mutate({ id, secret: 'sharedSecret' })}>
        {senderStepWords.showSecret}
      </Button>
      {show.error !== null && <ErrorNote>{show.error.message}</ErrorNote>}
    </Row>
  )
}

/** The verify token, shown on request; offers to create one if there is none. */
function VerifyToken({ environment: { id, handshakes } }: { environment: Environment }) {
  const calls = useCalls().environments
  const show = useMutation(calls.reveal.mutationOptions())
  const make = useMutation(calls.setHandshakes.mutationOptions())
  const error = show.error ?? make.error
  return (
    <>
      {show.data !== undefined && handshakes.verifyToken.set ? (
        <CodeLine name={senderStepWords.verifyTokenLine} text={show.data.text} what={senderStepWords.verifyToken} />
      ) : (
        <Row gap={2}>
          {handshakes.verifyToken.set ? (
            <Button busy={show.isPending} onClick={() => show.mutate({ id, secret: 'verifyToken' })}>
              {senderStepWords.showVerifyToken}
            </Button>
          ) : (
            <Button
              busy={make.isPending}
              onClick={() => make.mutate({ id, on: handshakes.on, verifyToken: crypto.randomUUID() })}
            >
              {senderStepWords.makeVerifyToken}
            </Button>
          )}
        </Row>
      )}
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
    </>
  )
}

/** Secrets from handshakes. Each is used only after the user accepts it here. */
function OfferedSecrets({ environment: { id, handshakes } }: { environment: Environment }) {
  const decide = useMutation(useCalls().environments.decideOffered.mutationOptions())
  if (handshakes.offered.length === 0) return null
  return (
    <Stack gap={2} className={styles.values}>
      {handshakes.offered.map(({ id: secretId, fingerprint }) => (
        <Row key={secretId} gap={2}>
          <span>{senderStepWords.offered(fingerprint)}</span>
          <Button look="primary" busy={decide.isPending} onClick={() => decide.mutate({ id, secretId, accept: true })}>
            {senderStepWords.accept}
          </Button>
          <Button busy={decide.isPending} onClick={() => decide.mutate({ id, secretId, accept: false })}>
            {senderStepWords.drop}
          </Button>
        </Row>
      ))}
      {decide.error !== null && <ErrorNote>{decide.error.message}</ErrorNote>}
    </Stack>
  )
}

/** A name of the sender's documentation as the label of a field. */
function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type SenderStepId = GoLiveStep['id'] | 'address' | 'handshake'
export type SenderStep = Omit<GoLiveStep, 'id' | 'screen' | 'action'> & {
  id: SenderStepId
  screen?: string
  action?: string
}

/** Facts of a sender that its steps depend on. Pure. */
export function senderOf({ environment, tunnel }: Pick<Status, 'environment' | 'tunnel'>) {
  const preset = senderPreset(environment.signatureScheme)
  const setup = setupOf(environment.signatureScheme)
  const on = environment.handshakes.on.flatMap((name) => handshakeOf(name) ?? [])
  return {
    preset,
    name: preset === undefined ? senderStepWords.theSender : senderNameOf(preset.scheme.label),
    credential: preset === undefined ? ('secret' as const) : credentialOf(preset.scheme),
    choosesSecret: setup.choosesSecret === true,
    isRemote: setup.selfHosted !== true,
    isPublic: tunnel.state === 'online',
    handshakes: on,
    brings: on.some((it) => it.brings !== undefined),
  }
}

/**
 * The steps in the order they can be done. A secret that the user chooses comes first, as does one that a handshake is
 * signed with; one that the sender shows comes after the webhook was created there. Pure.
 */
export function senderSteps(status: Pick<Status, 'environment' | 'handshake' | 'goLive' | 'tunnel'>): SenderStep[] {
  const { environment, handshake, goLive } = status
  const sender = senderOf(status)
  const [secret, , arrival] = goLiveSteps(status) as [GoLiveStep, GoLiveStep, GoLiveStep]
  const notification = { ...arrival, title: arrival.done ? senderStepWords.received : senderStepWords.receive }
  const [first] = sender.handshakes
  const arrives = handshake?.done === true || goLive.notification.done
  const tunnel = publicUrlStep(sender, arrives)
  const address: SenderStep = {
    id: 'address',
    title: senderStepWords.address(sender.name),
    done: arrives,
    optional: false,
    detail:
      sender.isRemote && !sender.isPublic && !arrives
        ? senderStepWords.addressLater(sender.name)
        : addressDetail(environment.signatureScheme, sender),
  }
  const shake: SenderStep[] =
    handshake === undefined || first === undefined
      ? []
      : [
          {
            id: 'handshake',
            title: handshake.done ? senderStepWords.handshakeDone(first.label) : senderStepWords.handshake(first.label),
            done: handshake.done,
            optional: false,
            detail: handshake.detail,
            ...(first.confirms === undefined ? {} : { screen: 'inbox', action: senderStepWords.openInbox }),
          },
        ]
  const given = secretStep(secret, sender)
  if (sender.brings) return [tunnel, address, ...shake, given, notification]
  if (sender.choosesSecret || shake.length > 0) return [given, tunnel, address, ...shake, notification]
  return [tunnel, address, given, notification]
}

type Sender = ReturnType<typeof senderOf>

function publicUrlStep({ name, isRemote, isPublic }: Sender, arrives: boolean): SenderStep {
  // A delivery may have come from this machine, so it proves no public URL; it shows that the user goes without one.
  const step = { id: 'tunnel', optional: !isRemote || arrives, done: isPublic } as const
  if (isPublic) return { ...step, title: senderStepWords.tunnelDone, detail: senderStepWords.tunnelOnline }
  const open = { ...step, screen: 'tunnel', action: senderStepWords.openTunnel }
  return isRemote
    ? { ...open, title: senderStepWords.tunnel, detail: senderStepWords.tunnelNeeded(name) }
    : { ...open, title: senderStepWords.tunnelMaybe, detail: senderStepWords.tunnelIfElsewhere(name) }
}

function secretStep({ id, done, detail }: GoLiveStep, sender: Sender): SenderStep {
  const { name, credential } = sender
  const step = { id, done, optional: false }
  if (sender.brings) {
    return done
      ? { ...step, title: senderStepWords.acceptedSecret, detail }
      : { ...step, title: senderStepWords.acceptSecret(name), detail: senderStepWords.acceptDetail }
  }
  if (done) return { ...step, title: senderStepWords.credentialDone[credential], detail }
  return sender.choosesSecret
    ? { ...step, title: senderStepWords.choose[credential], detail: senderStepWords.chooseDetail(name) }
    : {
        ...step,
        title: senderStepWords.credential[credential](name),
        detail: senderStepWords.pasteDetail(name),
      }
}

/** Explains where to enter the address at the sender. */
function addressDetail(scheme: string, { name, preset }: Sender): string {
  const address = preset?.guide?.address
  const known = senderStepWords.atTheSender[scheme]
  if (known !== undefined) return address === undefined ? `${known} ${senderStepWords.fromMemory}` : known
  return address === undefined ? senderStepWords.atAnySender(name) : senderStepWords.into(address)
}
