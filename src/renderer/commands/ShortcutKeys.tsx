import { Fragment, useEffect, useState } from 'react'
import { keyNames, paletteWords } from './words.ts'
import { fullLabel, type Section, sections } from './screens.ts'
import { useApp } from '../data/state/useApp.ts'
import { isTyping } from '../ui/hooks/typing.ts'
import { keysFor } from './shortcuts.ts'
import styles from './Palette.module.css'

/** A shortcut of the table as keys to draw: "Mod+k" -> [["Ctrl", "K"]], "g i" -> [["g"], ["i"]]. Each part after the other. */
export function formatKeys(keys: string, isMac: boolean): string[][] {
  if (keys === ' ') return [[keyNames[' '] ?? keys]]
  return keys.split(' ').map((press) =>
    withShift(press)
      .split(/\+(?=.)/)
      .map((key) => keyLabel(key, press, isMac)),
  )
}

function keyLabel(key: string, press: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? '⌘' : 'Ctrl'
  if (press.startsWith('Mod+')) return key.toUpperCase()
  return keyNames[key] ?? key
}

/** A capital alone is typed with Shift, which has to be said: drawn keys are capitals to many eyes. */
function withShift(press: string): string {
  return /^[A-Z]$/.test(press) ? `Shift+${press}` : press
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** A shortcut, drawn as keys. */
export function ShortcutKeys({ keys }: { keys: string }) {
  return (
    <span className={styles.shortcutKeysKeys}>
      {formatKeys(keys, isMac()).map((press, at) => (
        <Fragment key={press.join('+')}>
          {at > 0 && <span className={styles.then}>{paletteWords.thenKey}</span>}
          {press.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}

const firstKey = 'g'
/** How long the first key waits for the second, ms. */
const waitMs = 2500

/** "g" and then a letter goes to a section. While it waits for the letter, it shows all of them. */
export function GoKeys() {
  const { navigation } = useApp()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const wait = (on: boolean) => {
      clearTimeout(waiting)
      waiting = on ? setTimeout(() => wait(false), waitMs) : undefined
      setShown(on)
    }
    const onKey = (event: KeyboardEvent) => {
      const isSecond = waiting !== undefined && event.key !== 'Shift'
      if (isSecond) wait(false)
      if (isTyping(event)) return
      const target = isSecond ? sections.find((section) => letterOf(section) === event.key) : undefined
      if (target !== undefined) navigation.go({ screen: target.path })
      else if (event.key === firstKey) wait(!isSecond)
      else if (!isSecond || event.key !== 'Escape') return
      event.preventDefault()
    }
    // Before all other shortcuts: the second letter is not theirs.
    document.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(waiting)
    }
  }, [navigation])
  if (!shown) return null
  // Screen readers have the letters in the overview of keys; read out here, they would come too late.
  return (
    <div className={styles.goKeys} aria-hidden="true">
      {sections.map((section) => (
        <span key={section.path} className={styles.goKey}>
          <Kbd>{letterOf(section)}</Kbd>
          {fullLabel(section.path)}
        </span>
      ))}
    </div>
  )
}

function letterOf({ command }: Section): string {
  return keysFor(command)[0]?.split(' ')[1] ?? ''
}
