import { CircleQuestionMark } from 'lucide-react'
import { type ScreenEntry, screens } from '../screens.tsx'
import { useApp, useAppState } from '../state/useApp.ts'
import { keysFor } from '../palette/shortcuts.ts'
import { Mark } from '../ui/Mark.tsx'
import { frameWords } from '../words/frame.ts'
import { openKeyHelp } from './KeyHelp.tsx'
import './Rail.css'

/** The way between screens. */
export function Rail() {
  return (
    <nav className="rail" aria-label={frameWords.screens}>
      <div className="rail-name">
        <Mark />
        <span className="rail-label">{frameWords.app}</span>
      </div>
      <ul className="rail-list">
        {screens.map((screen) => (
          <RailItem key={screen.path} screen={screen} />
        ))}
      </ul>
      <button
        type="button"
        className="rail-link"
        title={`${frameWords.keys} (${keysFor('help').join()})`}
        onClick={openKeyHelp}
      >
        <CircleQuestionMark aria-hidden="true" />
        <span className="rail-label">{frameWords.keys}</span>
      </button>
    </nav>
  )
}

function RailItem({ screen }: { screen: ScreenEntry }) {
  const offered = useAppState((state) => screen.offered?.(state) ?? true)
  if (!offered) return null
  return (
    <li className={screen.low === true ? 'rail-low' : undefined}>
      <RailLink screen={screen} />
    </li>
  )
}

function RailLink({ screen: { path, label, shortcut, Icon } }: { screen: ScreenEntry }) {
  const { navigation } = useApp()
  const current = useAppState((state) => state.route.screen === path)
  const filter = useAppState((state) => state.route.filter)
  return (
    <a
      className="rail-link"
      href={navigation.href({ screen: path, deliveryId: null, tab: 'overview', filter })}
      aria-current={current ? 'page' : undefined}
      title={`${label} (${keysFor(shortcut).join()})`}
    >
      <Icon aria-hidden="true" />
      <span className="rail-label">{label}</span>
    </a>
  )
}
