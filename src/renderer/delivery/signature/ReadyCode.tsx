import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { verifyCode } from '../../../shared/verifyCode/verifyCode.ts'
import { type VerifyLanguageId, verifyLanguages } from '../../../shared/verifyCode/verifyLanguages.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { fetchBody } from '../fetchBody.ts'
import { saveBytes } from '../saveBytes.ts'
import { publicUrl } from './publicUrl.ts'
import './ReadyCode.css'

const languageOptions = verifyLanguages.map(({ id, label }) => ({ value: id, label }))

/** A whole program that checks this very delivery, in a person's own language: to run, and to take over. */
export function ReadyCode({ delivery, scheme }: { delivery: Delivery; scheme: SignatureScheme }) {
  const client = useClient()
  const [chosen, setChosen] = useState<VerifyLanguageId>(lastLanguage)
  const configured = useAppState(({ feed }) =>
    feed.status?.environment.id === delivery.environmentId ? (feed.status.webhookConfig.applied?.url ?? null) : null,
  )
  const language = verifyLanguages.find(({ id }) => id === chosen)
  const { headers, method } = delivery
  const url = publicUrl(delivery, configured)
  const code = useMemo(
    () => verifyCode(chosen, { scheme, headers, method, url }),
    [chosen, scheme, headers, method, url],
  )
  const saveBody = useCall(async () => {
    saveBytes(await fetchBody(client, delivery.id, delivery.size), 'body.bin')
    return true
  })
  if (language === undefined) return null
  return (
    <section className="tab-group" aria-label="Ready code">
      <h3>Ready code</h3>
      <p className="tab-lead">
        A program that checks this very delivery. Its verify function is what your server needs.
      </p>
      <div className="ready-bar">
        <SelectField
          label="Language"
          value={chosen}
          options={languageOptions}
          onChange={(id) => {
            setChosen(id)
            localStorage.setItem(storageKey, id)
          }}
        />
        <CopyButton wide text={code} what="code" />
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => saveBytes(new TextEncoder().encode(code), language.fileName)}
        >
          {language.fileName}
        </Button>
        <Button icon={<Download aria-hidden="true" />} busy={saveBody.busy} onClick={() => void saveBody.run()}>
          body.bin
        </Button>
      </div>
      {saveBody.problem !== null && <ErrorNote>{saveBody.problem.message}</ErrorNote>}
      <div className="ready-run">
        <code>{language.run}</code>
        <CopyButton text={language.run} what="the line that runs it" />
      </div>
      <pre className="ready-code" tabIndex={0} aria-label={`${language.label} code`}>
        {code}
      </pre>
    </section>
  )
}

const storageKey = 'hookscope.language'

/** The language that was chosen last time. */
function lastLanguage(): VerifyLanguageId {
  const kept = localStorage.getItem(storageKey)
  return verifyLanguages.find(({ id }) => id === kept)?.id ?? 'node'
}
