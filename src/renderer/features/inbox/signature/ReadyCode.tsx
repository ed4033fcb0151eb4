import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { atPresentHeader, type PlainHmacScheme } from '../../../../shared/signature/signatureScheme.ts'
import { publicUrls } from '../../../../shared/publicUrls.ts'
import { verifyCode } from '../../../../shared/verifyCode/verifyCode.ts'
import { type VerifyLanguageId, verifyLanguages } from '../../../../shared/verifyCode/verifyLanguages.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { useAppState, useClient } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { CodeBlock, CodeLine } from '../../../ui/code/Code.tsx'
import type { CodeLanguage } from '../../../ui/code/ColouredCode.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { signatureWords } from './words.ts'
import { fetchBody } from '../../../data/state/deliveryCalls.ts'
import { saveBytes } from '../../../ui/hooks/files.ts'
import styles from './SignatureTab.module.css'
import tabsStyles from '../../../ui/layout/Tabs.module.css'

const languageOptions = verifyLanguages.map(({ id, label }) => ({ value: id, label }))

/** Syntax highlighting by language. */
const grammars: Record<VerifyLanguageId, CodeLanguage> = {
  node: 'javascript',
  python: 'python',
  csharp: 'csharp',
  go: 'go',
  java: 'java',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  openssl: 'bash',
}

/** A program that verifies this delivery, in the language of the user. */
export function ReadyCode({ delivery, scheme }: { delivery: Delivery; scheme: PlainHmacScheme }) {
  const client = useClient()
  const [chosen, setChosen] = useState<VerifyLanguageId>(lastLanguage)
  const configured = useAppState(({ feed }) =>
    feed.status?.environment.id === delivery.environmentId ? (feed.status.webhookConfig.applied?.url ?? null) : null,
  )
  const language = verifyLanguages.find(({ id }) => id === chosen)
  const { headers, method, target, size } = delivery
  const url = publicUrls(headers.flat(), target, configured)[0] ?? `https://localhost${target}`
  const code = useMemo(
    () =>
      verifyCode(chosen, {
        scheme: atPresentHeader(scheme, (name) => hasHeader(headers, name)),
        headers,
        method,
        url,
        size,
      }),
    [chosen, scheme, headers, method, url, size],
  )
  const saveBody = useMutation({
    mutationFn: async () => fetchBody(client, delivery.id, delivery.size),
    onSuccess: (bytes) => saveBytes(bytes, signatureWords.bodyFile),
  })
  if (language === undefined) return null
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.code}>
      <h3>{signatureWords.code}</h3>
      <p className={styles.tabLead}>{signatureWords.codeLead}</p>
      <div className={styles.bar}>
        <SelectField
          label={signatureWords.language}
          value={chosen}
          options={languageOptions}
          onChange={(id) => {
            setChosen(id)
            localStorage.setItem(storageKey, id)
          }}
        />
        <CopyButton wide text={code} what={signatureWords.theCode} />
        <Button
          icon={<Download aria-hidden="true" />}
          onClick={() => saveBytes(new TextEncoder().encode(code), language.fileName)}
        >
          {language.fileName}
        </Button>
        <Button icon={<Download aria-hidden="true" />} busy={saveBody.isPending} onClick={() => saveBody.mutate()}>
          {signatureWords.bodyFile}
        </Button>
      </div>
      {saveBody.error !== null && <ErrorNote>{saveBody.error.message}</ErrorNote>}
      <CodeLine prompt text={language.run} language="bash" what={signatureWords.theRunLine} />
      <CodeBlock text={code} language={grammars[chosen]} label={signatureWords.codeOf(language.label)} />
    </section>
  )
}

const storageKey = 'hookscope.language'

function hasHeader(headers: Delivery['headers'], wanted: string): boolean {
  return headers.some(([name]) => name.toLowerCase() === wanted.toLowerCase())
}

/** The last chosen language. */
function lastLanguage(): VerifyLanguageId {
  const kept = localStorage.getItem(storageKey)
  return verifyLanguages.find(({ id }) => id === kept)?.id ?? 'node'
}
