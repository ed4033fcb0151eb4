import { ChevronDown, Layers } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { keysFor, tableCommand, useShortcut } from '../../commands/shortcuts.tsx'
import { useCommands } from '../../commands/useCommands.ts'
import { paletteWords } from '../../commands/words.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { EnvironmentMark } from '../../ui/basics/EnvironmentMark.tsx'
import { lazily } from '../../ui/notes/Notes.tsx'
import { tip } from '../../ui/basics/Button.tsx'
import { EnvironmentChoice } from './EnvironmentChoice.tsx'
import styles from './EnvironmentSwitcher.module.css'
import { frameWords } from './words.ts'

/** Opened by hand, so they load after the page takes input. */
const CreateEnvironment = lazily(
  frameWords.newEnvironment,
  async () => (await import('../../features/environment/general/CreateEnvironment.tsx')).CreateEnvironment,
)
const ImportEnvironments = lazily(
  frameWords.importEnvironments,
  async () => (await import('../../features/environment/general/ImportEnvironments.tsx')).ImportEnvironments,
)

/** Loads the dialogs before they are opened. */
export const preloadEnvironmentDialogs = async () =>
  Promise.all([CreateEnvironment.preload(), ImportEnvironments.preload()])

/** The environment in use, on every screen; opens a list of all, which may be hundreds. */
export function EnvironmentSwitcher() {
  const button = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<number | null>(null)
  const environment = useAppState((state) => state.feed.status?.environment)
  const everywhere = useAppState(({ route }) => route.everywhere && route.screen === 'inbox')
  const isStale = useIsStale()
  const open = useCallback(() => setLeft(button.current?.getBoundingClientRect().left ?? 0), [])
  const close = useCallback(() => setLeft(null), [])
  useShortcut('environment.switch', open)
  const { store } = useApp()
  const [isImporting, setImporting] = useState(false)
  const openNew = useCallback(() => store.setState({ newEnvironment: { sender: 'service' } }), [store])
  const ask = useCallback(
    (what: 'new' | 'import') => {
      setLeft(null)
      if (what === 'new') openNew()
      else setImporting(true)
    },
    [openNew],
  )
  useCommands(() => [
    { ...tableCommand('environment.switch'), group: 'environment', run: open },
    {
      ...tableCommand('environment.new'),
      group: 'environment',
      alsoFoundBy: paletteWords.also.newEnvironment,
      run: openNew,
    },
    {
      ...tableCommand('environment.import'),
      group: 'environment',
      alsoFoundBy: paletteWords.also.importEnvironments,
      run: () => setImporting(true),
    },
  ])
  if (environment === undefined) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        data-part="environment"
        className={styles.button}
        aria-haspopup="dialog"
        disabled={isStale}
        {...tip(`${environment.name}: ${frameWords.switchEnvironment} (${keysFor('environment.switch').join()})`)}
        onClick={open}
      >
        <span className="unseen">{frameWords.environment}: </span>
        {everywhere ? (
          <span className={styles.all}>
            <Layers aria-hidden="true" />
            <span className="truncate">{frameWords.allEnvironments}</span>
          </span>
        ) : (
          <EnvironmentMark environment={environment} />
        )}
        <ChevronDown aria-hidden="true" />
      </button>
      {everywhere && (
        <span className={styles.inUse}>
          <span className={styles.inUseWord}>{frameWords.inUse}</span>{' '}
          <EnvironmentMark environment={environment} brief />
        </span>
      )}
      <EnvironmentChoice left={left} onClose={close} onAsk={ask} />
      <NewEnvironment />
      {isImporting && <ImportEnvironments open onClose={() => setImporting(false)} />}
    </>
  )
}

/** The dialog, opened from here, the palette, or a card of the inbox. */
function NewEnvironment() {
  const { store } = useApp()
  const asked = useAppState((state) => state.newEnvironment)
  if (asked === null) return null
  return <CreateEnvironment open sender={asked.sender} onClose={() => store.setState({ newEnvironment: null })} />
}
