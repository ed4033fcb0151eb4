import { useState } from 'react'
import type { SandboxSpecialKind } from '../../../shared/wireTypes.ts'
import { useApp } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { Section } from '../../ui/Section.tsx'
import { sandboxWords as words } from './words.ts'
import { specials } from './sandboxTexts.ts'
import styles from './Sandbox.module.css'

/** Deliveries that are wrong on purpose. */
export function SpecialDeliveries() {
  const { client, navigation } = useApp()
  const [chosen, setChosen] = useState<SandboxSpecialKind | null>(null)
  const send = useCall(async (kind: SandboxSpecialKind) => client.sandbox.sendSpecial({ kind }))
  return (
    <Section title={words.special} lead={words.specialLead}>
      <ul>
        {specials.map(({ kind, label, verdict, expect }) => (
          <li key={kind} className={styles.special}>
            <Button
              busy={send.busy && chosen === kind}
              aria-describedby={`special-${kind}`}
              onClick={() => {
                setChosen(kind)
                void send.run(kind)
              }}
            >
              {label}
            </Button>
            <Seal verdict={verdict} />
            <p id={`special-${kind}`} className="muted">
              {expect}
            </p>
          </li>
        ))}
      </ul>
      {send.problem !== null && (
        <ErrorNote next={<a href={navigation.href({ screen: 'webhook-config' })}>{words.webhookConfig}</a>}>
          {send.problem.message}
        </ErrorNote>
      )}
      <p className={`muted ${styles.told}`} aria-live="polite">
        {send.answer !== undefined && send.problem === null && (
          <>
            {words.onItsWay} <a href={navigation.href({ screen: 'inbox', deliveryId: null })}>{words.seeInbox}</a>
          </>
        )}
      </p>
    </Section>
  )
}
