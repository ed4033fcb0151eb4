import { useState } from 'react'
import type { SandboxState } from '../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Section } from '../../ui/Section.tsx'
import { sandboxWords as words } from './words.ts'
import { creatable, silenceOf } from './sandboxTexts.ts'
import styles from './Sandbox.module.css'

/** A button for each type. Creating an object notifies, as far as the webhook-config wants it. */
export function CreateObjects({ sandbox }: { sandbox: SandboxState }) {
  const { client, navigation } = useApp()
  const environment = useAppState((state) => state.feed.status?.environment)
  const [type, setType] = useState<string | null>(null)
  const create = useCall(async (wanted: string) => client.sandbox.createObject({ type: wanted }))
  const silence = silenceOf(sandbox)
  return (
    <Section title={words.create} lead={silence === null ? words.createLead : words.createLeadSilent}>
      {silence !== null && (
        <ErrorNote look="warn" next={<a href={navigation.href({ screen: 'webhook-config' })}>{words.webhookConfig}</a>}>
          {silence}
        </ErrorNote>
      )}
      {environment !== undefined && environment.kind !== 'sandbox' && (
        <ErrorNote look="warn">{words.otherInUse(environment.name)}</ErrorNote>
      )}
      <div className={styles.buttons}>
        {creatable.map((entry) => (
          <Button
            key={entry.type}
            busy={create.busy && type === entry.type}
            onClick={() => {
              setType(entry.type)
              void create.run(entry.type)
            }}
          >
            {words.createType(entry.resourceType)}
          </Button>
        ))}
      </div>
      {create.problem !== null && <ErrorNote>{create.problem.message}</ErrorNote>}
      <p className={`muted ${styles.told}`} aria-live="polite">
        {create.answer !== undefined && create.problem === null && (
          <>
            {words.created(create.answer.resourceType, create.answer.label)}{' '}
            <a href={navigation.href({ screen: 'inbox', deliveryId: null })}>{words.seeInbox}</a>
          </>
        )}
      </p>
    </Section>
  )
}
