import { useState } from 'react'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { type BodyMemory, BodyPart } from '../workbench/BodyPart.tsx'
import { HeadersPart } from '../workbench/HeadersPart.tsx'
import type { RequestDraft } from '../workbench/requestDraft.ts'
import { methods } from '../workbench/methods.ts'
import type { PartProps } from './composeDraft.ts'
import type { Source } from './useSource.ts'
import { composeWords as words } from './words.ts'
import styles from './Compose.module.css'

/** Method, path, headers and body. */
export function RequestPart({
  draft,
  set,
  problems,
  source,
  memory,
}: PartProps & { source: Source; memory: BodyMemory }) {
  const [part, setPart] = useState<'body' | 'headers'>('body')
  const known = methods.includes(draft.method) ? methods : [draft.method, ...methods]
  const request: Pick<RequestDraft, 'headers' | 'body'> = draft
  return (
    <>
      <div className={styles.line}>
        <SelectField
          label={words.whatMethod}
          options={known.map((method) => ({ value: method, label: method }))}
          value={draft.method}
          onChange={(method) => set('method', method)}
        />
        <TextField
          label={words.path}
          hint={words.pathHint}
          problem={problems.has('path') ? words.pathProblem : null}
          mono
          value={draft.path}
          onChange={(path) => set('path', path.trim())}
        />
      </div>
      {problems.has('headers') && part !== 'headers' && (
        <ErrorNote next={<Button onClick={() => setPart('headers')}>{words.headers}</Button>}>
          {words.headersBroken}
        </ErrorNote>
      )}
      <div className={styles.editor}>
        <Tabs
          label={words.parts}
          of="request"
          tabs={[
            { id: 'body', label: words.body, note: draft.body === null ? null : words.typed },
            { id: 'headers', label: words.headers, note: draft.headers.length },
          ]}
          current={part}
          onChange={setPart}
        >
          <div className={styles.part}>
            {part === 'body' ? (
              <BodyPart draft={request} set={set} source={{ bytes: source.bytes, problem: null }} memory={memory} />
            ) : (
              <HeadersPart draft={request} set={set} origin={source.draft} />
            )}
          </div>
        </Tabs>
      </div>
    </>
  )
}
