import { useAppState } from '../../../data/state/useApp.ts'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { DoneNote } from '../../../ui/notes/Notes.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { GoLiveChecklist, RunDemo } from './Checklist.tsx'
import { SenderSteps } from './SenderSteps.tsx'
import { isLive } from './goLiveSteps.ts'
import { useTurned } from '../../../ui/hooks/changes.ts'
import { filled } from '../../../text/filled.tsx'
import { goLiveWords } from './words.ts'

/** From nothing to the first verified notification. */
export function GoLiveScreen() {
  const status = useAppState((state) => state.feed.status)
  const live = status !== null && isLive(status.goLive)
  const turned = useTurned(live)
  if (status === null) return null
  const { environment, receiver } = status
  const isSender = environment.kind === 'sender'
  return (
    <Screen
      title={goLiveWords.title}
      lead={filled(isSender ? goLiveWords.leadOfSender : goLiveWords.lead, {
        environment: <strong>{environment.name}</strong>,
      })}
    >
      {live && <DoneNote fresh={turned}>{isSender ? goLiveWords.allWorkOfSender : goLiveWords.allWork}</DoneNote>}
      {isSender ? (
        <SenderSteps status={status} />
      ) : (
        <Columns
          side={
            <>
              <Section title={goLiveWords.demo}>
                <RunDemo />
              </Section>
              {receiver.url !== null && (
                <Section title={goLiveWords.byHand}>
                  <CodeLine name={goLiveWords.addressName} text={receiver.url} what={goLiveWords.theAddress} />
                  <CodeLine
                    name={goLiveWords.lineName}
                    text={goLiveWords.curlLine(receiver.url)}
                    language="bash"
                    what={goLiveWords.theLine}
                  />
                </Section>
              )}
            </>
          }
        >
          <GoLiveChecklist />
        </Columns>
      )}
    </Screen>
  )
}
