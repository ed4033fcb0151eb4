import { useState } from 'react'
import { defaultResourcePaths } from '../../../shared/defaultResourcePaths.ts'
import { isVerified } from '../../../shared/model.ts'
import type { Delivery, Environment } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../data/state/useApp.ts'
import { useCall } from '../../data/state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DoneNote } from '../../ui/DoneNote.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Row, Stack } from '../../ui/Stack.tsx'
import { Preview } from '../setup/settings/PathPreview.tsx'
import { pathOf, templateProblem, withPath } from '../setup/settings/resourcePaths.ts'
import { repairWords as words } from './followUpWords.ts'

/** Whether the path of a type is what kept an object from being fetched: none is known, or the service has nothing there. */
export function needsPath({ followUp: { state, status, why }, verdict, resourceId }: Delivery): boolean {
  if (!isVerified(verdict) || resourceId === null) return false
  if (state === 'skipped') return why?.code === 'no-path' || why?.code === 'path-leaves-base'
  return state === 'failed' && status === 404
}

/**
 * The path of a type beside the failure that it caused: tried with this delivery, then saved for all that failed. It stays
 * when the try was good, to be saved.
 */
export function RepairPath({ delivery }: { delivery: Delivery }) {
  const [wasNeeded, setNeeded] = useState(false)
  const needed = needsPath(delivery)
  if (needed && !wasNeeded) setNeeded(true)
  return needed || wasNeeded ? <PathOfDelivery delivery={delivery} /> : null
}

function PathOfDelivery({ delivery }: { delivery: Delivery }) {
  const environment = useAppState(({ feed }) => feed.environments.find(({ id }) => id === delivery.environmentId))
  const { resourceType, resourceId } = delivery
  if (environment === undefined || resourceType === null || resourceId === null) return null
  return <PathForm delivery={delivery} environment={environment} object={{ resourceType, resourceId }} />
}

interface PathFormProps {
  delivery: Delivery
  environment: Environment
  object: { resourceType: string; resourceId: string }
}

function PathForm({ delivery, environment, object: { resourceType, resourceId } }: PathFormProps) {
  const client = useClient()
  const { id, resourcePaths, baseUrl } = environment
  const now = pathOf(resourcePaths, resourceType) ?? pathOf(defaultResourcePaths(), resourceType) ?? ''
  const [typed, setTyped] = useState(now)
  const template = typed.trim()
  const problem = template === '' ? null : templateProblem(template)
  const ready = template !== '' && problem === null
  const attempt = useCall(async () => client.deliveries.followUp({ id: delivery.id, resourcePath: template }))
  const save = useCall(async () => {
    await client.environments.update({ id, resourcePaths: withPath(resourcePaths, resourceType, template) })
    return (await client.environments.runFailedFollowUps({ id })).waiting
  })
  // What else came of it is said above, by the follow-up itself.
  const isFetched = attempt.answer?.followUp.state === 'done'
  return (
    <Form
      aria-label={words.title(resourceType)}
      onSubmit={() => {
        if (ready) void attempt.run()
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
          <Button type="submit" busy={attempt.busy} disabled={!ready}>
            {words.attempt}
          </Button>
          <Button busy={save.busy} disabled={!ready || attempt.busy} onClick={() => void save.run()}>
            {words.save}
          </Button>
        </Row>
        {isFetched && save.answer === undefined && <DoneNote>{words.fetched}</DoneNote>}
        {[attempt.problem, save.problem].map(
          (failed) => failed !== null && <ErrorNote key={failed.message}>{failed.message}</ErrorNote>,
        )}
        {save.answer !== undefined && <DoneNote>{words.saved(save.answer)}</DoneNote>}
      </Stack>
    </Form>
  )
}
