import { useMutation } from '@tanstack/react-query'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { Check, Ellipsis, Minus, RotateCw, X } from 'lucide-react'
import { isVerified, type FollowUp } from '../../../../shared/model.ts'
import type { Delivery, Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState, useCalls, useClient } from '../../../data/state/useApp.ts'
import { useProductionGuard } from '../../../commands/environments.tsx'
import { productionWords } from '../../../commands/words.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { canFetch } from '../../../data/state/deliveryCalls.ts'
import { followUpPanelWords, type FollowUpWords, followUpWords, nextTryWords, repairWords as words } from './words.ts'
import styles from './ObjectPanels.module.css'
import { useNow } from '../../../ui/basics/Time.tsx'
import { useState } from 'react'
import { defaultResourcePaths } from '../../../../shared/defaultResourcePaths.ts'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import {
  needsCredentials,
  RepairCredentials,
  useFailedFollowUps,
} from '../../environment/connection/RepairCredentials.tsx'
import { saveAndRun } from '../../environment/connection/words.ts'
import { pathOf, Preview, templateProblem, withPath } from '../../environment/object-paths/PathLine.tsx'

/** The state of the follow-up and its reason, with the actions that help. */
export function FollowUpPanel({ delivery }: { delivery: Delivery }) {
  const { navigation, calls } = useApp()
  const { id } = delivery
  const again = useMutation(calls.deliveries.followUp.mutationOptions())
  const cancel = useMutation(calls.deliveries.cancelFollowUp.mutationOptions())
  const { word, why, state, fix } = followUpWords(delivery)
  // Nothing is fetched for a delivery out of a file.
  const isOwn = delivery.foreign === undefined
  const environment = useAppState(({ feed }) => feed.environments.find(isOf(delivery)))
  const can = isOwn && canFetch(environment) && isVerified(delivery.verdict) && delivery.resourceId !== null
  const error = again.error ?? cancel.error
  const isRepairedHere = needsPath(delivery) || (environment?.kind === 'service' && needsCredentials(delivery))
  return (
    <section
      data-part="follow-up-panel"
      className={styles.followUpPanel}
      data-state={state}
      aria-label={followUpPanelWords.followUp}
    >
      <div className={styles.followUpSign}>
        <Sign state={state} />
      </div>
      <div className={styles.followUpText}>
        <h3>{word}</h3>
        <p aria-live="polite">{why}</p>
        <p>{isOwn && <NextTry followUp={delivery.followUp} />}</p>
        {isOwn && fix !== null && !isRepairedHere && (
          <a href={navigation.href({ screen: fix.screen, deliveryId: null })}>{fix.label}</a>
        )}
        {cancel.data?.followUp === null && <p role="status">{followUpPanelWords.endedBefore}</p>}
        {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      </div>
      <div className={styles.followUpActions}>
        {isOwn && state === 'open' && (
          <Button icon={<X aria-hidden="true" />} busy={cancel.isPending} onClick={() => cancel.mutate({ id })}>
            {followUpPanelWords.cancel}
          </Button>
        )}
        {can && (
          <Button icon={<RotateCw aria-hidden="true" />} busy={again.isPending} onClick={() => again.mutate({ id })}>
            {followUpPanelWords.runAgain}
          </Button>
        )}
      </div>
    </section>
  )
}

function Sign({ state }: { state: FollowUpWords['state'] }) {
  switch (state) {
    case 'done':
      return <Check aria-hidden="true" />
    case 'failed':
      return <X aria-hidden="true" />
    case 'open':
      return <Ellipsis aria-hidden="true" />
    case 'none':
      return <Minus aria-hidden="true" />
  }
}

/** When a follow-up that failed is tried again, counted down. Nothing where it is not. */
export function NextTry({ followUp }: { followUp: FollowUp }) {
  if (followUp.state !== 'waiting' || followUp.dueAt == null) return null
  return <Countdown followUp={followUp} />
}

function Countdown({ followUp }: { followUp: FollowUp }) {
  const now = useNow(1000)
  return (
    <span className="numbers" role="timer">
      {nextTryWords(followUp, now)}
    </span>
  )
}

/** Whether the path of a type is what kept an object from being fetched: none is known, or the service has nothing there. */
function needsPath({ followUp: { state, status, why }, verdict, resourceId }: Delivery): boolean {
  if (!isVerified(verdict) || resourceId === null) return false
  if (state === 'skipped') return why?.code === 'no-path' || why?.code === 'path-leaves-base'
  return state === 'failed' && status === 404
}

function isOf({ environmentId }: Delivery): (environment: Environment) => boolean {
  return ({ id }) => id === environmentId
}

/**
 * Repairs the cause of a failed follow-up next to it: the path of the type, or the credentials. Shows only the form that is
 * needed now; the last one stays to report the result, or to save a path that was tried.
 */
export function RepairFollowUp({ delivery }: { delivery: Delivery }) {
  const needed = needsPath(delivery) ? 'path' : needsCredentials(delivery) ? 'credentials' : null
  const [shown, setShown] = useState(needed)
  if (needed !== null && needed !== shown) setShown(needed)
  if (delivery.foreign !== undefined) return null
  switch (shown) {
    case 'path':
      return <PathOfDelivery delivery={delivery} needed={needed !== null} />
    case 'credentials':
      return <RepairCredentials delivery={delivery} needed={needed !== null} />
    case null:
      return null
  }
}

/** The path of a type, next to the failure it caused: tried with this delivery, then saved for all that failed. */
function PathOfDelivery({ delivery, needed }: { delivery: Delivery; needed: boolean }) {
  const environment = useAppState(({ feed }) => feed.environments.find(isOf(delivery)))
  const { resourceType, resourceId } = delivery
  if (environment === undefined || resourceType === null || resourceId === null) return null
  return <PathForm {...{ delivery, needed, environment }} object={{ resourceType, resourceId }} />
}

interface PathFormProps {
  delivery: Delivery
  /** The object could not be fetched yet. */
  needed: boolean
  environment: Environment
  object: { resourceType: string; resourceId: string }
}

function PathForm({ delivery, needed, environment, object: { resourceType, resourceId } }: PathFormProps) {
  const client = useClient()
  const { id, resourcePaths, baseUrl } = environment
  const now = pathOf(resourcePaths, resourceType) ?? pathOf(defaultResourcePaths(), resourceType) ?? ''
  const [typed, setTyped] = useState(now)
  const template = typed.trim()
  const problem = template === '' ? null : templateProblem(template)
  const ready = template !== '' && problem === null
  const failed = useFailedFollowUps(environment, resourceType)
  const attempt = useMutation(useCalls().deliveries.followUp.mutationOptions())
  const save = useMutation({
    mutationFn: async () => {
      await client.environments.update({ id, resourcePaths: withPath(resourcePaths, resourceType, template) })
      return (await client.environments.runFailedFollowUps({ id, resourceType })).waiting
    },
  })
  const mayGoOn = useProductionGuard()
  const saveAsked = async () => {
    if (await mayGoOn(environment, productionWords.run)) save.mutate()
  }
  // The follow-up panel above shows any other result.
  const isFetched = attempt.data?.followUp.state === 'done'
  const result = save.isSuccess && <DoneNote>{words.saved(save.data)}</DoneNote>
  if (result !== false && !needed) return result
  return (
    <Form
      aria-label={words.title(resourceType)}
      onSubmit={() => {
        if (ready) attempt.mutate({ id: delivery.id, resourcePath: template })
      }}
    >
      <Stack gap={2}>
        <TextField
          label={words.title(resourceType)}
          mono
          value={typed}
          onChange={(text) => {
            setTyped(text)
            attempt.reset()
          }}
          problem={problem}
          hint={ready ? <Preview template={template} baseUrl={baseUrl} resourceId={resourceId} /> : words.example}
        />
        <Row gap={2}>
          <Button type="submit" look={isFetched ? 'plain' : 'primary'} busy={attempt.isPending} disabled={!ready}>
            {words.attempt}
          </Button>
          <Button
            look={isFetched ? 'primary' : 'plain'}
            busy={save.isPending}
            disabled={!ready || attempt.isPending}
            onClick={() => void saveAsked()}
          >
            {saveAndRun(failed)}
          </Button>
        </Row>
        {isFetched && !save.isSuccess && <DoneNote>{words.fetched}</DoneNote>}
        {[attempt.error, save.error].map(
          (wrong) => wrong !== null && <ErrorNote key={wrong.message}>{wrong.message}</ErrorNote>,
        )}
        {result}
      </Stack>
    </Form>
  )
}
