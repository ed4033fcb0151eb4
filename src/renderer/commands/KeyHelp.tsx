import { X } from 'lucide-react'
import { useRef } from 'react'
import { ShortcutKeys } from './ShortcutKeys.tsx'
import { type Shortcut, shortcuts } from './shortcuts.ts'
import { useShortcut } from './useShortcut.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { uiWords } from '../ui/words.ts'
import { keyHelpWords } from './words.ts'
import './KeyHelp.css'

const dialogId = 'key-help'

/** Opens the overview of keys. */
export function openKeyHelp(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${dialogId}`)
  if (dialog !== null && !dialog.open) dialog.showModal()
}

const places = Object.keys(keyHelpWords.places) as Shortcut['place'][]
const groups = places
  .map((place) => ({ place, entries: shortcuts.filter((shortcut) => shortcut.place === place) }))
  .filter(({ entries }) => entries.length > 0)

/** The overview of keys, made from their table. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  useShortcut('help.keys', openKeyHelp)
  return (
    <dialog ref={dialog} id={dialogId} className="dialog key-help" aria-labelledby="key-help-title">
      <header className="dialog-head">
        <h2 id="key-help-title">{keyHelpWords.title}</h2>
        <IconButton label={uiWords.close} icon={<X />} onClick={() => dialog.current?.close()} />
      </header>
      <p className="key-lead">{keyHelpWords.lead}</p>
      <div className="key-groups">
        {groups.map(({ place, entries }) => (
          <section key={place} className="key-group" aria-label={keyHelpWords.places[place]}>
            <h3>{keyHelpWords.places[place]}</h3>
            <dl>
              {entries.map(({ id, keys, what }) => (
                <div key={id} className="key-line">
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
    </dialog>
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
