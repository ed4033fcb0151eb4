import { useAppState } from '../state/useApp.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { Screen, Section } from '../ui/Section.tsx'
import { GoLiveChecklist } from './GoLiveChecklist.tsx'
import { curlLine, isLive } from './goLiveSteps.ts'
import { RunDemo } from './RunDemo.tsx'
import './GoLive.css'

/** From nothing to the first verified notification. */
export function GoLiveScreen() {
  const status = useAppState((state) => state.feed.status)
  if (status === null) return null
  const { environment, receiver } = status
  return (
    <Screen
      title="Go live"
      lead={
        <>
          Five things that have to work for <strong>{environment.name}</strong>. Each ticks itself off when it was seen
          to work.
        </>
      }
    >
      {isLive(status.goLive) && (
        <DoneNote>All five work. New deliveries appear in the inbox the moment they are stored.</DoneNote>
      )}
      <GoLiveChecklist />
      <Section title="See it work">
        <RunDemo />
      </Section>
      {receiver.url !== null && (
        <Section title="Send something by hand">
          <SendLine
            name="The receiver's address of this environment"
            text={receiver.url}
            what="the receiver's address"
          />
          <SendLine
            name="A delivery from a terminal; it is kept and shown as unsigned"
            text={curlLine(receiver.url)}
            what="the curl line"
          />
        </Section>
      )}
    </Screen>
  )
}

function SendLine({ name, text, what }: { name: string; text: string; what: string }) {
  return (
    <div className="go-live-send">
      <p className="muted">{name}</p>
      <div className="go-live-line">
        <code>{text}</code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
