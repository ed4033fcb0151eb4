import { useId, useState } from 'react'
import { readMoment } from '../../../../shared/filter/filterMoments.ts'
import type { ForwardRule, ForwardRules } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Stack } from '../../../ui/basics/Stack.tsx'
import { forwardWords as words } from './words.ts'

interface CatchUpDialogProps {
  environmentId: string
  rule: ForwardRule
  onStarted: (rules: ForwardRules) => void
  onClose: () => void
}

/** Asks since when an app missed deliveries, in the words of the filter. */
export function CatchUpDialog({ environmentId, rule, onStarted, onClose }: CatchUpDialogProps) {
  const client = useClient()
  const formId = useId()
  const [since, setSince] = useState('1h')
  const [isWrong, setWrong] = useState(false)
  const start = useCall(async (at: number) => {
    onStarted(
      await client.forwarding.catchUp({ id: environmentId, ruleId: rule.id, since: new Date(at).toISOString() }),
    )
    onClose()
  })
  const submit = () => {
    const at = readMoment(since.trim(), Date.now())
    setWrong(at === null)
    if (at !== null) void start.run(at)
  }
  return (
    <Dialog
      title={words.catchUpTitle(rule.name)}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={start.busy}>
            {words.start}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit}>
        <Stack gap={3}>
          <TextField
            label={words.since}
            mono
            hint={words.sinceHint}
            value={since}
            problem={isWrong ? words.sinceWrong : null}
            onChange={setSince}
          />
          <p className="muted">{words.catchUpText}</p>
          {start.problem !== null && <ErrorNote>{start.problem.message}</ErrorNote>}
        </Stack>
      </Form>
    </Dialog>
  )
}
