import { useState } from 'react'
import type { Environment, OrderInput, OrderRun } from '../../../../shared/wireTypes.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { orderWords } from './words.ts'

interface OrdersFormProps {
  environment: Environment
  /** The last run. */
  last: OrderRun | null
  busy: boolean
  onStart: (input: OrderInput) => void
}

/** Whose deliveries are played, to which app, and how the app is reset and read. */
export function OrdersForm({ environment, last, busy, onStart }: OrdersFormProps) {
  const [type, setType] = useState(last?.resourceType ?? '')
  const [id, setId] = useState(last?.resourceId ?? '')
  const [to, setTo] = useState(last?.to ?? '')
  const [reset, setReset] = useState('')
  const [state, setState] = useState('')
  const [ignore, setIgnore] = useState('')
  const [tried, setTried] = useState(false)
  const missing = (text: string) => (tried && text.trim() === '' ? orderWords.missing : undefined)
  const submit = () => {
    setTried(true)
    if ([type, id, to, reset].some((text) => text.trim() === '')) return
    onStart({
      resourceType: type.trim(),
      resourceId: id.trim(),
      environment: environment.id,
      to: to.trim(),
      reset: reset.trim(),
      ignore: ignore.split(/\s+/).filter((each) => each !== ''),
      ...(state.trim() === '' ? {} : { state: state.trim() }),
    })
  }
  return (
    <Form onSubmit={submit} aria-label={orderWords.object}>
      <Stack gap={2}>
        <TextField
          label={orderWords.type}
          hint={orderWords.typeHint}
          problem={missing(type)}
          value={type}
          onChange={setType}
        />
        <TextField label={orderWords.id} problem={missing(id)} mono value={id} onChange={setId} />
        <TextField
          label={orderWords.url}
          hint={orderWords.urlHint}
          problem={missing(to)}
          mono
          inputMode="url"
          value={to}
          onChange={setTo}
        />
        <TextField
          label={orderWords.reset}
          hint={orderWords.resetHint}
          problem={missing(reset)}
          mono
          inputMode="url"
          value={reset}
          onChange={setReset}
        />
        <TextField
          label={orderWords.state}
          hint={orderWords.stateHint}
          mono
          inputMode="url"
          value={state}
          onChange={setState}
        />
        <TextField label={orderWords.ignore} hint={orderWords.ignoreHint} mono value={ignore} onChange={setIgnore} />
        <Row>
          <Button type="submit" look="primary" busy={busy}>
            {orderWords.start}
          </Button>
        </Row>
        <p className="muted">{orderWords.warning}</p>
      </Stack>
    </Form>
  )
}
