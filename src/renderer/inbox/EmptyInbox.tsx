import { GoLiveChecklist } from '../go-live/GoLiveChecklist.tsx'
import { RunDemo } from '../go-live/RunDemo.tsx'
import { useAppState } from '../state/useApp.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Seal } from '../ui/Seal.tsx'

/** Nothing has arrived yet: the whole way in one click, what is left to do, and a line that works now. */
export function EmptyInbox() {
  const url = useAppState((state) => state.feed.status?.receiver.url ?? null)
  return (
    <div className="empty-inbox">
      <section className="empty-start" aria-label="Nothing has arrived yet">
        <Seal verdict="no-secret" size={56} />
        <h1>Nothing has arrived yet</h1>
        <p>
          Each delivery appears here the moment it is stored, with its signature checked and the object it names
          fetched.
        </p>
        <RunDemo />
        {url !== null && <SendByHand url={url} />}
      </section>
      <section className="empty-steps" aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">Go live</h2>
        <GoLiveChecklist />
      </section>
    </div>
  )
}

function SendByHand({ url }: { url: string }) {
  const curl = `curl -X POST -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`
  return (
    <>
      <Line name="The address of this environment" text={url} what="the address" />
      <Line name="A delivery by hand; it is shown as unsigned" text={curl} what="the curl line" />
    </>
  )
}

function Line({ name, text, what }: { name: string; text: string; what: string }) {
  return (
    <div className="send-line">
      <p className="muted">{name}</p>
      <div className="send-text">
        <code>{text}</code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
