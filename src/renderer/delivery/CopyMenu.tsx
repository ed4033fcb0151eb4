import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { requestForms } from '../../shared/requestText/requestText.ts'
import { withoutCredentials } from '../../shared/requestText/withoutCredentials.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { useCommands } from '../palette/useCommands.ts'
import { useShortcut } from '../palette/useShortcut.ts'
import { copyWords } from '../words/deliveryActions.ts'
import { MenuButton } from './MenuButton.tsx'
import { useCopyAs } from './useCopyAs.ts'

/** Copies the delivery as a command, program or file that sends it again; not while it is `late`: another one is wanted. */
export function CopyMenu({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { copy, busy } = useCopyAs(delivery)
  const [withCredentials, setWithCredentials] = useState(false)
  const hasCredentials = withoutCredentials(delivery.headers).names.length > 0
  useShortcut('copyCurl', () => {
    if (!late) copy('curl')
  })
  useCommands(() =>
    requestForms.map((form) => ({
      id: `delivery.copy.${form}`,
      title: copyWords.command(copyWords.forms[form]),
      group: 'delivery',
      ...(form === 'curl' ? { keys: 'c' } : {}),
      run: () => copy(form),
    })),
  )
  const forms = requestForms.map((form) => ({
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
      title={copyWords.menuHint}
      icon={<Terminal />}
      busy={busy}
      items={hasCredentials ? [...forms, credentials] : forms}
    />
  )
}
