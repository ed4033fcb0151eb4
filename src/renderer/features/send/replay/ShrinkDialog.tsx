import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { base64Of } from '../../../../shared/basics/base64.ts'
import { redacted } from '../../../../shared/credentials.ts'
import type { Delivery, Shrink } from '../../../../shared/wireTypes.ts'
import { clauseUndone, clauseWords } from '../../../../shared/words/sending/shrinking.ts'
import { useCalls, useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemSentenceOf } from '../../../data/wire/problem.ts'
import type { Client } from '../../../data/wire/wire.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button, Row, Stack } from '../../../ui/basics/Button.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { DoneNote, ErrorNote, Progress } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk, Dialog } from '../../../ui/popups/Dialog.tsx'
import { useReplayGuard } from './useReplayGuard.ts'
import { shrinkWords as words } from './words.ts'
import styles from './Replay.module.css'

interface ShrinkDialogProps {
  delivery: Pick<Delivery, 'id' | 'environmentId'>
  /** Of the handler. */
  url: string
  onClose: () => void
}

/** The search for the smallest delivery that fails, from the warning to its result. Closing it cancels the search. */
export function ShrinkDialog({ delivery, url, onClose }: ShrinkDialogProps) {
  return (
    <Dialog title={words.title} open onClose={onClose}>
      <Search delivery={delivery} url={url} />
    </Dialog>
  )
}

function Search({ delivery, url }: Omit<ShrinkDialogProps, 'onClose'>) {
  const search = useShrink(delivery.id, url)
  const { shrink, problem, busy } = search
  const mayGoOn = useReplayGuard()
  const start = async (allowHost?: string) => {
    if (await mayGoOn([delivery.environmentId], url)) search.start(allowHost)
  }
  const why = problem?.why
  return (
    <Stack gap={4} className={styles.search}>
      {shrink === null && <p>{words.lead(delivery.id)}</p>}
      <Facts>
        <Fact name={words.handler}>
          <code className={styles.url}>{url}</code>
        </Fact>
      </Facts>
      {shrink === null && <ErrorNote look="warn">{words.warning}</ErrorNote>}
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      {shrink?.state === 'running' && <Running shrink={shrink} search={search} />}
      {shrink !== null && shrink.state !== 'running' && <ShrinkResult shrink={shrink} />}
      {!busy && (
        <Row>
          {shrink?.smallest != null && (
            <Actions shrink={shrink} smallest={shrink.smallest} environment={delivery.environmentId} />
          )}
          {why?.code === 'host-not-allowed' ? (
            <Button onClick={() => void start(why.fields.host)}>{words.allow(why.fields.host)}</Button>
          ) : (
            <Button look={shrink === null ? 'primary' : 'plain'} onClick={() => void start()}>
              {shrink === null ? words.start : words.again}
            </Button>
          )}
        </Row>
      )}
      {!busy && shrink !== null && <ShrinkDifferences differences={shrink.differences} />}
    </Stack>
  )
}

function Running({ shrink, search }: { shrink: Shrink; search: ShrinkState }) {
  const { size, smallest } = shrink
  return (
    <Stack>
      <Row>
        <Progress label={words.smaller} value={size.original - size.smallest} max={size.original} />
        <span className="numbers">{words.progress(shrink)}</span>
        <Button onClick={search.cancel}>{words.cancel}</Button>
      </Row>
      {smallest !== null && (
        <pre className={styles.live} aria-label={words.smallestBody}>
          {smallest.body}
        </pre>
      )}
    </Stack>
  )
}

interface ActionsProps {
  shrink: Shrink
  smallest: NonNullable<Shrink['smallest']>
  environment: string
}

interface ShrinkState {
  /** Null before the first one. */
  shrink: Shrink | null
  /** The reason why it could not start, or is not followed any more. */
  problem: Problem | null
  busy: boolean
  start: (allowHost?: string) => void
  cancel: () => void
}

/** Starts a search and follows it to its end. A search that is left is cancelled. */
function useShrink(id: string, url: string): ShrinkState {
  const client = useClient()
  const [shrink, setShrink] = useState<Shrink | null>(null)
  const current = useRef<string | null>(null)
  const cancel = useCallback(() => {
    if (current.current !== null) void client.shrinks.cancel({ run: current.current }).catch(() => undefined)
  }, [client])
  useEffect(() => cancel, [cancel])
  const search = useMutation({
    mutationFn: async (allowHost: string | undefined) => {
      const input = { id, to: url, path: '', ...(allowHost === undefined ? {} : { allowHost }) }
      const { run } = await client.shrinks.start(input)
      current.current = run
      let view = await client.shrinks.get({ run })
      setShrink(view)
      while (view.state === 'running') {
        view = await client.shrinks.get({ run, after: view.sent })
        setShrink(view)
      }
      current.current = null
    },
  })
  return {
    shrink,
    problem: search.error,
    busy: search.isPending,
    start: (allowHost) => search.mutate(allowHost),
    cancel,
  }
}

