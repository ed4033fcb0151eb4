import { Share2 } from 'lucide-react'
import { deliveryFile } from '../../shared/handOver/deliveryFile.ts'
import { harFile } from '../../shared/handOver/harFile.ts'
import { fileOf } from '../../shared/requestText/outgoingRequest.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useCommands } from '../palette/useCommands.ts'
import { useApp } from '../state/useApp.ts'
import { useCall } from '../state/useCall.ts'
import { useToasts } from '../ui/Toasts.tsx'
import { copyWords, handOverWords } from '../words/deliveryActions.ts'
import { fetchBody } from './fetchBody.ts'
import { MenuButton, type MenuItem } from './MenuButton.tsx'
import { saveBytes } from './saveBytes.ts'

type Kind = 'json' | 'har' | 'bytes'

/** Gives the delivery to somebody else: as a link, or as a file without secrets. */
export function HandOverMenu({ delivery }: { delivery: Delivery }) {
  const { navigation } = useApp()
  const toasts = useToasts()
  const { save, busy } = useSave(delivery)
  const copyLink = () => {
    const route = { screen: 'inbox', deliveryId: delivery.id, filter: '', marked: null, compare: null }
    // What stands before the fragment may hold the token of this session: it stays here.
    const link = `${location.origin}${location.pathname}${navigation.href(route)}`
    void navigator.clipboard.writeText(link).then(
      () => toasts.done(handOverWords.linkCopied),
      () => toasts.problem(copyWords.notCopied),
    )
  }
  const items: MenuItem[] = [
    { id: 'link', label: handOverWords.link, run: copyLink },
    { id: 'json', label: handOverWords.json, hint: handOverWords.jsonHint, run: () => save('json') },
    { id: 'har', label: handOverWords.har, hint: handOverWords.harHint, run: () => save('har') },
    { id: 'bytes', label: handOverWords.bytes, run: () => save('bytes') },
  ]
  useCommands(() =>
    items.map(({ id, label, run }) => ({ id: `delivery.handOver.${id}`, title: label, group: 'delivery', run })),
  )
  return (
    <MenuButton label={handOverWords.menu} title={handOverWords.menuHint} icon={<Share2 />} busy={busy} items={items} />
  )
}

/** Saves files. What is shown may lack the explanation of a failed signature, so the delivery is read anew. */
function useSave({ id, size }: Delivery): { save: (kind: Kind) => void; busy: boolean } {
  const { client, store } = useApp()
  const toasts = useToasts()
  const { run, busy } = useCall(async (kind: Kind) => {
    const bytes = await fetchBody(client, id, size)
    const name = kind === 'bytes' ? fileOf(id) : `delivery-${id}.${kind}`
    if (kind === 'bytes') saveBytes(bytes, name)
    else {
      const whole = await client.deliveries.get({ id, explain: 'true' })
      const { status } = store.getState().feed
      const place = { origin: status?.receiver.origin ?? '', version: status?.version ?? '' }
      saveBytes(asFile(kind === 'json' ? deliveryFile(whole, bytes) : harFile(whole, bytes, place)), name)
    }
    return name
  })
  const save = (kind: Kind) =>
    void run(kind).then((name) =>
      name === undefined ? toasts.problem(handOverWords.notRead) : toasts.done(handOverWords.saved(name)),
    )
  return { save, busy }
}

function asFile(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}
