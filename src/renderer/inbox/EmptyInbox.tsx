import { Play } from 'lucide-react'
import { useApp, useAppState } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Seal } from '../ui/Seal.tsx'

/** Nothing has arrived yet: where to send to, a line that works now, and the whole way in one click. */
export function EmptyInbox() {
  const { client, navigation } = useApp()
  const url = useAppState((state) => state.feed.status?.receiver.url ?? null)
  const demo = useCall(async () => client.sandbox.demo())
  const run = async () => {
    const answer = await demo.run()
    if (answer !== undefined) navigation.go({ screen: 'inbox', deliveryId: answer.deliveryId })
  }
  const curl =
    url === null ? null : `curl -X POST -H 'content-type: application/json' -d '{"hello":"hookscope"}' ${url}`
  return (
    <div className="empty-inbox">
      <EmptyState
        title="Nothing has arrived yet"
        glyph={<Seal verdict="no-secret" size={56} />}
        actions={
          <Button look="primary" busy={demo.busy} icon={<Play aria-hidden="true" />} onClick={() => void run()}>
            {demo.busy ? 'Running the demo' : 'Run the demo'}
          </Button>
        }
      >
        <p>
          Each delivery appears here the moment it is stored, with its signature checked and the object it names
          fetched. The demo shows the whole way in the built-in sandbox, without any account.
        </p>
        {demo.problem !== null && <ErrorNote>{demo.problem.message}</ErrorNote>}
        {url !== null && <Line name="The address of this environment" text={url} what="the address" />}
        {curl !== null && (
          <Line name="A delivery by hand; it will be shown as unsigned" text={curl} what="the curl line" />
        )}
      </EmptyState>
    </div>
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
