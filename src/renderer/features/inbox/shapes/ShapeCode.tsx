import { useState } from 'react'
import { type CodeLanguage, codeLanguageFacts, codeLanguages } from '../../../../shared/codeLanguages.ts'
import type { ShapeType } from '../../../../shared/wireTypes.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import type { CodeLanguage as Grammar } from '../../../ui/code/ColouredCode.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import styles from './Shapes.module.css'
import { shapeWords as words } from './words.ts'

/** The grammar that colours a language. */
const grammars: Record<CodeLanguage, Grammar> = {
  ts: 'javascript',
  zod: 'javascript',
  schema: 'json',
  go: 'go',
  python: 'python',
  csharp: 'csharp',
  java: 'java',
  php: 'php',
  ruby: 'ruby',
  rust: 'rust',
  kotlin: 'java',
}

const languageOptions = codeLanguages.map((value) => {
  const { name, tested } = codeLanguageFacts[value]
  return { value, label: words.languageOption(name, tested) }
})

const storageKey = 'hookscope.shape-language'

/** The types of a shape as code, in the language that was chosen last. */
export function ShapeCode({
  source,
  type,
  environment,
  version,
}: Pick<ShapeType, 'source' | 'type'> & { environment: string; version: string }) {
  const client = useClient()
  const [language, setLanguage] = useState<CodeLanguage>(lastLanguage)
  const { data, problem } = useLoad(
    JSON.stringify([environment, source, type, language]),
    async () => client.shapes.code({ source, type, environment, language }),
    version,
  )
  return (
    <Section title={words.code} lead={words.codeLead}>
      <div className={styles.bar}>
        <SelectField
          label={words.language}
          value={language}
          options={languageOptions}
          onChange={(chosen) => {
            setLanguage(chosen)
            localStorage.setItem(storageKey, chosen)
          }}
        />
        {data !== undefined && <CopyButton wide text={data.code} what={words.theCode} />}
      </div>
      {problem !== null && <ErrorNote>{problem.message}</ErrorNote>}
      {data === undefined ? (
        problem === null && <Loading what={words.writing} />
      ) : (
        <CodeBlock
          text={data.code}
          language={grammars[language]}
          label={words.codeOf(codeLanguageFacts[language].name)}
        />
      )}
    </Section>
  )
}

function lastLanguage(): CodeLanguage {
  const kept = localStorage.getItem(storageKey)
  return codeLanguages.find((known) => known === kept) ?? 'ts'
}
