import { Building2, CornerUpRight, Plug, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApp } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { goLiveWords as words } from './words.ts'
import styles from './Setup.module.css'

/** Next steps after the demo. */
export function NextSteps() {
  const { client, navigation, store } = useApp()
  const forge = useCall(async () => {
    await client.sandbox.sendSpecial({ kind: 'tampered' })
    // The forged one is the newest, which the pane then shows; a chosen delivery would hold the list.
    navigation.go({ screen: 'inbox', deliveryId: null })
  })
  const connect = (sender: string) => () => store.setState({ newEnvironment: { sender } })
  return (
    <section className={styles.next} aria-label={words.next}>
      <h2>{words.next}</h2>
      <ul>
        <Card icon={<ShieldAlert />} title={words.forge} note={words.forgeNote} onClick={() => void forge.run()} />
        <Card icon={<Plug />} title={words.connectSender} note={words.connectSenderNote} onClick={connect('stripe')} />
        <Card
          icon={<Building2 />}
          title={words.connectService}
          note={words.connectServiceNote}
          onClick={connect('service')}
        />
        <Card
          icon={<CornerUpRight />}
          title={words.forward}
          note={words.forwardNote}
          onClick={() => navigation.go({ screen: 'forwarding', deliveryId: null })}
        />
      </ul>
      {forge.problem !== null && <ErrorNote>{forge.problem.message}</ErrorNote>}
    </section>
  )
}

interface CardProps {
  icon: ReactNode
  title: string
  note: string
  onClick: () => void
}

function Card({ icon, title, note, onClick }: CardProps) {
  return (
    <li>
      <button type="button" className={styles.card} onClick={onClick}>
        <span aria-hidden="true">{icon}</span>
        <span className={styles.cardTitle}>{title}</span>
        <span className="muted">{note}</span>
      </button>
    </li>
  )
}
