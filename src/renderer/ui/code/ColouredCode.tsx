import { useMemo } from 'react'
import { type CodeLanguage, codeTokens } from './codeTokens.ts'
import styles from './Code.module.css'

/** Code in colours. Its text is exactly `text`. Loaded by `Code.tsx`, because its grammars are large. */
export function ColouredCode({ text, language }: { text: string; language: CodeLanguage }) {
  const tokens = useMemo(() => codeTokens(text, language), [text, language])
  return tokens.map(({ text, kind }, place) =>
    kind === null ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- a token is its place in the text
      <span key={place} className={styles[kind]} data-token={kind}>
        {text}
      </span>
    ),
  )
}
