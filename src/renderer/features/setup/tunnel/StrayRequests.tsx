import type { Environment } from '../../../../shared/wireTypes.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/useLoad.ts'
import { whyNot } from '../../../data/wire/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { useAsk } from '../../../ui/Dialog.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useToasts } from '../../../ui/Toasts.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { tunnelWords } from './words.ts'

const lookEveryMs = 3000

/** Who else finds the public URL, and the way out when somebody knows too much. */
export function StrayRequests({ environment }: { environment: Environment }) {
  const { client } = useApp()
  const now = useNow(lookEveryMs)
  // Strays are counted, not told as events: whoever wants to can send a million of them.
  const status = useLoad('strays', async () => client.status(), String(now))
  const strays = status.data?.receiver.strays
  const askForNewPath = useNewReceiverPath(environment)
  return (
    <Section
      title={tunnelWords.strays}
      lead={tunnelWords.straysLead}
      actions={<Button onClick={askForNewPath}>{tunnelWords.newPathMore}</Button>}
    >
      <p>{strays === undefined ? tunnelWords.counting : strayWords(strays)}</p>
    </Section>
  )
}

/** Asks before the old path stops working, says what follows, and leads to what has to be done next. */
function useNewReceiverPath({ id, name }: Environment): () => void {
  const { client, navigation } = useApp()
  const toasts = useToasts()
  const ask = useAsk()
  const renew = async () => {
    const isDone = await ask.confirm({
      title: tunnelWords.newPathQuestion(name),
      text: (
        <>
          <p>{tunnelWords.newPathNote}</p>
          <p>{tunnelWords.newPathNext(name)}</p>
        </>
      ),
      yes: tunnelWords.newPath,
      no: tunnelWords.keepOldPath,
      isDanger: true,
      run: async () => whyNot(client.environments.renewReceiverPath({ id })),
    })
    if (!isDone) return
    toasts.done(tunnelWords.newPathDone(name))
    navigation.go({ screen: 'webhook-config' })
  }
  return () => void renew()
}

function strayWords(strays: number): string {
  return strays === 0 ? tunnelWords.noStrays : tunnelWords.countedStrays(strays)
}
