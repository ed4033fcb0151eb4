import { Play } from 'lucide-react'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { useCall } from '../../../data/state/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { goLiveWords } from './words.ts'
import styles from './GoLive.module.css'

/** The whole way in one click, in the sandbox; then opens the delivery that came of it. */
export function RunDemo() {
  const { client, navigation } = useApp()
  const isSandbox = useAppState((state) => state.feed.status?.environment.kind === 'sandbox')
  const demo = useCall(async () => client.sandbox.demo())
  const run = async () => {
    const answer = await demo.run()
    if (answer === undefined) return
    navigation.go({ screen: 'inbox', deliveryId: answer.deliveryId, tab: 'overview', filter: '' })
  }
  return (
    <div data-part="go-live-demo" className={styles.demo}>
      <Button
        // A real environment has a step of its own that leads on.
        look={isSandbox ? 'primary' : 'plain'}
        className={styles.run}
        busy={demo.busy}
        icon={<Play aria-hidden="true" />}
        onClick={() => void run()}
      >
        {goLiveWords.runDemo}
      </Button>
      <p className="muted" aria-live="polite">
        {demo.busy ? goLiveWords.running : `${goLiveWords.demoNote}${isSandbox ? '' : goLiveWords.switchesToSandbox}`}
      </p>
      {demo.problem !== null && <ErrorNote>{demo.problem.message}</ErrorNote>}
    </div>
  )
}
