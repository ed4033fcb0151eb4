import { useState } from 'react'
import type { Environment } from '../../shared/wireTypes.ts'
import { useClient } from '../state/useApp.ts'
import { useLoad } from '../state/useLoad.ts'
import { Button } from '../ui/Button.tsx'
import { countOf } from '../ui/format.ts'
import { Section } from '../ui/Section.tsx'
import { useNow } from '../ui/useNow.ts'
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
      title="Stray requests"
      lead="Who finds the public URL without knowing the path to the receiver gets nothing but a 404."
      actions={<Button onClick={() => setAsks(true)}>New receiver path …</Button>}
    >
      <p>{strays === undefined ? 'Counting …' : strayWords(strays)}</p>
      <NewReceiverPath environment={environment} open={asks} onClose={() => setAsks(false)} />
    </Section>
  )
}

function strayWords(strays: number): string {
  if (strays === 0) return 'None since the start.'
  const came = `${countOf(strays, 'request')} came for ${strays === 1 ? 'a path' : 'paths'} that nobody has here, since the start.`
  return `${came} Answered 404, not kept.`
}
