import type { Status } from '../../shared/wireTypes.ts'

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
  const step = (id: GoLiveStep['id'], title: string, screen: string, action: string): GoLiveStep => ({
    id,
    title,
    done: goLive[id].done,
    detail: goLive[id].detail,
    screen,
    action,
  })
  return [
    step('credentials', 'The credentials work', 'access', 'Test them'),
    step('receiver', 'The receiver listens', 'settings', 'See the receiver'),
    step('webhookConfig', 'The webhook config is applied and enabled', 'webhook-config', 'Apply it'),
    isSandbox
      ? step('notification', 'A notification came and was verified', 'sandbox', 'Create an object')
      : step('notification', 'A notification came and was verified', 'inbox', 'Watch the inbox'),
    goLive.credentials.done
      ? step('followUp', 'The object it names was fetched', 'settings', 'See the paths')
      : step('followUp', 'The object it names was fetched', 'access', 'See the credentials'),
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
  return `curl -i -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`
}
