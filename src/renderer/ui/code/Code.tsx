import { type ComponentType, lazy, Suspense } from 'react'
import type { CodeLanguage } from './ColouredCode.tsx'
import { CopyButton } from '../fields/CopyButton.tsx'
import styles from './Code.module.css'

/** Where the colours cannot be loaded the code is still there. */
const ColouredCode = lazy<ComponentType<CodeText>>(async () =>
  import('./ColouredCode.tsx').then(
    ({ ColouredCode }) => ({ default: ColouredCode }),
    () => ({ default: ({ text }) => text }),
  ),
)

interface CodeText {
  text: string
  language: CodeLanguage
}

/** Maximum length of coloured text, characters: finding the colours of longer ones would delay the screen. */
const longestInColours = 50_000

/** Code in its colours, as soon as these are loaded; plain before. */
function Coloured({ text, language }: CodeText) {
  if (text.length > longestInColours) return text
  return (
    <Suspense fallback={text}>
      <ColouredCode text={text} language={language} />
    </Suspense>
  )
}

/** Several lines of code, which scroll where they are many. `label` names them for screen readers. */
export function CodeBlock({ text, language, label }: CodeText & { label: string }) {
  return (
    <pre className={styles.block} tabIndex={0} aria-label={label}>
      <Coloured text={text} language={language} />
    </pre>
  )
}

interface CodeLineProps {
  text: string
  /** Names the copied text, such as "the address". */
  what: string
  /** Shown above it. */
  name?: string
  /** Absent: no code, such as an address. */
  language?: CodeLanguage
  /** A `$` before it, which is not copied. */
  prompt?: boolean
}

/** One line to copy, such as a command. It wraps, and is copied as one line. */
export function CodeLine({ text, what, name, language, prompt = false }: CodeLineProps) {
  const line = (
    <div className={styles.line} data-prompt={prompt}>
      <code>{language === undefined ? text : <Coloured text={text} language={language} />}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
  if (name === undefined) return line
  return (
    <div className={styles.named}>
      <p className="muted">{name}</p>
      {line}
    </div>
  )
}
