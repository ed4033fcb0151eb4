import { useState } from 'react'
import { senderPreset } from '../../../shared/signature/schemePresets.ts'
import type { CheckInput, Environment } from '../../../shared/wireTypes.ts'
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
  const [delivery, setDelivery] = useState(template ?? '')
  const [effects, setEffects] = useState<EffectsChoice>('usual')
  const [tried, setTried] = useState(false)
  const urlProblem = tried && url.trim() === '' ? testWords.urlMissing : undefined
  const secretProblem = tried && secret === another && pasted === '' ? testWords.secretMissing : undefined
  const submit = () => {
    setTried(true)
    if (url.trim() === '' || (secret === another && pasted === '')) return
    onStart({
      url: url.trim(),
      scheme,
      secret: secret === another ? pasted : { fingerprint: secret },
      environment: environment.id,
      ...(delivery.trim() === '' ? {} : { delivery: delivery.trim() }),
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
        <TextField
          label={testWords.template}
          hint={testWords.templateHint}
          mono
          inputMode="numeric"
          value={delivery}
          onChange={setDelivery}
        />
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
