import { Copy, KeyRound } from 'lucide-react'
import { type Call, useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { DoneNote } from '../../../ui/DoneNote.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { Fact, Facts, Section } from '../../../ui/Section.tsx'
import type { SessionCalls } from '../../../data/wire/session.ts'
import { browserAccessWords as words } from './words.ts'

/** The key that this browser has: a way in for another browser, and a new key when somebody may know this one. */
export function BrowserAccess({ session }: { session: SessionCalls }) {
  const copying = useCall(async () => copyNewAddress(session))
  const renewal = useCall(async () => {
    await session.renew()
    return true
  })
  return (
    <Section title={words.title} lead={words.lead}>
      <Facts>
        <Fact name={words.anotherBrowser} note={words.anotherBrowserNote}>
          <Button icon={<Copy />} busy={copying.busy} onClick={() => void copying.run()}>
            {words.copyAddress}
          </Button>
          <Outcome call={copying} good={words.addressCopied} bad={words.notCopied} />
        </Fact>
        <Fact name={words.key} note={words.keyNote}>
          <Button icon={<KeyRound />} busy={renewal.busy} onClick={() => void renewal.run()}>
            {words.renew}
          </Button>
          <Outcome call={renewal} good={words.renewed} />
        </Fact>
      </Facts>
    </Section>
  )
}

/** What became of a call that answers whether it did what was asked. */
function Outcome({ call, good, bad }: { call: Call<[], boolean>; good: string; bad?: string }) {
  if (call.problem !== null) return <ErrorNote>{call.problem.message}</ErrorNote>
  if (call.busy || call.answer === undefined) return null
  return call.answer ? <DoneNote>{good}</DoneNote> : <ErrorNote>{bad}</ErrorNote>
}

/** Answers whether the browser let us. It gets a promise, because some allow copying only at the moment of the click. */
async function copyNewAddress(session: SessionCalls): Promise<boolean> {
  const address = session.newAddress()
  const text = address.then(({ ui }) => new Blob([ui], { type: 'text/plain' }))
  const copied = navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => true,
    () => false,
  )
  await address
  return copied
}
