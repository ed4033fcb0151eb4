import { useEffect, useRef, useState } from 'react'
import { clockDifference } from '../../../../shared/clock/clockWords.ts'
import { clockTakes, readClockChange } from '../../../../shared/clock/clockChange.ts'
import type { SandboxClockView } from '../../../../shared/wireTypes.ts'
import { useCall } from '../../../data/state/calls.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { formatClock, formatDay } from '../../../text/format.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { useNow } from '../../../ui/basics/Time.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { sandboxNow } from './sandboxNow.ts'
import { clockWords as words } from './clockWords.ts'
import styles from './Clock.module.css'

/** The time of the sandbox, and buttons that change it. */
export function ClockSection({ clock }: { clock: SandboxClockView }) {
  const client = useClient()
  const [text, setText] = useState('')
  const [isUnread, setUnread] = useState(false)
  const change = useCall(async (wanted: string) => client.sandbox.changeClock({ change: wanted }))
  const isReal = clock.aheadMs === 0 && !clock.frozen
  const place = useRef<HTMLDivElement>(null)
  const wasReal = useRef(isReal)
  useEffect(() => {
    // The mark in the top bar leads here.
    if (!wasReal.current) place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const button = (wanted: string, label: string, name = label) => (
    <Button key={wanted} busy={change.busy} aria-label={name} onClick={() => void change.run(wanted)}>
      {label}
    </Button>
  )
  const setOther = () => {
    const isRead = readClockChange(text, Date.now()) !== null
    setUnread(!isRead)
    if (isRead) void change.run(text.trim()).then((answer) => answer !== undefined && setText(''))
  }
  return (
    <Section title={words.title} lead={words.lead}>
      <div ref={place} data-part="sandbox-clock">
        <Stack gap={3}>
          <ClockFace clock={clock} />
          <Row>
            {words.jumps.map(({ change: jump, label }) => button(jump, label, words.jumpOf(label)))}
            {clock.frozen ? button('run', words.run) : button('freeze', words.freeze)}
            {!isReal && button('real', words.real)}
          </Row>
          <Form onSubmit={setOther}>
            <TextField
              label={words.other}
              hint={words.otherHint}
              problem={isUnread ? clockTakes : null}
              mono
              value={text}
              onChange={setText}
              after={
                <Button type="submit" busy={change.busy}>
                  {words.set}
                </Button>
              }
            />
          </Form>
          {change.problem !== null && <ErrorNote>{change.problem.message}</ErrorNote>}
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
