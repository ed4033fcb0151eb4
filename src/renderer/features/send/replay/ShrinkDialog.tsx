import { useState } from 'react'
import { base64Of } from '../../../../shared/basics/base64.ts'
import { redacted } from '../../../../shared/credentials.ts'
import type { Delivery, Shrink } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Row, Stack } from '../../../ui/basics/Stack.tsx'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { ErrorNote, Progress } from '../../../ui/notes/Notes.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { useAsk } from '../../../ui/popups/Ask.tsx'
import { Dialog } from '../../../ui/popups/Dialog.tsx'
import { useReplayGuard } from './useReplayGuard.ts'
import { ShrinkDifferences, ShrinkResult } from './ShrinkResult.tsx'
import { type ShrinkState, useShrink } from './useShrink.ts'
import { shrinkWords as words } from './shrinkWords.ts'
import styles from './Shrink.module.css'

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

/** Actions on the smallest delivery: save it for a test, or send it once more. */
function Actions({ shrink, smallest, environment }: ActionsProps) {
  const client = useClient()
  const ask = useAsk()
  const toasts = useToasts()
  const [answered, setAnswered] = useState<string | null>(null)
  const failureOf = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return null
    } catch (error) {
      return problemOf(error, wireWords.lostChange).message
    }
  }
  const save = async () => {
    const taken = new Set((await client.fixtures.list()).items.map((item) => item.name))
    const write = async (name: string) =>
      failureOf(async () => client.shrinks.fixture({ run: shrink.run, name, save: true }))
    const name = await ask.prompt({
      title: words.save,
      label: words.name,
      hint: words.nameHint,
      initial: '',
      maxLength: 64,
      missing: words.nameMissing,
      yes: words.yes,
      no: words.no,
      run: async (typed) => (taken.has(typed) ? null : write(typed)),
    })
    if (name === null) return
    if (taken.has(name)) {
      const question = { title: words.replaceTitle(name), text: words.replaceText, yes: words.replace, no: words.no }
      if (!(await ask.confirm({ ...question, run: async () => write(name) }))) return
    }
    toasts.done(words.saved(name))
  }
  const sendAgain = async () => {
    const { method, path, headers, body } = smallest
    const problem = await failureOf(async () => {
      const bytes = new TextEncoder().encode(body)
      const { run } = await client.sends.start({
        request: {
          method,
          path,
          headers: headers.filter(([, value]) => !value.includes(redacted)),
          bodyBase64: base64Of(bytes),
        },
        environment,
        to: shrink.url,
        allowHost: new URL(shrink.url).hostname,
        ...(shrink.signedWith === null ? {} : { sign: {} }),
      })
      let view = await client.sends.get({ run })
      while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
      setAnswered(words.answered(view.first?.status ?? null, view.first?.error?.message ?? null))
    })
    if (problem !== null) setAnswered(problem)
  }
  return (
    <>
      <Button look="primary" onClick={() => void save()}>
        {words.save}
      </Button>
      <Button onClick={() => void sendAgain()}>{words.sendAgain}</Button>
      {answered !== null && <output className={styles.answered}>{answered}</output>}
    </>
  )
}
