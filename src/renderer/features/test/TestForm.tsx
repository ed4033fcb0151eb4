import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import type { CheckInput, Environment } from '../../../shared/wireTypes.ts'
import { useCalls } from '../../data/state/useApp.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { SelectField } from '../../ui/fields/Select.tsx'
import { SenderField } from '../environment/secrets/SenderFields.tsx'
import { testWords } from './words.ts'

interface TestFormProps {
  environment: Environment
  /** The URL of the last run. */
  lastUrl: string
  /** Id of the delivery used as the valid one, if the user came from it. */
  template: string | null
  busy: boolean
  onStart: (input: CheckInput) => void
}

const another = 'another'
const ofSender = 'sender'
const captured = 'captured'
const ofContract = 'contract:'

/** The valid delivery. `from`: the sender's example, a captured delivery, or `contract:` and the name of a message. */
interface Valid {
  from: string
  /** ID of the captured delivery, as typed. */
  id?: string
}

const isMissing = ({ from, id = '' }: Valid) => from === captured && !/^\d+$/.test(id.trim())
const effectsChoices = ['usual', 'follow-ups', 'none'] as const
type EffectsChoice = (typeof effectsChoices)[number]

/** What is checked: the handler, how its sender signs, the secret, and what a valid delivery looks like. */
export function TestForm({ environment, lastUrl, template, busy, onStart }: TestFormProps) {
  const stored = environment.sharedSecrets.filter(({ set, fingerprint }) => set && fingerprint !== null)
  const own = environment.signatureScheme
  const [url, setUrl] = useState(lastUrl)
  const [scheme, setScheme] = useState(senderPreset(own) === undefined && own !== 'own' ? 'service' : own)
  const [secret, setSecret] = useState(stored[0]?.fingerprint ?? another)
  const [pasted, setPasted] = useState('')
  const [valid, setValid] = useState<Valid>(template === null ? { from: ofSender } : { from: captured, id: template })
  const [effects, setEffects] = useState<EffectsChoice>('usual')
  const [tried, setTried] = useState(false)
  const urlProblem = tried && url.trim() === '' ? testWords.urlMissing : undefined
  const secretProblem = tried && secret === another && pasted === '' ? testWords.secretMissing : undefined
  const submit = () => {
    setTried(true)
    if (url.trim() === '' || (secret === another && pasted === '')) return
    if (isMissing(valid)) return
    onStart({
      url: url.trim(),
      scheme,
      secret: secret === another ? pasted : { fingerprint: secret },
      environment: environment.id,
      ...(valid.from === captured ? { delivery: valid.id?.trim() } : {}),
      ...(valid.from.startsWith(ofContract) ? { contractMessage: valid.from.slice(ofContract.length) } : {}),
      ...(effects === 'usual' || scheme !== 'service' ? {} : { effects }),
    })
  }
  return (
    <Form onSubmit={submit} aria-label={testWords.form}>
      <Stack gap={2}>
        <TextField
          label={testWords.url}
          hint={testWords.urlHint}
          problem={urlProblem}
          mono
          inputMode="url"
          placeholder="http://127.0.0.1:3000/webhooks"
          value={url}
          onChange={setUrl}
        />
        <SenderField label={testWords.scheme} value={scheme} onChange={setScheme} withOwn={own === 'own'} />
        <SelectField
          label={testWords.secret}
          value={secret}
          options={[
            ...stored.map(({ label, fingerprint }) => ({
              value: fingerprint ?? '',
              label: `${label} (${fingerprint})`,
            })),
            { value: another, label: testWords.otherSecret },
          ]}
          onChange={setSecret}
        />
        {secret === another && (
          <TextField
            label={testWords.pasted}
            hint={testWords.pastedHint}
            problem={secretProblem}
            mono
            type="password"
            value={pasted}
            onChange={setPasted}
          />
        )}
        <ValidDelivery environment={environment.id} value={valid} onChange={setValid} tried={tried} />
        {scheme === 'service' && <EffectsField value={effects} onChange={setEffects} />}
        <Row>
          <Button type="submit" look="primary" busy={busy}>
            {testWords.start}
          </Button>
        </Row>
        <p className="muted">{testWords.warning}</p>
      </Stack>
    </Form>
  )
}

/** The messages of the environment's contract that have an example. */
function useExamples(environment: string): string[] {
  const { data } = useQuery(useCalls().contracts.examples.queryOptions({ input: { environment } }))
  return [...new Set(data?.items.map(({ message }) => message))].slice(0, maxMessages)
}

const maxMessages = 100

interface ValidDeliveryProps {
  environment: string
  value: Valid
  onChange: (value: Valid) => void
  /** A run was asked for: what is missing is pointed out. */
  tried: boolean
}

function ValidDelivery({ environment, value, onChange, tried }: ValidDeliveryProps) {
  const messages = useExamples(environment)
  return (
    <>
      <SelectField
        label={testWords.valid}
        hint={testWords.validHint}
        value={value.from}
        options={[
          { value: ofSender, label: testWords.ofSender },
          { value: captured, label: testWords.captured },
          ...messages.map((message) => ({ value: ofContract + message, label: testWords.ofContract(message) })),
        ]}
        onChange={(from) => onChange({ ...value, from })}
      />
      {value.from === captured && (
        <TextField
          label={testWords.delivery}
          hint={testWords.deliveryHint}
          problem={tried && isMissing(value) ? testWords.deliveryMissing : undefined}
          mono
          inputMode="numeric"
          value={value.id ?? ''}
          onChange={(id) => onChange({ ...value, id })}
        />
      )}
    </>
  )
}

function EffectsField({ value, onChange }: { value: EffectsChoice; onChange: (value: EffectsChoice) => void }) {
  return (
    <SelectField
      label={testWords.effects}
      hint={testWords.effectsHint}
      value={value}
      options={effectsChoices.map((choice) => ({ value: choice, label: testWords.effectChoices[choice] }))}
      onChange={onChange}
    />
  )
}
