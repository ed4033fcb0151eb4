import { useCallback, useEffect, useRef, useState } from 'react'
import { type DeliverySummary, isVerified } from '../../../../shared/model.ts'
import { usualCurl } from '../../../../shared/requestText/requestForms.ts'
import { fetchBody, indexOfId } from '../../../data/state/deliveryCalls.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { type LeftOut, maxCopied, type PickedAction, pickedWords as words, type RunResult } from './laterWords.ts'
import { deliveryFile } from '../../../../shared/handOver/deliveryFile.ts'
import { uiWords } from '../../../ui/words.ts'

/** How several deliveries are sent again. */
export interface OrderedReplay {
  url: string
  signature: 'received' | 'new'
  stopAtFailure: boolean
}

export interface PickedRun {
  /** The current or last run; null: none. */
  state: { action: PickedAction; ended: number; of: number; result: RunResult | null } | null
  followUp(ids: readonly string[]): void
  pin(ids: readonly string[], pinned: boolean): void
  copy(ids: readonly string[], form: 'copyIds' | 'copyJson' | 'copyCurl'): void
  replay(ids: readonly string[], how: OrderedReplay): void
  stop(): void
  dismiss(): void
}

/** The engine has a line for follow-ups with limits of its own; these wait in it. */
const atOnce = 4

/** Does something with several deliveries, one run at a time, with its progress and its result. Ids are oldest first. */
export function usePickedRun(): PickedRun {
  const { client, store } = useApp()
  const toasts = useToasts()
  const { state, start, stop, dismiss } = useRun()
  const followUpOne = async (id: string): Promise<Step> => {
    const delivery = summaryIn(store.getState().inbox.items, id)
    if (delivery?.resourceId === null || delivery?.resourceType === null) return { kind: 'left', why: 'noObject' }
    if (delivery !== undefined && !isVerified(delivery.verdict)) return { kind: 'left', why: 'notVerified' }
    const { followUp } = await client.deliveries.followUp({ id })
    return followUp.state === 'done' ? done : { kind: 'failed', why: followUp.reason ?? words.followUpFailed }
  }
  const replayOne = async (id: string, { url, signature }: OrderedReplay): Promise<Step> => {
    const { status, error } = await client.deliveries.replay({ id, url, signature })
    if (status !== null && status < 400) return done
    return {
      kind: 'failed',
      why: status === null ? words.notSent(id, error?.message ?? '') : words.answered(id, status),
    }
  }
  const copyAll = async (ids: readonly string[], form: 'copyJson' | 'copyCurl') => {
    const texts = new Map<string, string>()
    const origin = store.getState().feed.status?.receiver.origin ?? ''
    // The newest are copied where there are too many.
    const wanted = new Set(ids.slice(-maxCopied))
    const readOne = async (id: string): Promise<Step> => {
      if (!wanted.has(id)) return { kind: 'left', why: 'tooMany' }
      const delivery = await client.deliveries.get({ id, explain: 'false' })
      const bytes = await fetchBody(client, id, delivery.size)
      if (form === 'copyJson') {
        texts.set(id, JSON.stringify(deliveryFile(delivery, bytes), null, 2))
      } else {
        const { requestText } = await import('../../../../shared/requestText/requestText.ts')
        const source = { delivery, bytes, origin, withCredentials: false }
        texts.set(id, requestText(usualCurl(navigator.userAgent), source).text)
      }
      return done
    }
    await start(form, ids, readOne, { atOnce })
    const inOrder = ids.flatMap((id) => texts.get(id) ?? [])
    const text = form === 'copyJson' ? `[\n${inOrder.join(',\n')}\n]\n` : `${inOrder.join('\n\n')}\n`
    if (inOrder.length > 0) await navigator.clipboard.writeText(text).catch(() => toasts.problem(uiWords.notCopied))
  }
  const copyIds = async (ids: readonly string[]) =>
    navigator.clipboard.writeText(ids.join('\n')).then(
      () => toasts.done(words.idsCopied(ids.length)),
      () => toasts.problem(uiWords.notCopied),
    )
  return {
    state,
    followUp: (ids) => void start('followUp', ids, followUpOne, { atOnce }),
    pin: (ids, pinned) => {
      const pinOne = async (id: string) => client.deliveries.annotate({ id, pinned }).then(() => done)
      void start(pinned ? 'pin' : 'unpin', ids, pinOne, { atOnce })
    },
    copy: (ids, form) => void (form === 'copyIds' ? copyIds(ids) : copyAll(ids, form)),
    replay: (ids, how) => {
      const { stopAtFailure } = how
      void start('replay', ids, async (id) => replayOne(id, how), { atOnce: 1, stopAtFailure })
    },
    stop,
    dismiss,
  }
}

/** One run at a time, with its progress, and its result until it is dismissed. */
function useRun() {
  const [state, setState] = useState<PickedRun['state']>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (
    action: PickedAction,
    ids: readonly string[],
    work: (id: string) => Promise<Step>,
    options: { atOnce: number; stopAtFailure?: boolean },
  ): Promise<void> => {
    if (running.current !== null) return
    const control = new AbortController()
    running.current = control
    const of = ids.length
    const onProgress = (ended: number) => setState({ action, ended, of, result: null })
    onProgress(0)
    const watched = { ...options, signal: control.signal, onProgress }
    const result = await runForEach(ids, async (id) => settled(work(id)), watched)
    running.current = null
    setState({ action, ended: of, of, result })
  }
  return {
    state,
    start,
    stop: useCallback(() => running.current?.abort(), []),
    dismiss: useCallback(() => setState((before) => (before?.result === null ? before : null)), []),
  }
}

const done: Step = { kind: 'done' }

async function settled(step: Promise<Step>): Promise<Step> {
  return step.catch((error: unknown): Step => ({ kind: 'failed', why: problemOf(error, wireWords.lostChange).message }))
}

function summaryIn(items: readonly DeliverySummary[], id: string): DeliverySummary | undefined {
  return items[indexOfId(items, id)]
}

/** The outcome of one of them. */
type Step = { kind: 'done' } | { kind: 'left'; why: LeftOut } | { kind: 'failed'; why: string }

interface RunOptions {
  /** Number of parallel actions; 1 keeps their order. */
  atOnce: number
  /** The rest is not begun after one that failed. */
  stopAtFailure?: boolean
  signal: AbortSignal
  onProgress: (ended: number) => void
}

/** Runs an action on each of several deliveries, in order. A stop lets the current ones finish. */
async function runForEach(
  ids: readonly string[],
  work: (id: string) => Promise<Step>,
  { atOnce, stopAtFailure = false, signal, onProgress }: RunOptions,
): Promise<RunResult> {
  const steps: Step[] = []
  let next = 0
  const goesOn = () =>
    next < ids.length && !signal.aborted && !(stopAtFailure && steps.some(({ kind }) => kind === 'failed'))
  const lane = async () => {
    while (goesOn()) {
      const id = ids[next++] as string
      steps.push(await work(id))
      onProgress(steps.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const left: Partial<Record<LeftOut, number>> = {}
  for (const step of steps) if (step.kind === 'left') left[step.why] = (left[step.why] ?? 0) + 1
  const failures = steps.flatMap((step) => (step.kind === 'failed' ? [step.why] : []))
  return {
    of: ids.length,
    done: steps.filter(({ kind }) => kind === 'done').length,
    left,
    failed: failures.length,
    firstFailure: failures[0] ?? null,
    notBegun: ids.length - steps.length,
  }
}