/** Actions on the smallest delivery: save it for a test, or send it once more. */
function Actions({ shrink, smallest, environment }: ActionsProps) {
  const client = useClient()
  const ask = useAsk()
  const toasts = useToasts()
  const put = useMutation(useCalls().shrinks.fixture.mutationOptions())
  const again = useMutation({ mutationFn: async () => sendOnce(client, shrink, smallest, environment) })
  const save = async () => {
    let isTaken = false
    const write = async (name: string) => put.mutateAsync({ run: shrink.run, name, save: true })
    const writeNew = async (name: string) => {
      const { items } = await client.fixtures.list()
      isTaken = items.some((item) => item.name === name)
      if (!isTaken) await write(name)
    }
    const name = await ask.prompt({
      title: words.save,
      label: words.name,
      hint: words.nameHint,
      initial: '',
      maxLength: 64,
      missing: words.nameMissing,
      yes: words.yes,
      no: words.no,
      run: async (typed) => problemSentenceOf(writeNew(typed)),
    })
    if (name === null) return
    if (isTaken) {
      const question = { title: words.replaceTitle(name), text: words.replaceText, yes: words.replace, no: words.no }
      if (!(await ask.confirm({ ...question, run: async () => problemSentenceOf(write(name)) }))) return
    }
    toasts.done(words.saved(name))
  }
  const answered = again.data ?? again.error?.message
  return (
    <>
      <Button look="primary" onClick={() => void save()}>
        {words.save}
      </Button>
      <Button busy={again.isPending} onClick={() => again.mutate()}>
        {words.sendAgain}
      </Button>
      {answered !== undefined && <output className={styles.answered}>{answered}</output>}
    </>
  )
}

/** Sends the smallest delivery once more. Returns how it was answered, as a sentence. */
async function sendOnce(
  client: Client,
  { url, signedWith }: Shrink,
  { method, path, headers, body }: ActionsProps['smallest'],
  environment: string,
): Promise<string> {
  const { run } = await client.sends.start({
    request: {
      method,
      path,
      headers: headers.filter(([, value]) => !value.includes(redacted)),
      bodyBase64: base64Of(new TextEncoder().encode(body)),
    },
    environment,
    to: url,
    allowHost: new URL(url).hostname,
    ...(signedWith === null ? {} : { sign: {} }),
  })
  let view = await client.sends.get({ run })
  while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
  return words.answered(view.first?.status ?? null, view.first?.error?.message ?? null)
}

/** The result of a search: the sentence, the parts to blame, and the smallest delivery. */
function ShrinkResult({ shrink }: { shrink: Shrink }) {
  const { state, sentence, clauses, smallest, signedWith } = shrink
  const steady = state === 'found' ? `, ${words.repeated(shrink)}` : ''
  return (
    <Stack gap={4}>
      {state === 'found' ? (
        <DoneNote>
          <Coded text={sentence} />
        </DoneNote>
      ) : (
        <ErrorNote look="warn">
          <Coded text={sentence} />
        </ErrorNote>
      )}
      <p className="muted">
        {words.sent(shrink)}
        {steady}
      </p>
      {signedWith === null && <p className="muted">{words.unsigned}</p>}
      {clauses.length > 1 && (
        <DataTable
          label={words.parts}
          rows={clauses}
          rowKey={({ in: where, place, what }) => `${where} ${place} ${what}`}
          columns={[
            { key: 'part', head: words.part1, names: true, cell: (clause) => <Coded text={clauseWords(clause)} /> },
            { key: 'undone', head: words.passes, cell: (clause) => visibleText(clauseUndone(clause)) },
          ]}
        />
      )}
      {smallest !== null && (
        <section className={styles.part} aria-label={words.smallest}>
          <h3>
            {words.smallest} <span className="muted">{words.size(shrink)}</span>
          </h3>
          <CodeBlock text={pretty(smallest.body)} language="json" label={words.smallestBody} />
        </section>
      )}
    </Stack>
  )
}

/** The places where the smallest delivery differs from the one that was searched, folded. */
function ShrinkDifferences({ differences }: Pick<Shrink, 'differences'>) {
  if (differences.length === 0) return null
  return (
    <details>
      <summary>{words.difference(differences.length)}</summary>
      <DataTable
        look="values"
        className={styles.differences}
        rows={differences}
        rowKey={({ path }, place) => `${path} ${place}`}
        columns={[
          { key: 'path', head: words.path, names: true, mono: true, cell: ({ path }) => visibleText(path) },
          { key: 'before', head: words.before, mono: true, cell: ({ before }) => shown(before, words.none) },
          { key: 'after', head: words.after, mono: true, cell: ({ after }) => shown(after, words.removed) },
        ]}
      />
    </details>
  )
}

/** A sentence whose code is between backticks. A value of a delivery may have some, too: the words are the same then. */
function Coded({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: all, 1: code, index }) =>
    code === undefined ? visibleText(all) : <code key={index}>{visibleText(code)}</code>,
  )
}

/** Maximum characters of a value in the table of differences. */
const maxValue = 300

function shown(value: string | null, missing: string) {
  if (value === null) return <span className="muted">{missing}</span>
  return visibleText(value.length > maxValue ? `${value.slice(0, maxValue)}…` : value)
}

/** In lines where it is small enough to be read, and exactly as it was sent where its numbers would change. */
function pretty(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    const lines = JSON.stringify(value, null, 2)
    return JSON.stringify(value) === body ? lines : body
  } catch {
    return body
  }
}
