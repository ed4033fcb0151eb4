import { useState } from 'react'
import type { SandboxSettings } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/calls.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { sendingWords as words } from './words.ts'
import styles from './Sandbox.module.css'

/** How the sandbox sends: when it tries again, how late, how often twice or wrong. */
export function SendingSettings({ settings }: { settings: SandboxSettings }) {
  const client = useClient()
  const [form, setForm] = useState(() => textsOf(settings))
  const save = useCall(async () => client.sandbox.changeSettings(settingsOf(form)))
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  return (
    <Section title={words.title} lead={words.lead}>
      <Form onSubmit={() => void save.run()}>
        <Stack gap={3}>
          <TextField label={words.retryWaits} hint={words.retryWaitsHint} mono {...field('retryWaits')} />
          <div className={styles.settings}>
            <TextField label={words.timeFactor} hint={words.timeFactorHint} {...field('timeFactor')} />
            <TextField label={words.delay} {...field('delay')} />
            <TextField label={words.shuffle} hint={words.shuffleHint} {...field('shuffle')} />
            <TextField label={words.duplicates} {...field('duplicates')} />
            <TextField label={words.wrongSignatures} {...field('wrongSignatures')} />
            <TextField label={words.lostAnswers} {...field('lostAnswers')} />
          </div>
          <Row>
            <Button type="submit" busy={save.busy}>
              {words.save}
            </Button>
            {save.answer !== undefined && <DoneNote fresh>{words.saved}</DoneNote>}
          </Row>
          {save.problem !== null && <ErrorNote>{save.problem.message}</ErrorNote>}
        </Stack>
      </Form>
    </Section>
  )
}

function textsOf(settings: SandboxSettings) {
  const percent = (share: number) => String(Math.round(share * 10_000) / 100)
  return {
    retryWaits: settings.retryWaits.join(', '),
    timeFactor: String(settings.timeFactor),
    delay: String(settings.delayMs / 1000),
    shuffle: String(settings.shuffleMs / 1000),
    duplicates: percent(settings.duplicates),
    wrongSignatures: percent(settings.wrongSignatures),
    lostAnswers: percent(settings.lostAnswers),
  }
}

/** The settings in the fields. The sandbox refuses a text that is not a number with a sentence. */
function settingsOf(texts: ReturnType<typeof textsOf>): SandboxSettings {
  const waits = texts.retryWaits.split(/[\s,]+/).filter((text) => text !== '')
  return {
    retryWaits: waits.map(Number),
    timeFactor: Number(texts.timeFactor),
    delayMs: Math.round(Number(texts.delay) * 1000),
    shuffleMs: Math.round(Number(texts.shuffle) * 1000),
    duplicates: Number(texts.duplicates) / 100,
    wrongSignatures: Number(texts.wrongSignatures) / 100,
    lostAnswers: Number(texts.lostAnswers) / 100,
  }
}
