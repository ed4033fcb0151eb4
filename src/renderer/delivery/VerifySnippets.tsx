import { useState } from 'react'
import { Choice } from '../ui/Choice.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { verifySnippets } from './verifySnippets.ts'
import './VerifySnippets.css'

/** The same check in a person's own language, to copy. */
export function VerifySnippets({ header }: { header: string }) {
  const [chosen, setChosen] = useState('node')
  const snippet = verifySnippets.find(({ id }) => id === chosen)
  if (snippet === undefined) return null
  return (
    <section className="tab-group" aria-label="Check it in your own code">
      <h3>Check it in your own code</h3>
      <div className="snippet-bar">
        <Choice label="Language" options={verifySnippets} value={chosen} onChange={setChosen} />
        <CopyButton text={snippet.code} what={`the ${snippet.label} code`} />
      </div>
      <pre className="snippet">{snippet.code}</pre>
      <p className="view-note">
        The signature is the header <code>{header}</code>. Hash the raw bytes: what was parsed and written again is no
        longer what was signed.
      </p>
    </section>
  )
}
