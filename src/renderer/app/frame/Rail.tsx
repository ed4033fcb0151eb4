import {
  Activity,
  Boxes,
  Cable,
  CircleQuestionMark,
  CircleX,
  ClipboardCheck,
  FlaskConical,
  FolderOpen,
  Forward,
  Inbox,
  KeyRound,
  Presentation,
  Reply,
  Rocket,
  Settings,
  SquarePen,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { hasWebhookConfig, type ScreenEntry, type ScreenPath, screenGroups } from '../../commands/screens.ts'
import type { AppState } from '../../data/state/appStore.ts'
import { isLive } from '../../features/setup/go-live/goLiveSteps.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { keysFor } from '../../commands/shortcuts.ts'
import { groupDigits } from '../../../shared/words/counts.ts'
import { ProductionTag, tintOf } from '../../ui/EnvironmentMark.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { atMost, frameWords } from './words.ts'
import { useCommandDialogs } from '../../commands/useCommands.ts'
import { Seal } from '../../ui/Seal.tsx'
import { tip } from '../../ui/tip.ts'
import styles from './Rail.module.css'

const signs: Readonly<Record<ScreenPath, ComponentType<{ 'aria-hidden'?: 'true' }>>> = {
  inbox: Inbox,
  objects: Boxes,
  compose: SquarePen,
  forwarding: Forward,
  check: ClipboardCheck,
  'case-files': FolderOpen,
  'go-live': Rocket,
  responses: Reply,
  tunnel: Cable,
  'webhook-config': Webhook,
  access: KeyRound,
  sandbox: FlaskConical,
  presentation: Presentation,
  health: Activity,
  settings: Settings,
}

/** Screens that the rail offers only at times. Their addresses always work. */
const offers: Readonly<Partial<Record<ScreenPath, (state: AppState) => boolean>>> = {
  'go-live': isLeftToDo,
  presentation: ({ route }) => route.present,
  'webhook-config': ({ feed, route }) =>
    route.screen === 'webhook-config' || hasWebhookConfig(feed.status?.environment),
}

/** The checklist goes once nothing is left to do, but not while it is open. */
function isLeftToDo({ feed, route }: AppState): boolean {
  return route.screen === 'go-live' || (feed.status !== null && !isLive(feed.status.goLive))
}

/** The way between screens. */
export function Rail() {
  const { openKeyHelp } = useCommandDialogs()
  const environment = useAppState((state) => state.feed.status?.environment)
  return (
    <nav
      data-part="rail"
      data-production={environment?.production || undefined}
      className={styles.rail}
      style={environment && tintOf(environment)}
      aria-label={frameWords.screens}
    >
      <div className={styles.name}>
        <Mark />
        <span data-part="rail-label" className={styles.label}>
          {frameWords.app}
        </span>
      </div>
      {environment?.production === true && (
        <div className={styles.production}>
          <ProductionTag />
        </div>
      )}
      <div data-part="rail-list" className={styles.list}>
        {screenGroups.map((group) => (
          <ul key={group[0]?.path} className={styles.group}>
            {group.map((screen) => (
              <RailItem key={screen.path} screen={screen} />
            ))}
          </ul>
        ))}
      </div>
      <button
        type="button"
        className={styles.link}
        {...tip(`${frameWords.keys} (${keysFor('help.keys').join()})`)}
        onClick={openKeyHelp}
      >
        <CircleQuestionMark aria-hidden="true" />
        <span data-part="rail-label" className={styles.label}>
          {frameWords.keys}
        </span>
      </button>
    </nav>
  )
}

function RailItem({ screen }: { screen: ScreenEntry }) {
  const offered = useAppState((state) => offers[screen.path]?.(state) ?? true)
  if (!offered) return null
  return (
    <li>
      <RailLink screen={screen} />
    </li>
  )
}

/** New deliveries while the user is elsewhere, and failed ones that are unseen. */
function InboxCounts() {
  const arrivals = useAppState((state) => state.arrivals)
  const failures = useAppState((state) => state.feed.status?.unseen.count ?? 0)
  const more = useAppState((state) => state.feed.status?.unseen.more ?? false)
  if (arrivals === 0 && failures === 0) return null
  const failed = `${groupDigits(failures)}${more ? '+' : ''}`
  return (
    <span data-part="inbox-counts" className={styles.counts}>
      {arrivals > 0 && (
        <span className={styles.new} title={frameWords.arrivedHint(arrivals)}>
          <span className="unseen">{frameWords.arrived(arrivals)}</span>
          <span aria-hidden="true">{atMost(arrivals)}</span>
        </span>
      )}
      {failures > 0 && (
        <span className={styles.failed} title={frameWords.failedUnseenHint(failed)}>
          <Seal verdict="invalid" size={12} />
          <span className="unseen">{frameWords.failedUnseen(failed)}</span>
          <span aria-hidden="true">{failed}</span>
        </span>
      )}
    </span>
  )
}

/** Deliveries that the forwarding rules of the active environment have given up. */
function GivenUpCount() {
  const count = useAppState(({ feed: { status } }) =>
    (status?.health.givenUp ?? [])
      .filter(({ environmentId }) => environmentId === status?.environment.id)
      .reduce((sum, rule) => sum + rule.count, 0),
  )
  if (count === 0) return null
  return (
    <span className={styles.counts}>
      <span className={styles.failed} title={frameWords.givenUpHint(count)}>
        <CircleX aria-hidden="true" />
        <span className="unseen">{frameWords.givenUp(count)}</span>
        <span aria-hidden="true">{groupDigits(count)}</span>
      </span>
    </span>
  )
}

function RailLink({ screen: { path, label, command } }: { screen: ScreenEntry }) {
  const Sign = signs[path]
  const { navigation } = useApp()
  const current = useAppState((state) => state.route.screen === path)
  const filter = useAppState((state) => state.route.filter)
  return (
    <a
      className={styles.link}
      href={navigation.href({ screen: path, deliveryId: null, tab: 'overview', filter })}
      aria-current={current ? 'page' : undefined}
      {...tip(`${label} (${keysFor(command).join()})`)}
    >
      <Sign aria-hidden="true" />
      <span data-part="rail-label" className={styles.label}>
        {label}
      </span>
      {path === 'inbox' && <InboxCounts />}
      {path === 'forwarding' && <GivenUpCount />}
    </a>
  )
}
