import { useState } from 'react'
import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { useNow } from '../ui/useNow.ts'
import { tunnelWords } from '../words/tunnel.ts'
import { NewReceiverPath } from './NewReceiverPath.tsx'

const lookEveryMs = 3000

/** Who else finds the public URL, and the way out when somebody knows too much. */
export function StrayRequests({ environment }: { environment: Environment }) {
  const client = useClient()
  const now = useNow(lookEveryMs)
  // Strays are counted, not told as events: whoever wants to can send a million of them.
  const status = useLoad('strays', async () => client.status(), String(now))
  const strays = status.data?.receiver.strays
  const [asks, setAsks] = useState(false)
  return (
    <Section
      title={tunnelWords.strays}
      lead={tunnelWords.straysLead}
      actions={<Button onClick={() => setAsks(true)}>{tunnelWords.newPathMore}</Button>}
    >
      <p>{strays === undefined ? tunnelWords.counting : strayWords(strays)}</p>
      <NewReceiverPath environment={environment} open={asks} onClose={() => setAsks(false)} />
    </Section>
  )
}

function strayWords(strays: number): string {
  return strays === 0 ? tunnelWords.noStrays : tunnelWords.countedStrays(strays)
}
