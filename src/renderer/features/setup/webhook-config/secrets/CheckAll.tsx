import { useEffect, useRef } from 'react'
import type { Verification } from '../../../../../shared/wireTypes.ts'
import { verificationWords } from '../../../../text/verificationWords.ts'
import { useAppState, useClient } from '../../../../data/state/useApp.ts'
import { useCall } from '../../../../data/state/useCall.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useToasts } from '../../../../ui/Toasts.tsx'
import { secretWords } from './words.ts'

/**
 * Checks every stored delivery again, by hand; after a change of secrets or scheme it happens by itself. Progress and
 * changes stand at the foot of the frame; that nothing changed is told only to the person who asked.
 */
export function CheckAll() {
  const client = useClient()
  const toasts = useToasts()
  const verification = useAppState((state) => state.feed.status?.verification)
  const start = useCall(async () => client.signatures.verifyAll())
  /** What was told before the run that is waited for; null when none is. */
  const before = useRef<Verification | null>(null)
  useEffect(() => {
    if (before.current === null || verification === undefined || verification === before.current) return
    if (verification.state === 'running') return
    const foundNothing = verification.state === 'done' && verification.changed === 0
    // A status for another reason tells of the run before once more.
    if (!foundNothing && isSame(verification, before.current)) return
    before.current = null
    if (foundNothing) toasts.done(verificationWords(verification))
  }, [verification, toasts])
  const run = async () => {
    before.current = verification ?? null
    if ((await start.run()) !== undefined) return
    before.current = null
    toasts.problem(secretWords.checkNotStarted)
  }
  return (
    <Button busy={start.busy || verification?.state === 'running'} onClick={() => void run()}>
      {secretWords.checkAll}
    </Button>
  )
}

function isSame(one: Verification, other: Verification): boolean {
  return one.state === other.state && one.checked === other.checked && one.changed === other.changed
}
