import type { Status } from '../../../../shared/wireTypes.ts'
import { handshakeOf } from '../../../../shared/signature/handshakes.ts'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf, setupOf } from '../../../../shared/signature/senderSetups.ts'
import { credentialOf } from '../../../../shared/signature/signatureScheme.ts'
import { goLiveStepWords as words, senderStepWords } from './words.ts'

/** One step of the checklist, in the order in which the user goes through them. */
export interface GoLiveStep {
  id: keyof Status['goLive'] | 'tunnel'
  /** The reached state once it is done; until then the action. */
  title: string
  done: boolean
  /** Everything may work without it. */
  optional: boolean
  /** Where it stands, as a sentence. */
  detail: string
  /** The screen that repairs it, and what its button says. */
  screen: string
  action: string
}

/**
 * The five steps as the user reads them, and for a real service the tunnel, without which most cannot reach this machine.
 * The needs of a step differ between the sandbox and a real service.
 */
export function goLiveSteps({
  goLive,
  environment,
  tunnel,
}: Pick<Status, 'goLive' | 'environment' | 'tunnel'>): GoLiveStep[] {
  const isSandbox = environment.kind === 'sandbox'
  const step = (id: keyof Status['goLive'], screen: string, action: string): GoLiveStep => ({
    id,
    title: goLive[id].done ? words[id].title : words[id].open,
    done: goLive[id].done,
    optional: false,
    detail: goLive[id].detail,
    screen,
    action,
  })
  if (environment.kind === 'sender') {
    const secret = step('credentials', 'secrets', words.secret.paste)
    return [
      { ...secret, title: secret.done ? words.secret.title : words.secret.open },
      tunnelStep(tunnel),
      step('notification', 'inbox', words.notification.watch),
    ]
  }
  return [
    step('credentials', 'access', words.credentials.test),
    step('receiver', 'settings', words.receiver.see),
    ...(isSandbox ? [] : [tunnelStep(tunnel)]),
    step('webhookConfig', 'webhook-config', words.webhookConfig.apply),
    isSandbox
      ? step('notification', 'sandbox', words.notification.create)
      : step('notification', 'inbox', words.notification.watch),
    goLive.credentials.done
      ? step('followUp', 'object-paths', words.followUp.seePaths)
      : step('followUp', 'access', words.followUp.seeCredentials),
  ]
}

function tunnelStep({ state, provider }: Status['tunnel']): GoLiveStep {
  const done = state === 'online'
  return {
    id: 'tunnel',
    title: done ? words.tunnel.title : words.tunnel.open,
    done,
    optional: true,
    detail: done ? words.tunnel.online(provider.label) : words.tunnel.detail,
    screen: 'tunnel',
    action: words.tunnel.choose,
  }
}

/** Whether nothing is left to do. */
export function isLive(goLive: Status['goLive']): boolean {
  return Object.values(goLive).every(({ done }) => done)
}

/** The step to take now: the first that is not done and has to be; null when all are. */
export function nextStep<Step extends Pick<GoLiveStep, 'done' | 'optional'>>(steps: readonly Step[]): Step | null {
  return steps.find(({ done, optional }) => !done && !optional) ?? null
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
