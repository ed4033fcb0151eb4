import { Fragment } from 'react'
import { Kbd } from '../ui/Kbd.tsx'
import { paletteWords } from './words.ts'
import { formatKeys, isMac } from './formatKeys.ts'
import styles from './ShortcutKeys.module.css'

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
