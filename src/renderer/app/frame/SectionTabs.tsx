import { placeOf } from '../../commands/screens.ts'
import { keysFor } from '../../commands/shortcuts.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { tip } from '../../ui/basics/tip.ts'
import { frameWords } from './words.ts'
import styles from './SectionTabs.module.css'

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
          href={navigation.href({ screen: path, deliveryId: null, tab: 'overview', filter })}
          aria-current={path === screen ? 'page' : undefined}
          {...tip(`${label} (${keysFor(command).join()})`)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
