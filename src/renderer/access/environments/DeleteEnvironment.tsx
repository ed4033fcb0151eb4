import { useId, useState } from 'react'
import type { Environment } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { RadioField } from '../../tunnel/RadioField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { useToasts } from '../../ui/Toasts.tsx'
import { environmentWords } from '../../words/environments.ts'
import type { AboutEnvironment } from './aboutEnvironment.ts'
import { deliveryWords } from './deliveryCount.ts'
import { useDeliveryCount } from './useDeliveryCount.ts'

/** Says what goes and what stays before an environment is deleted. Its deliveries go only where that is chosen. */
export function DeleteEnvironment({ environment, onClose }: AboutEnvironment) {
  const client = useClient()
  const toasts = useToasts()
  const [withDeliveries, setWithDeliveries] = useState(false)
  const remove = useCall(async (id: string) =>
    client.environments.remove({ id, deliveries: withDeliveries ? 'true' : 'false' }),
  )
  const close = () => {
    remove.reset()
    setWithDeliveries(false)
    onClose()
  }
  const run = async ({ id, name }: Environment) => {
    const removed = await remove.run(id)
    if (removed === undefined) return
    toasts.done(environmentWords.deleted(name, removed.deliveries))
    close()
  }
  return (
    <Dialog
      title={environmentWords.deleteQuestion(environment?.name ?? '')}
      open={environment !== null}
      onClose={close}
      actions={
        environment !== null && (
          <>
            <Button onClick={close}>{environmentWords.keepIt}</Button>
            <Button look="danger" busy={remove.busy} onClick={() => void run(environment)}>
              {environmentWords.deleteIt}
            </Button>
          </>
        )
      }
    >
      <p>{environmentWords.deleteNote}</p>
      {environment !== null && (
        <Deliveries id={environment.id} withDeliveries={withDeliveries} onChange={setWithDeliveries} />
      )}
      {remove.problem !== null && <ErrorNote>{remove.problem.message}</ErrorNote>}
    </Dialog>
  )
}

interface DeliveriesProps {
  id: string
  withDeliveries: boolean
  onChange: (withDeliveries: boolean) => void
}

/** The choice of what becomes of its deliveries, with how many there are. */
function Deliveries({ id, withDeliveries, onChange }: DeliveriesProps) {
  const noteId = useId()
  const count = useDeliveryCount(id)
  if (count === 0) return <p className="muted">{environmentWords.noDeliveries}</p>
  const words = deliveryWords(count)
  return (
    <fieldset className="environment-choice">
      <legend className="field-label">{environmentWords.itsDeliveries}</legend>
      <RadioField
        name={noteId}
        label={environmentWords.keep(words)}
        checked={!withDeliveries}
        noteId={`${noteId}-keep`}
        onChange={() => onChange(false)}
      />
      <p id={`${noteId}-keep`} className="field-note environment-choice-note">
        {environmentWords.keepNote}
      </p>
      <RadioField
        name={noteId}
        label={environmentWords.deleteToo(words)}
        checked={withDeliveries}
        noteId={`${noteId}-delete`}
        onChange={() => onChange(true)}
      />
      <p id={`${noteId}-delete`} className="field-note environment-choice-note">
        {environmentWords.deleteTooNote}
      </p>
    </fieldset>
  )
}
