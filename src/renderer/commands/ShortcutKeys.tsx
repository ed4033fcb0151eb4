import { keyNames, paletteWords } from './words.ts'
import { Fragment } from 'react'
import { Kbd } from '../ui/basics/Kbd.tsx'
import styles from './ShortcutKeys.module.css'

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
    <span className={styles.keys}>
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
