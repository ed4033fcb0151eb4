import { X } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { ModalDialog } from '../ui/ModalDialog.tsx'
import { uiWords } from '../ui/words.ts'
import { ShortcutKeys } from './ShortcutKeys.tsx'
import { type Shortcut, shortcuts } from './shortcuts.ts'
import { useShortcut } from './useShortcut.ts'
import { keyHelpWords } from './words.ts'
import styles from './KeyHelp.module.css'

const places = Object.keys(keyHelpWords.places) as Shortcut['place'][]
const groups = places
  .map((place) => ({ place, entries: shortcuts.filter((shortcut) => shortcut.place === place) }))
  .filter(({ entries }) => entries.length > 0)

interface KeyHelpProps {
  open: boolean
  /** Its own key was pressed. */
  onOpen: () => void
  onClose: () => void
}

/** The overview of keys, made from their table. */
export function KeyHelp({ open, onOpen, onClose }: KeyHelpProps) {
  useShortcut('help.keys', onOpen)
  return (
    <ModalDialog className={styles.dialog} aria-labelledby="key-help-title" open={open} onClose={onClose}>
      <header className={styles.head}>
        <h2 id="key-help-title">{keyHelpWords.title}</h2>
        <IconButton label={uiWords.close} icon={<X />} onClick={onClose} />
      </header>
      <p className={styles.lead}>{keyHelpWords.lead}</p>
      <div className={styles.groups}>
        {groups.map(({ place, entries }) => (
          <section key={place} className={styles.group} aria-label={keyHelpWords.places[place]}>
            <h3>{keyHelpWords.places[place]}</h3>
            <dl>
              {entries.map(({ id, keys, what }) => (
                <div key={id} className={styles.line}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </ModalDialog>
  )
}

/** Keys of which any does it; many of them as the first to the last. */
function Keys({ keys }: { keys: readonly string[] }) {
  const [first = '', last = ''] = [keys[0], keys.at(-1)]
  if (keys.length <= 2) return keys.map((key) => <ShortcutKeys key={key} keys={key} />)
  return (
    <>
      <Kbd>{first}</Kbd>–<Kbd>{last}</Kbd>
    </>
  )
}
