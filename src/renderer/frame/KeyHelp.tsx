import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { isTyping } from '../ui/isTyping.ts'
import './KeyHelp.css'

const dialogId = 'key-help'

/** Opens the overview of keys. */
export function openKeyHelp(): void {
  const dialog = document.querySelector<HTMLDialogElement>(`#${dialogId}`)
  if (dialog !== null && !dialog.open) dialog.showModal()
}

const groups: readonly { title: string; keys: readonly [keys: readonly string[], what: string][] }[] = [
  {
    title: 'List',
    keys: [
      [['j', '↓'], 'Next delivery, older'],
      [['k', '↑'], 'Previous delivery, newer'],
      [['Home', 'End'], 'Newest, oldest loaded'],
      [['Enter'], 'Into the delivery'],
      [['/'], 'Filter'],
      [['l'], 'Live: follow the newest; again to pause'],
      [['Esc'], 'Back to the list; then clear the filter'],
    ],
  },
  {
    title: 'Delivery',
    keys: [
      [['1', '–', '6'], 'Overview, Body, Headers, Signature, Object, Attempts'],
      [['f'], 'Run follow-up again'],
      [['c'], 'Copy as cURL'],
    ],
  },
  { title: 'Everywhere', keys: [[['?'], 'This overview']] },
]

export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event)) return
      event.preventDefault()
      openKeyHelp()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <dialog ref={dialog} id={dialogId} className="dialog key-help" aria-labelledby="key-help-title">
      <header className="dialog-head">
        <h2 id="key-help-title">Keys</h2>
        <IconButton label="Close" icon={<X />} onClick={() => dialog.current?.close()} />
      </header>
      {groups.map(({ title, keys }) => (
        <section key={title} className="key-group" aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([names, what]) => (
              <div key={what} className="key-line">
                <dt>
                  {names.map((name) => (name === '–' ? <span key={name}>–</span> : <Kbd key={name}>{name}</Kbd>))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  )
}
