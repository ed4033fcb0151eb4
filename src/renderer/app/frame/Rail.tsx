import {
  Activity,
  CircleQuestionMark,
  CircleX,
  ClipboardCheck,
  Forward,
  Inbox,
  Send,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { type Place, type PlaceId, placeOf, places, type ScreenPath, sectionAt } from '../../commands/screens.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { keysFor } from '../../commands/shortcuts.tsx'
import { groupDigits } from '../../../shared/words/counts.ts'
import { ProductionTag, tintOf } from '../../ui/basics/EnvironmentMark.tsx'
import { Mark, Seal } from '../../ui/basics/Seal.tsx'
import { atMost, frameWords } from './words.ts'
import { useCommandDialogs } from '../../commands/useCommands.ts'
import { tip } from '../../ui/basics/Button.tsx'
import styles from './Frame.module.css'

const signs: Readonly<Record<PlaceId, ComponentType<{ 'aria-hidden'?: 'true' }>>> = {
  inbox: Inbox,
  send: Send,
  forward: Forward,
  test: ClipboardCheck,
  monitor: Activity,
  environment: SlidersHorizontal,
  settings: Settings,
}

/** Links to the places, the same for every environment. */
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
        <ul className={styles.group}>
          {places.map((place) => (
            <li key={place.id} data-last={place.id === 'settings' || undefined}>
              <RailLink place={place} />
            </li>
          ))}
        </ul>
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

function RailLink({ place }: { place: Place }) {
  const { id, label } = place
  const Sign = signs[id]
  const { navigation } = useApp()
  const current = useAppState((state) => placeOf(state.route.screen)?.id === id)
  const filter = useAppState((state) => state.route.filter)
  const opens = useLastSection(place)
  return (
    <a
      className={styles.link}
      href={navigation.href({ screen: opens, deliveryId: null, tab: 'overview', filter })}
      aria-current={current ? 'page' : undefined}
      {...tip(`${label} (${keysFor(place.sections[0].command).join()})`)}
    >
      <Sign aria-hidden="true" />
      <span data-part="rail-label" className={styles.label}>
        {label}
      </span>
      {id === 'inbox' && <InboxCounts />}
      {id === 'forward' && <GivenUpCount />}
    </a>
  )
}

/** Returns the section that a place was left at. The inbox opens at its deliveries, because the rail counts these. */
function useLastSection(place: Place): ScreenPath {
  const [last, setLast] = useState<ScreenPath>(place.sections[0].path)
  const at = sectionAt(useAppState((state) => state.route.screen))
  const isHere = at !== undefined && place.id !== 'inbox' && place.sections.includes(at)
  if (isHere && at.path !== last) setLast(at.path)
  return last
}

/** Links to the sections of the current place. A place with one section has none, and neither has a presentation. */
export function SectionTabs() {
  const { navigation } = useApp()
  const screen = useAppState(({ route }) => route.screen)
  const filter = useAppState(({ route }) => route.filter)
  const isPresenting = useAppState(({ route }) => route.present)
  const place = placeOf(screen)
  if (place === undefined || place.sections.length === 1 || isPresenting) return null
  return (
    <nav data-part="section-tabs" className={styles.tabs} aria-label={frameWords.sectionsOf(place.label)}>
      {place.sections.map(({ path, label, command }) => (
        <a
          key={path}
          className={styles.tab}
          href={navigation.href({ screen: path, deliveryId: null, tab: 'overview', filter, scenario: null })}
          aria-current={path === screen ? 'page' : undefined}
          {...tip(`${label} (${keysFor(command).join()})`)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
