import { Terminal } from 'lucide-react'
import { useState } from 'react'
import { requestForms, usualCurl } from '../../../shared/requestText/requestText.ts'
import { withoutCredentials } from '../../../shared/requestText/withoutCredentials.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { tableCommand } from '../../commands/shortcuts.ts'
import { useCommands } from '../../commands/useCommands.ts'
import { useShortcut } from '../../commands/useShortcut.ts'
import { copyWords } from './actionWords.ts'
import { MenuButton } from '../../ui/Menus.tsx'
import { useCopyAs } from './copyAs.ts'

/** Copies the delivery as a command, program or file that sends it again; not while it is `late`: another one is wanted. */
export function CopyMenu({ delivery, late }: { delivery: Delivery; late: boolean }) {
  const { copy, busy } = useCopyAs(delivery)
  const [withCredentials, setWithCredentials] = useState(false)
  const hasCredentials = withoutCredentials(delivery.headers).names.length > 0
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
