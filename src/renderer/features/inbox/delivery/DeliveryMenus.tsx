import { useMutation } from '@tanstack/react-query'
import { Terminal, Share2 } from 'lucide-react'
import { useState } from 'react'
import { requestForms, usualCurl } from '../../../../shared/requestText/requestForms.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { tableCommand, useShortcut } from '../../../commands/shortcuts.tsx'
import { useCommands } from '../../../commands/useCommands.ts'
import { handOverWords } from './words.ts'
import { saveTestCase, useCopyAs } from './copyAs.ts'
import { copyWords } from './copyWords.ts'
import { MenuButton } from '../../../ui/popups/Popups.tsx'
import { commands } from '../../../../shared/commands/commands.ts'
import { deliveryFile } from '../../../../shared/handOver/deliveryFile.ts'
import { harFile } from '../../../../shared/handOver/harFile.ts'
import { requestWithoutCredentials } from '../../../../shared/credentials.ts'
import { isSecretInBody } from '../../../../shared/redaction/withoutSecrets.ts'
import { fileOf } from '../../../../shared/requestText/outgoingRequest.ts'
import { useCopyLink } from '../../../commands/contextEntries.tsx'
import { useApp } from '../../../data/state/useApp.ts'
import { useAsk } from '../../../ui/popups/Dialog.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import type { MenuAction } from '../../../ui/popups/MenuPopup.tsx'
import { saveBytes } from '../../../ui/hooks/files.ts'

/** Copies the delivery as a command, program or file that sends it again. Disabled while `late`: a different delivery is loading. */
export function CopyMenu({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { copy, busy } = useCopyAs(delivery)
  const [withCredentials, setWithCredentials] = useState(false)
  const { headers, parameters } = requestWithoutCredentials(delivery)
  const hasCredentials = headers.length + parameters.length > 0 || isSecretInBody(delivery)
  const usual = usualCurl(navigator.userAgent)
  const ordered = [usual, ...requestForms.filter((form) => form !== usual)]
  useShortcut('delivery.copyCurl', () => {
    if (!late) copy(usual)
  })
  useCommands(() =>
    ordered.map((form) => ({
      id: `delivery.copy.${form}`,
      ...(form === usual ? tableCommand('delivery.copyCurl') : {}),
      title: copyWords.command(copyWords.forms[form]),
      group: 'delivery',
      run: () => copy(form),
    })),
  )
  const forms = ordered.map((form) => ({
    id: form,
    label: copyWords.command(copyWords.forms[form]),
    run: () => copy(form, withCredentials),
  }))
  const credentials = {
    id: 'credentials',
    label: copyWords.withCredentials,
    hint: copyWords.credentialsHint,
    checked: withCredentials,
    run: () => setWithCredentials(!withCredentials),
  }
  return (
    <MenuButton
      label={copyWords.menu}
      hint={copyWords.menuHint}
      icon={<Terminal />}
      busy={busy}
      entries={hasCredentials ? [...forms, credentials] : forms}
    />
  )
}

const copyLinkId = 'delivery.copyLink'
const composeId = 'delivery.compose'
const testCaseId = 'delivery.testCase'
const checkId = 'delivery.check'
const exportId = 'delivery.export'

function isCommandId(id: string): boolean {
  return id === copyLinkId || id === composeId || id === testCaseId || id === checkId || id === exportId
}

type Kind = 'json' | 'har' | 'bytes'

/** Shares the delivery as a link, or as a file without secrets. */
export function HandOverMenu({ delivery }: { delivery: Delivery }) {
  const { mutate, isPending } = useSave(delivery)
  const save = (kind: Kind) => {
    if (!isPending) mutate(kind)
  }
  const copyLink = useCopyLink({ kind: 'delivery', id: delivery.id })
  const app = useApp()
  const { navigation, store } = app
  const ask = useAsk()
  const toasts = useToasts()
  const compose = () => navigation.go({ screen: 'compose', deliveryId: delivery.id })
  const check = () => navigation.go({ screen: 'check', deliveryId: delivery.id })
  const exportIt = () => {
    store.setState({ toExport: { ids: [delivery.id] } })
    navigation.go({ screen: 'case-files', deliveryId: null })
  }
  const items: MenuAction[] = [
    ...(copyLink === null ? [] : [{ id: copyLinkId, label: commands[copyLinkId].label, run: copyLink }]),
    { id: exportId, label: commands[exportId].label, hint: handOverWords.exportHint, run: exportIt },
    { id: 'json', label: handOverWords.json, hint: handOverWords.jsonHint, run: () => save('json') },
    { id: 'har', label: handOverWords.har, hint: handOverWords.harHint, run: () => save('har') },
    { id: 'bytes', label: handOverWords.bytes, run: () => save('bytes') },
    { id: testCaseId, label: commands[testCaseId].label, run: () => void saveTestCase(app, ask, toasts, delivery.id) },
    { id: checkId, label: commands[checkId].label, run: check },
    { id: composeId, label: commands[composeId].label, run: compose },
  ]
  useCommands(() =>
    items.map(({ id, label, run }) => ({
      id: isCommandId(id) ? id : `delivery.handOver.${id}`,
      title: label,
      group: 'delivery',
      run,
    })),
  )
  return (
    <MenuButton
      label={handOverWords.menu}
      hint={handOverWords.menuHint}
      icon={<Share2 />}
      busy={isPending}
      entries={items}
    />
  )
}

/** Saves files. Reads the delivery again, because the shown one may lack the explanation of a failed signature. */
function useSave({ id, size }: Delivery) {
  const { client, store } = useApp()
  const toasts = useToasts()
  return useMutation({
    mutationFn: async (kind: Kind) => {
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
    },
    onSuccess: (name) => toasts.done(handOverWords.saved(name)),
    onError: () => toasts.problem(handOverWords.notRead),
  })
}

function asFile(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}
