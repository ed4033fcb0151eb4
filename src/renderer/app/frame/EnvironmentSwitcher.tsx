import { ChevronDown, Layers } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { keysFor, useShortcut } from '../../commands/shortcuts.ts'
import { useAppState, useIsStale } from '../../data/state/useApp.ts'
import { EnvironmentMark } from '../../ui/EnvironmentMark.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { FinderDialog } from '../../ui/Finder.tsx'
import { tip } from '../../ui/tip.ts'
import styles from './EnvironmentSwitcher.module.css'
import { frameWords } from './words.ts'

/** It is opened by hand, so it comes after the page takes input. */
const EnvironmentChoice = lazily(
  frameWords.environments,
  async () => (await import('./EnvironmentChoice.tsx')).EnvironmentChoice,
)

/** How to load it before it is opened. */
export const preloadEnvironmentChoice = EnvironmentChoice.preload

/** The environment in use, on every screen, and the way to another one of up to hundreds. */
export function EnvironmentSwitcher() {
  const button = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState<number | null>(null)
  const environment = useAppState((state) => state.feed.status?.environment)
  const everywhere = useAppState(({ route }) => route.everywhere && route.screen === 'inbox')
  const isStale = useIsStale()
  const open = useCallback(() => setLeft(button.current?.getBoundingClientRect().left ?? 0), [])
  const close = useCallback(() => setLeft(null), [])
  useShortcut('environment.switch', open)
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
      <FinderDialog
        className={styles.dialog}
        style={{ left: left ?? 0 }}
        aria-label={frameWords.environments}
        open={left !== null}
        onClose={close}
      >
        {left !== null && <EnvironmentChoice onClose={close} />}
      </FinderDialog>
    </>
  )
}
