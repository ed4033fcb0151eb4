import type { Status } from '../../shared/wireTypes.ts'
import { goLiveLine, goLiveStepWords as words } from '../words/goLive.ts'

/** One step of the checklist, in the order in which a person goes through them. */
export interface GoLiveStep {
  id: keyof Status['goLive']
  title: string
  done: boolean
  /** Where it stands, as a sentence. */
  detail: string
  /** The screen that mends it, and what its button says. */
  screen: string
  action: string
}

/** The five steps as a person reads them. What a step needs differs between the sandbox and a real service. */
export function goLiveSteps({ goLive, environment }: Pick<Status, 'goLive' | 'environment'>): GoLiveStep[] {
  const isSandbox = environment.kind === 'sandbox'
  const step = (id: GoLiveStep['id'], screen: string, action: string): GoLiveStep => ({
    id,
    title: words[id].title,
    done: goLive[id].done,
    detail: goLive[id].detail,
    screen,
    action,
  })
  return [
    step('credentials', 'access', words.credentials.test),
    step('receiver', 'settings', words.receiver.see),
    step('webhookConfig', 'webhook-config', words.webhookConfig.apply),
    isSandbox
      ? step('notification', 'sandbox', words.notification.create)
      : step('notification', 'inbox', words.notification.watch),
    goLive.credentials.done
      ? step('followUp', 'settings', words.followUp.seePaths)
      : step('followUp', 'access', words.followUp.seeCredentials),
  ]
}

/** Whether nothing is left to do. */
export function isLive(goLive: Status['goLive']): boolean {
  return Object.values(goLive).every(({ done }) => done)
}

/** The step to take now: the first that is not done; null when all are. */
export function nextStep(steps: readonly GoLiveStep[]): GoLiveStep | null {
  return steps.find(({ done }) => !done) ?? null
}

/** A line that works as it stands: an unsigned delivery by hand. The address may carry no quotes or blanks, and does not. */
export function curlLine(url: string): string {
  return goLiveLine(url)
}
