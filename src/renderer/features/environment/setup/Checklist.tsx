import { useMutation } from '@tanstack/react-query'
import { Building2, CornerUpRight, Play, Plug, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Status } from '../../../../shared/wireTypes.ts'
import type { AppState, AppStore } from '../../../data/state/appStore.ts'
import { useApp, useAppState, useCalls } from '../../../data/state/useApp.ts'
import buttonStyles from '../../../ui/basics/Basics.module.css'
import { Button } from '../../../ui/basics/Button.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { useTurned } from '../../../ui/hooks/changes.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { goLiveStepWords, goLiveWords } from './words.ts'
import styles from './Setup.module.css'

/** The five steps from nothing to live. It ticks itself off as things are seen to work. */
export function GoLiveChecklist() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  const steps = goLiveSteps(status)
  const next = nextStep(steps)
  return (
    <ol className={styles.goLive} aria-label={goLiveWords.steps}>
      {steps.map((step) => (
        <Step key={step.id} step={step} isNext={step.id === next?.id} />
      ))}
    </ol>
  )
}

interface StepProps {
  step: Pick<GoLiveStep, 'title' | 'done' | 'detail'> & Partial<Pick<GoLiveStep, 'screen' | 'action'>>
  isNext: boolean
  /** Controls below the step's sentence. */
  children?: ReactNode
}

export function Step({ step: { title, done, detail, screen, action }, isNext, children }: StepProps) {
  const { navigation } = useApp()
  const turned = useTurned(done)
  const isSandbox = useAppState((state) => state.feed.status?.environment.kind === 'sandbox')
  // The sandbox's first step is its demo.
  const look = isNext ? (isSandbox ? 'plain' : 'primary') : 'quiet'
  return (
    <li className={styles.step} data-done={done} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.mark}>
        <Seal key={String(done)} verdict={done ? 'valid' : 'no-secret'} size={24} fresh={turned} />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>
          {title}
          <span className="unseen">{done ? goLiveWords.done : goLiveWords.toDo}</span>
        </p>
        <p className="muted">{detail}</p>
        {children}
      </div>
      {!done && screen !== undefined && (
        <a
          data-part="button"
          data-look={look}
          className={`${buttonStyles.button} ${buttonStyles[look] ?? ''}`}
          href={navigation.href({ screen })}
        >
          {action}
        </a>
      )}
    </li>
  )
}

/**
 * Runs all steps in the sandbox; then opens the resulting delivery, once the list has it.
 * @param onBusy called when the demo begins and ends
 */
export function RunDemo({ onBusy }: { onBusy?: (busy: boolean) => void }) {
  const { client, navigation, store } = useApp()
  const isSandbox = useAppState((state) => state.feed.status?.environment.kind === 'sandbox')
  const demo = useMutation({
    // The delivery that arrives takes this button away, so all that follows belongs to the run.
    mutationFn: async () => {
      const { screen } = store.getState().route
      onBusy?.(true)
      try {
        const { deliveryId } = await client.sandbox.demo()
        await untilHeldByPage(store, deliveryId)
        return { deliveryId, screen }
      } finally {
        onBusy?.(false)
      }
    },
    onSuccess: ({ deliveryId, screen }) => {
      // Stay if the user has gone to a different screen.
      if (store.getState().route.screen !== screen) return
      navigation.go({ screen: 'inbox', deliveryId, tab: 'overview', filter: '' })
    },
  })
  return (
    <div data-part="go-live-demo" className={styles.demo}>
      <Button
        // A real environment has a step of its own that leads on.
        look={isSandbox ? 'primary' : 'plain'}
        className={styles.run}
        busy={demo.isPending}
        icon={<Play aria-hidden="true" />}
        onClick={() => demo.mutate()}
      >
        {goLiveWords.runDemo}
      </Button>
      <p className="muted" aria-live="polite">
        {demo.isPending
          ? goLiveWords.running
          : `${goLiveWords.demoNote}${isSandbox ? '' : goLiveWords.switchesToSandbox}`}
      </p>
      {demo.error !== null && <ErrorNote>{demo.error.message}</ErrorNote>}
    </div>
  )
}

