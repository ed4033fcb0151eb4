import { handshakeOf, needsVerifyToken } from '../../../../shared/signature/handshakes.ts'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { credentialOf } from '../../../../shared/signature/signatureScheme.ts'
import type { Environment, Status } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { ErrorNote } from '../../../ui/notes/ErrorNote.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { Step } from './Checklist.tsx'
import { type GoLiveStep, goLiveSteps, nextStep } from './goLiveSteps.ts'
import { senderStepWords as words, goLiveWords } from './words.ts'
import styles from './Setup.module.css'

type SenderStepId = GoLiveStep['id'] | 'address' | 'handshake'
type SenderStep = Omit<GoLiveStep, 'id' | 'screen' | 'action'> & {
  id: SenderStepId
  screen?: string
  action?: string
}

/** Setup steps of a sender: its secret here, our address there, its handshake, and the first verified notification. */
export function SenderSteps({ status }: { status: Status }) {
  const { environment } = status
  const steps = senderSteps(status)
  const next = nextStep(steps)
  return (
    <ol className={styles.goLive} aria-label={goLiveWords.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} isNext={step.id === next?.id}>
          {step.id === 'address' && <AtTheSender status={status} />}
          {step.id === 'credentials' && <Documentation scheme={environment.signatureScheme} />}
          {step.id === 'credentials' && <OfferedSecrets environment={environment} />}
        </Step>
      ))}
    </ol>
  )
}

/** The steps in the order they can be done: a secret that the handshake delivers comes after it. Pure. */
function senderSteps(status: Status): SenderStep[] {
  const { environment, handshake, goLive } = status
  const preset = senderPreset(environment.signatureScheme)
  const sender = preset === undefined ? words.theSender : nameOf(preset.scheme.label)
  const [secret, openTunnel, notification] = goLiveSteps(status) as [GoLiveStep, GoLiveStep, GoLiveStep]
  const tunnel = openTunnel.done ? openTunnel : { ...openTunnel, detail: words.tunnel }
  const on = environment.handshakes.on.flatMap((name) => handshakeOf(name) ?? [])
  const brings = on.some((it) => it.brings !== undefined)
  const [first] = on
  const credential = preset === undefined ? 'secret' : credentialOf(preset.scheme)
  const address: SenderStep = {
    id: 'address',
    title: words.address(sender),
    done: handshake?.done === true || goLive.notification.done,
    optional: false,
    detail: addressDetail(environment.signatureScheme),
  }
  const shake: SenderStep[] =
    handshake === undefined || first === undefined
      ? []
      : [
          {
            id: 'handshake',
            title: handshake.done ? words.handshakeDone(first.label) : words.handshake(first.label),
            done: handshake.done,
            optional: false,
            detail: handshake.detail,
            ...(first.confirms === undefined ? {} : { screen: 'inbox', action: words.openInbox }),
          },
        ]
  const pasted: SenderStep = {
    ...secret,
    title: secret.done ? words.credentialDone[credential] : words.credential[credential](sender),
    detail:
      secret.done || preset?.guide === undefined
        ? secret.detail
        : `${secret.detail} ${words.asNamed(preset.guide.secret)}`,
  }
  const brought: SenderStep = {
    id: secret.id,
    done: secret.done,
    optional: false,
    title: secret.done ? words.acceptedSecret : words.acceptSecret(sender),
    detail: secret.done ? secret.detail : words.acceptDetail,
  }
  return brings ? [tunnel, address, ...shake, brought, notification] : [pasted, tunnel, address, ...shake, notification]
}

/** Explains where to enter the address at the sender. */
function addressDetail(scheme: string): string {
  const address = senderPreset(scheme)?.guide?.address
  const known = words.atTheSender[scheme]
  if (known !== undefined) return address === undefined ? `${known} ${words.fromMemory}` : known
  return address === undefined ? words.atAnySender : `${words.atAnySender} ${words.asNamed(address)}`
}

/** The address of the sender's own documentation, where that is known, to copy: the desktop app opens no other pages. */
function Documentation({ scheme }: { scheme: string }) {
  const preset = senderPreset(scheme)
  if (preset?.guide?.docs === undefined) return null
  return (
    <div className={styles.values}>
      <CodeLine
        name={words.documentation(nameOf(preset.scheme.label))}
        text={preset.guide.docs}
        what={words.documentationAddress}
      />
    </div>
  )
}

/** Drops the part in brackets: the name is part of a sentence. */
function nameOf(label: string): string {
  return label.replace(/* own text */ / \(.*\)$/, '')
}

/** The address to copy and, where the sender asks for one, the verify token. */
function AtTheSender({ status: { environment, receiver } }: { status: Status }) {
  const on = environment.handshakes.on.flatMap((name) => handshakeOf(name) ?? [])
  return (
    <Stack gap={2} className={styles.values}>
      {receiver.url !== null && <CodeLine name={words.addressLine} text={receiver.url} what={goLiveWords.theAddress} />}
      {needsVerifyToken(on) && <VerifyToken environment={environment} />}
    </Stack>
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
