import { useAppState } from '../../../data/state/useApp.ts'
import { CodeLine } from '../../../ui/code/Code.tsx'
import { DoneNote } from '../../../ui/notes/Notes.tsx'
import { Columns, Screen, Section } from '../../../ui/layout/Section.tsx'
import { GoLiveChecklist, isLive, RunDemo } from './Checklist.tsx'
import { SenderSteps } from './SenderSteps.tsx'
import { useTurned } from '../../../ui/hooks/changes.ts'
import { filled } from '../../../text/visibleText.tsx'
import { goLiveWords, senderStepWords } from './words.ts'
import { senderPreset } from '../../../../shared/signature/schemePresets.ts'
import { senderNameOf } from '../../../../shared/signature/senderSetups.ts'

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
      <Columns
        side={
          <>
            {isSender ? (
              <Documentation scheme={environment.signatureScheme} />
            ) : (
              <Section title={goLiveWords.demo}>
                <RunDemo />
              </Section>
            )}
            {receiver.url !== null && <ByHand url={receiver.url} />}
          </>
        }
      >
        {isSender ? <SenderSteps status={status} /> : <GoLiveChecklist />}
      </Columns>
    </Screen>
  )
}

/** The address of the sender's own documentation, where that is known, to copy: the desktop app opens no other pages. */
function Documentation({ scheme }: { scheme: string }) {
  const preset = senderPreset(scheme)
  if (preset?.guide?.docs === undefined) return null
  return (
    <Section title={senderStepWords.documentation(senderNameOf(preset.scheme.label))}>
      <CodeLine text={preset.guide.docs} what={senderStepWords.documentationAddress} />
    </Section>
  )
}

function ByHand({ url }: { url: string }) {
  return (
    <Section title={goLiveWords.byHand} lead={goLiveWords.byHandLead}>
      <CodeLine name={goLiveWords.addressName} text={url} what={goLiveWords.theAddress} />
      <CodeLine
        name={goLiveWords.lineName}
        text={goLiveWords.curlLine(url)}
        language="bash"
        what={goLiveWords.theLine}
      />
    </Section>
  )
}