/** The answer of a call can overtake the event of the delivery that it names. */
async function untilHeldByPage(store: AppStore, deliveryId: string): Promise<void> {
  const isHeld = ({ feed }: AppState) => feed.window.some(({ id }) => id === deliveryId)
  if (isHeld(store.getState())) return
  await new Promise<void>((resolve) => {
    const unsubscribe = store.subscribe((state) => {
      if (!isHeld(state)) return
      unsubscribe()
      resolve()
    })
  })
}

/** Next steps after the demo. */
export function NextSteps() {
  const { navigation, store } = useApp()
  const forge = useMutation(
    useCalls().sandbox.sendSpecial.mutationOptions({
      // The forged one is the newest, which the pane then shows; a chosen delivery would hold the list.
      onSuccess: () => navigation.go({ screen: 'inbox', deliveryId: null }),
    }),
  )
  const connect = (sender: string) => () => store.setState({ newEnvironment: { sender } })
  return (
    <section className={styles.next} aria-label={goLiveWords.next}>
      <h2>{goLiveWords.next}</h2>
      <ul>
        <Card
          icon={<ShieldAlert />}
          title={goLiveWords.forge}
          note={goLiveWords.forgeNote}
          onClick={() => {
            if (!forge.isPending) forge.mutate({ kind: 'tampered' })
          }}
        />
        <Card
          icon={<Plug />}
          title={goLiveWords.connectSender}
          note={goLiveWords.connectSenderNote}
          onClick={connect('stripe')}
        />
        <Card
          icon={<Building2 />}
          title={goLiveWords.connectService}
          note={goLiveWords.connectServiceNote}
          onClick={connect('service')}
        />
        <Card
          icon={<CornerUpRight />}
          title={goLiveWords.forward}
          note={goLiveWords.forwardNote}
          onClick={() => navigation.go({ screen: 'forwarding', deliveryId: null })}
        />
      </ul>
      {forge.error !== null && <ErrorNote>{forge.error.message}</ErrorNote>}
    </section>
  )
}

interface CardProps {
  icon: ReactNode
  title: string
  note: string
  onClick: () => void
}

function Card({ icon, title, note, onClick }: CardProps) {
  return (
    <li>
      <button type="button" className={styles.card} onClick={onClick}>
        <span aria-hidden="true">{icon}</span>
        <span className={styles.cardTitle}>{title}</span>
        <span className="muted">{note}</span>
      </button>
    </li>
  )
}

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
    title: goLive[id].done ? goLiveStepWords[id].title : goLiveStepWords[id].open,
    done: goLive[id].done,
    optional: false,
    detail: goLive[id].detail,
    screen,
    action,
  })
  if (environment.kind === 'sender') {
    const secret = step('credentials', 'secrets', goLiveStepWords.secret.paste)
    return [
      { ...secret, title: secret.done ? goLiveStepWords.secret.title : goLiveStepWords.secret.open },
      tunnelStep(tunnel),
      step('notification', 'inbox', goLiveStepWords.notification.watch),
    ]
  }
  return [
    step('credentials', 'access', goLiveStepWords.credentials.test),
    step('receiver', 'settings', goLiveStepWords.receiver.see),
    ...(isSandbox ? [] : [tunnelStep(tunnel)]),
    step('webhookConfig', 'webhook-config', goLiveStepWords.webhookConfig.apply),
    isSandbox
      ? step('notification', 'sandbox', goLiveStepWords.notification.create)
      : step('notification', 'inbox', goLiveStepWords.notification.watch),
    goLive.credentials.done
      ? step('followUp', 'object-paths', goLiveStepWords.followUp.seePaths)
      : step('followUp', 'access', goLiveStepWords.followUp.seeCredentials),
  ]
}

function tunnelStep({ state, provider }: Status['tunnel']): GoLiveStep {
  const done = state === 'online'
  return {
    id: 'tunnel',
    title: done ? goLiveStepWords.tunnel.title : goLiveStepWords.tunnel.open,
    done,
    optional: true,
    detail: done ? goLiveStepWords.tunnel.online(provider.label) : goLiveStepWords.tunnel.detail,
    screen: 'tunnel',
    action: goLiveStepWords.tunnel.choose,
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
