import { useState } from 'react'
import type { Comparison, ComparisonInput, Environment } from '../../../shared/wireTypes.ts'
import type { App } from '../../data/state/startApp.ts'
import { Button, Row, Stack } from '../../ui/basics/Button.tsx'
import { TextField } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { CompareResult } from './CompareResult.tsx'
import { type RunCalls, RunScreen } from './RunScreen.tsx'
import { compareWords } from './words.ts'

/** Compares two builds of the user's app over stored deliveries. */
export function CompareScreen() {
  return (
    <RunScreen
      words={compareWords}
      callsOf={comparisonCalls}
      form={({ environment, items, busy, start }) => (
        <CompareForm environment={environment} last={items[0] ?? null} busy={busy} onStart={(input) => start(input)} />
      )}
    >
      {(view, { cancel }) => <CompareResult view={view} onCancel={cancel} />}
    </RunScreen>
  )
}

type ListedComparison = Omit<Comparison, 'clusters'>

function comparisonCalls({ client, calls }: App): RunCalls<Comparison, ListedComparison, ComparisonInput> {
  return {
    list: calls.comparisons.list.queryOptions(),
    get: (run, seen) =>
      calls.comparisons.get.queryOptions({ input: { run, ...(seen === null ? {} : { after: seen.done }) } }),
    start: async (input) => (await client.comparisons.start(input)).run,
    cancel: async (run) => client.comparisons.cancel({ run }),
    idOf: ({ run }) => run,
  }
}

interface CompareFormProps {
  environment: Environment
  /** The URLs of the last run. */
  last: { old: string; new: string } | null
  busy: boolean
  onStart: (input: ComparisonInput) => void
}

/** The two builds, which deliveries, and what is not compared. */
function CompareForm({ environment, last, busy, onStart }: CompareFormProps) {
  const [old, setOld] = useState(last?.old ?? '')
  const [recent, setRecent] = useState(last?.new ?? '')
  const [filter, setFilter] = useState('')
  const [ignore, setIgnore] = useState('')
  const [port, setPort] = useState('')
  const [tried, setTried] = useState(false)
  const isPort = port.trim() === '' || (/^\d{1,5}$/.test(port.trim()) && Number(port) <= 65_535)
  const missing = (url: string) => (tried && url.trim() === '' ? compareWords.urlMissing : undefined)
  const submit = () => {
    setTried(true)
    if (old.trim() === '' || recent.trim() === '' || !isPort) return
    onStart({
      old: old.trim(),
      new: recent.trim(),
      environment: environment.id,
      ignore: ignore.split(/\s+/).filter((each) => each !== ''),
      ...(filter.trim() === '' ? {} : { filter: filter.trim() }),
      ...(port.trim() === '' ? {} : { apiPort: Number(port) }),
    })
  }
  return (
    <Form onSubmit={submit} aria-label={compareWords.form}>
      <Stack gap={2}>
        <TextField
          label={compareWords.old}
          hint={compareWords.oldHint}
          problem={missing(old)}
          mono
          inputMode="url"
          value={old}
          onChange={setOld}
        />
        <TextField
          label={compareWords.recent}
          hint={compareWords.recentHint}
          problem={missing(recent)}
          mono
          inputMode="url"
          value={recent}
          onChange={setRecent}
        />
        <TextField
          label={compareWords.filter}
          hint={compareWords.filterHint}
          mono
          placeholder="type:payment"
          value={filter}
          onChange={setFilter}
        />
        <TextField
          label={compareWords.ignore}
          hint={compareWords.ignoreHint}
          mono
          value={ignore}
          onChange={setIgnore}
        />
        <TextField
          label={compareWords.apiPort}
          hint={compareWords.apiPortHint}
          problem={tried && !isPort ? compareWords.portWrong : undefined}
          mono
          inputMode="numeric"
          value={port}
          onChange={setPort}
        />
        <Row>
          <Button type="submit" look="primary" busy={busy}>
            {compareWords.start}
          </Button>
        </Row>
        <p className="muted">{compareWords.warning}</p>
      </Stack>
    </Form>
  )
}
