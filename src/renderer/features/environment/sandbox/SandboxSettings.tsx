import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { clockTakes, readClockChange } from '../../../../shared/clock/clockChange.ts'
import { clockDifference } from '../../../../shared/clock/clockWords.ts'
import type { SandboxClockView, SandboxSettings } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { formatClock, formatDay } from '../../../text/format.ts'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { withoutSent } from '../../../ui/hooks/useEdits.ts'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { DoneNote, ErrorNote } from '../../../ui/notes/Notes.tsx'
import { clockWords, sendingWords } from './words.ts'
import styles from './Sandbox.module.css'

/** The time of the sandbox, and buttons that change it. */
export function ClockSection({ clock }: { clock: SandboxClockView }) {
  const [text, setText] = useState('')
  const [isUnread, setUnread] = useState(false)
  const change = useMutation(useCalls().sandbox.changeClock.mutationOptions())
  const isReal = clock.aheadMs === 0 && !clock.frozen
  const place = useRef<HTMLDivElement>(null)
  const wasReal = useRef(isReal)
  useEffect(() => {
    // The mark in the top bar leads here.
    if (!wasReal.current) place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const button = (wanted: string, label: string, name = label) => (
    <Button key={wanted} busy={change.isPending} aria-label={name} onClick={() => change.mutate({ change: wanted })}>
      {label}
    </Button>
  )
  const setOther = () => {
    const isRead = readClockChange(text, Date.now()) !== null
    setUnread(!isRead)
    if (isRead && !change.isPending)
      change.mutate({ change: text.trim() }, { onSuccess: () => setText((now) => (now === text ? '' : now)) })
  }
  return (
    <Section title={clockWords.title} lead={clockWords.lead}>
      <div ref={place} data-part="sandbox-clock">
        <Stack gap={3}>
          <ClockFace clock={clock} />
          <Row>
            {clockWords.jumps.map(({ change: jump, label }) => button(jump, label, clockWords.jumpOf(label)))}
            {clock.frozen ? button('run', clockWords.run) : button('freeze', clockWords.freeze)}
            {!isReal && button('real', clockWords.real)}
          </Row>
          <Form onSubmit={setOther}>
            <TextField
              label={clockWords.other}
              hint={clockWords.otherHint}
              problem={isUnread ? clockTakes : null}
              mono
              value={text}
              onChange={setText}
              after={
                <Button type="submit" busy={change.isPending}>
                  {clockWords.set}
                </Button>
              }
            />
          </Form>
          {change.error !== null && <ErrorNote>{change.error.message}</ErrorNote>}
        </Stack>
      </div>
    </Section>
  )
}

function ClockFace({ clock }: { clock: SandboxClockView }) {
  const real = useNow(1000)
  const now = sandboxNow(clock, real)
  const shown = { frozen: clock.frozen, aheadMs: clock.frozen ? now - real : clock.aheadMs }
  return (
    <p className={styles.face}>
      <time dateTime={new Date(now).toISOString()} className={`numbers ${styles.time}`}>
        {formatDay(now)}, {formatClock(now, 'second')}
      </time>{' '}
      <span className={styles.difference} data-shifted={clock.frozen || clock.aheadMs !== 0}>
        {clockDifference(shown)}
      </span>
    </p>
  )
}

/** The sandbox's time at a moment of the real time, ms. Pure. */
export function sandboxNow({ now, aheadMs, frozen }: SandboxClockView, real: number): number {
  return frozen ? Date.parse(now) : real + aheadMs
}

/** How the sandbox sends: when it tries again, how late, how often twice or wrong. */
export function SendingSettings({ settings }: { settings: SandboxSettings }) {
  const { calls, queries } = useApp()
  const [edits, setEdits] = useState<Partial<ReturnType<typeof textsOf>>>({})
  const form = { ...textsOf(settings), ...edits }
  const save = useMutation(
    calls.sandbox.changeSettings.mutationOptions({
      // Known before the sandbox is read again, so that no field jumps back to what it was.
      onSuccess: (saved) =>
        queries.setQueryData(calls.sandbox.get.queryKey(), (now) => now && { ...now, settings: saved }),
    }),
  )
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (value: string) => setEdits((now) => ({ ...now, [name]: value })),
  })
  return (
    <Section title={sendingWords.title} lead={sendingWords.lead}>
      <Form
        onSubmit={() => {
          if (save.isPending) return
          const sent = edits
          save.mutate(settingsOf(form), { onSuccess: () => setEdits((now) => withoutSent(now, sent)) })
        }}
      >
        <Stack gap={3}>
          <TextField label={sendingWords.retryWaits} hint={sendingWords.retryWaitsHint} mono {...field('retryWaits')} />
          <div className={styles.settings}>
            <TextField label={sendingWords.timeFactor} hint={sendingWords.timeFactorHint} {...field('timeFactor')} />
            <TextField label={sendingWords.delay} {...field('delay')} />
            <TextField label={sendingWords.shuffle} hint={sendingWords.shuffleHint} {...field('shuffle')} />
            <TextField label={sendingWords.duplicates} {...field('duplicates')} />
            <TextField label={sendingWords.wrongSignatures} {...field('wrongSignatures')} />
            <TextField label={sendingWords.lostAnswers} {...field('lostAnswers')} />
          </div>
          <Row>
            <Button type="submit" busy={save.isPending}>
              {sendingWords.save}
            </Button>
            {save.isSuccess && <DoneNote fresh>{sendingWords.saved}</DoneNote>}
          </Row>
          {save.error !== null && <ErrorNote>{save.error.message}</ErrorNote>}
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
