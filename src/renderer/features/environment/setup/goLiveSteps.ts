import type { Status } from '../../../../shared/wireTypes.ts'
import { goLiveStepWords as words } from './words.ts'

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
