import { useState } from 'react'
import type { Status } from '../../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { beginFirstRun, endFirstRun } from '../../send/presentation/FirstRun.tsx'
import { FlowLine, flowOf } from '../../send/presentation/FlowLine.tsx'
import { GoLiveChecklist, RunDemo } from '../../environment/setup/Checklist.tsx'
import { SenderSteps } from '../../environment/setup/SenderSteps.tsx'
import { goLiveWords } from '../../environment/setup/words.ts'
import { emptyInboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

/** Nothing has arrived yet: the whole way in one click, what is left to do, and a line that works now. */
export function EmptyInbox() {
  const url = useAppState((state) => state.feed.status?.receiver.url ?? null)
  const { store } = useApp()
  const [isSending, setSending] = useState(false)
  const onBusy = (isBusy: boolean) => {
    setSending(isBusy)
    // The picture goes on after the arrival, which takes this card away.
    if (isBusy) beginFirstRun(store.getState().feed.window[0]?.id ?? '0')
    else endFirstRun()
  }
  const ofSender = useAppState(({ feed }) => (feed.status?.environment.kind === 'sender' ? feed.status : null))
  if (ofSender !== null) return <EmptyOfSender status={ofSender} />
  return (
    <div className={styles.emptyInbox}>
      <section className={styles.emptyStart} aria-label={emptyInboxWords.nothingYet}>
        <div className={styles.picture}>
          <FlowLine stations={flowOf(null, isSending)} verdict={null} />
        </div>
        <h1>{emptyInboxWords.nothingYet}</h1>
        <p>{emptyInboxWords.nothingYetMore}</p>
        <RunDemo onBusy={onBusy} />
        {url !== null && <SendByHand url={url} />}
      </section>
      <section className={styles.emptySteps} aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">{emptyInboxWords.goLive}</h2>
        <GoLiveChecklist />
      </section>
    </div>
  )
}

/** Nothing has arrived from another sender yet: what that one needs, its address among it. */
function EmptyOfSender({ status }: { status: Status }) {
  return (
    <div className={styles.emptyInbox}>
      <section className={styles.emptyStart} aria-label={emptyInboxWords.nothingYet}>
        <Seal verdict="no-secret" size={56} />
        <h1>{emptyInboxWords.nothingYet}</h1>
        <p>{emptyInboxWords.nothingYetOfSender}</p>
      </section>
      <section className={styles.emptySteps} aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">{emptyInboxWords.goLive}</h2>
        <SenderSteps status={status} />
      </section>
    </div>
  )
}

function SendByHand({ url }: { url: string }) {
  return (
    <>
      <CodeLine name={emptyInboxWords.addressName} text={url} what={emptyInboxWords.address} />
      <CodeLine
        name={emptyInboxWords.curlName}
        text={goLiveWords.curlLine(url)}
        language="bash"
        what={emptyInboxWords.curl}
      />
    </>
  )
}
