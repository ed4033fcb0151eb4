import { Eye, EyeOff } from 'lucide-react'
import type { Environment, SharedSecretState } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyValue } from '../../ui/CopyValue.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { Section } from '../../ui/Section.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { filled } from '../../words/filled.tsx'
import { secretWords } from '../../words/webhookConfig.ts'
import { AddSecret } from './AddSecret.tsx'
import { CheckAll } from './CheckAll.tsx'
import { Rotation } from './Rotation.tsx'
import { secretStanding } from './secretStanding.ts'
import { useLiveUses } from './useLiveUses.ts'
import './SharedSecrets.css'

/** Every secret that this environment's deliveries are checked against, and the way from one to the next. */
export function SharedSecrets({ environment: stored }: { environment: Environment }) {
  const environment = useLiveUses(stored)
  return (
    <>
      <Section title={secretWords.title} lead={secretWords.lead} actions={<CheckAll />}>
        {environment.sharedSecrets.length > 0 && <SecretTable environment={environment} />}
        <AddSecret environment={environment} />
      </Section>
      <Rotation environment={environment} />
    </>
  )
}

function SecretTable({ environment }: { environment: Environment }) {
  const client = useClient()
  const retire = useCall(async (secretId: string, retired: boolean) =>
    client.environments.retireSecret({ id: environment.id, secretId, retired }),
  )
  const reveal = useCall(async (secretId: string) => ({
    secretId,
    ...(await client.environments.reveal({ id: environment.id, secret: 'sharedSecret', secretId })),
  }))
  const shown = reveal.problem === null ? reveal.answer : undefined
  const shownSecret = environment.sharedSecrets.find(({ id }) => id === shown?.secretId)
  const problem = retire.problem ?? reveal.problem
  return (
    <>
      <Table label={secretWords.title} head={secretWords.head} actions>
        {environment.sharedSecrets.map((secret) => (
          <SecretRow
            key={secret.id}
            secret={secret}
            busy={retire.busy}
            isShown={secret.id === shownSecret?.id}
            onShow={() => (secret.id === shownSecret?.id ? reveal.reset() : void reveal.run(secret.id))}
            onRetire={(retired) => void retire.run(secret.id, retired)}
          />
        ))}
      </Table>
      {shown !== undefined && shownSecret !== undefined && (
        <p className="secret-shown" aria-live="polite">
          {filled(secretWords.shown, {
            label: <span className="muted">{shownSecret.label}</span>,
            text: <CopyValue text={shown.text} what={secretWords.theSecret} />,
          })}
        </p>
      )}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
    </>
  )
}

interface SecretRowProps {
  secret: SharedSecretState
  busy: boolean
  /** Its text stands below the table. One at a time does. */
  isShown: boolean
  onShow: () => void
  onRetire: (retired: boolean) => void
}

function SecretRow({ secret, busy, isShown, onShow, onRetire }: SecretRowProps) {
  const standing = secretStanding(secret)
  const isRetired = standing === 'retired'
  const fingerprint = secret.fingerprint ?? ''
  return (
    <tr data-standing={standing}>
      <th scope="row">{secret.label}</th>
      <td>
        <Time at={secret.createdAt} form="ago" />
      </td>
      <td className="mono">{secret.fingerprint}</td>
      <td>
        {secret.lastUsedAt === null ? (
          <span className="muted">{secretWords.never}</span>
        ) : (
          <Time at={secret.lastUsedAt} form="ago" />
        )}
      </td>
      <td>
        <span className="secret-standing">
          <Seal verdict={standingSeals[standing]} />
          <span>
            {secret.retiredAt === null
              ? secretWords.standings[standing]
              : filled(secretWords.retiredSince, { time: <Time at={secret.retiredAt} /> })}
          </span>
        </span>
      </td>
      <td className="table-actions">
        <span className="secret-actions">
          <IconButton
            label={isShown ? secretWords.hide(fingerprint) : secretWords.reveal(fingerprint)}
            icon={isShown ? <EyeOff /> : <Eye />}
            onClick={onShow}
          />
          {!secret.current && (
            <Button
              look="quiet"
              busy={busy}
              aria-label={isRetired ? secretWords.acceptNamed(fingerprint) : secretWords.retireNamed(fingerprint)}
              onClick={() => onRetire(!isRetired)}
            >
              {isRetired ? secretWords.accept : secretWords.retire}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

const standingSeals = { current: 'valid', accepted: 'valid-previous', retired: 'no-secret' } as const
