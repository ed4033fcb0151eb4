import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CodeLanguage, codeLanguageFacts, codeLanguages } from '../../../../shared/codeLanguages.ts'
import type { ShapeChange, ShapeField, ShapeType } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { CodeBlock } from '../../../ui/code/Code.tsx'
import type { CodeLanguage as Grammar } from '../../../ui/code/ColouredCode.tsx'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { type Column, DataTable } from '../../../ui/lists/DataTable.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import styles from './Shapes.module.css'
import { shapeWords as words } from './words.ts'

interface ShapeViewProps {
  type: ShapeType
  environment: string
  /** All of this type, those that wait first. */
  changes: readonly ShapeChange[]
  /** Deliveries that were not compared yet. */
  pending: number
}

/** The changes of a type, its fields, and its code. */
export function ShapeView({ type: { source, type }, environment, changes, pending }: ShapeViewProps) {
  const { data, error, refetch } = useQuery(
    useCalls().shapes.get.queryOptions({ input: { source, type, environment } }),
  )
  return (
    <>
      <ChangesSection
        changes={changes}
        pending={pending}
        quiet={data !== undefined && data.samples < data.minSamples ? words.quiet(data.samples, data.minSamples) : null}
      />
      <Section title={words.fields}>
        {error !== null && (
          <ErrorNote next={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>}>{error.message}</ErrorNote>
        )}
        {data === undefined
          ? error === null && <Loading what={words.loading} />
          : data.cut && <p className="muted">{words.cut}</p>}
        {data !== undefined && (
          <DataTable
            label={words.fields}
            look="values"
            columns={fieldColumns}
            rows={data.fields.filter(({ path }) => path.length > 0)}
            rowKey={({ path }) => JSON.stringify(path)}
          />
        )}
      </Section>
      <ShapeCode source={source} type={type} environment={environment} />
    </>
  )
}

function ChangesSection({
  changes,
  pending,
  quiet,
}: Pick<ShapeViewProps, 'changes' | 'pending'> & { quiet: string | null }) {
  const open = changes.filter(({ acceptedAt }) => acceptedAt === null)
  const accepted = changes.filter(({ acceptedAt }) => acceptedAt !== null)
  const accept = useMutation(useCalls().shapes.accept.mutationOptions())
  const isLong = open.length > 1
  return (
    <Section
      title={words.changes}
      lead={open.length === 0 ? (quiet ?? words.noChanges) : words.changesLead(open.length)}
    >
      {pending > 0 && <p className="muted">{words.pending(pending)}</p>}
      {accept.error !== null && <ErrorNote>{accept.error.message}</ErrorNote>}
      {isLong && (
        <div className={styles.all}>
          <Button busy={accept.isPending} onClick={() => accept.mutate({ changes: open.map(({ number }) => number) })}>
            {words.acceptAll}
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <DataTable
          label={words.changes}
          columns={openColumns}
          rows={open}
          rowKey={({ number }) => number}
          actions={({ number, sentence }) => (
            <Button
              look="quiet"
              aria-label={words.acceptOf(visibleText(sentence))}
              onClick={() => accept.mutate({ changes: [number] })}
            >
              {words.accept}
            </Button>
          )}
        />
      )}
      {accepted.length > 0 && (
        <details className={styles.accepted}>
          <summary>{words.accepted(accepted.length)}</summary>
          <DataTable
            label={words.accepted(accepted.length)}
            columns={acceptedColumns}
            rows={accepted}
            rowKey={({ number }) => number}
          />
        </details>
      )}
    </Section>
  )
}

const sentenceColumn: Column<ShapeChange> = {
  key: 'change',
  head: words.change,
  names: true,
  className: styles.sentence,
  cell: ({ sentence }) => visibleText(sentence),
}
const sinceColumn: Column<ShapeChange> = {
  key: 'since',
  head: words.since,
  cell: ({ firstAt }) => <Time at={firstAt} form="ago" />,
}

const openColumns: readonly Column<ShapeChange>[] = [
  sentenceColumn,
  {
    key: 'before',
    head: words.before,
    mono: true,
    className: styles.example,
    cell: ({ before }) => visibleText(before),
  },
  { key: 'now', head: words.now, mono: true, className: styles.now, cell: ({ now }) => visibleText(now) },
  sinceColumn,
  { key: 'seen', head: words.seen, className: styles.seen, cell: (change) => <DeliveriesLink change={change} /> },
]

const acceptedColumns: readonly Column<ShapeChange>[] = [
  sentenceColumn,
  sinceColumn,
  { key: 'seen', head: words.seen, cell: ({ deliveries }) => words.showDeliveries(deliveries) },
  {
    key: 'accepted',
    head: words.acceptedAt,
    cell: ({ acceptedAt }) => acceptedAt !== null && <Time at={acceptedAt} form="ago" />,
  },
]

/** The deliveries that show a change, in the inbox. */
function DeliveriesLink({ change: { number, deliveries, sentence } }: { change: ShapeChange }) {
  const { navigation } = useApp()
  return (
    <a
      href={navigation.href({ screen: 'inbox', deliveryId: null, filter: `change:${number}` })}
      title={words.showDeliveriesOf(visibleText(sentence))}
    >
      {words.showDeliveries(deliveries)}
    </a>
  )
}

const fieldColumns: readonly Column<ShapeField>[] = [
  {
    key: 'path',
    head: words.path,
    names: true,
    mono: true,
    className: styles.path,
    cell: ({ path }) => (
      <>
        <span className="muted">
          {visibleText(
            path
              .slice(0, -1)
              .map((name) => `${name}.`)
              .join(''),
          )}
        </span>
        {visibleText(path.at(-1) ?? '')}
      </>
    ),
  },
  {
    key: 'types',
    head: words.types,
    cell: ({ types, format }) =>
      types.map((type) => (type === 'string' && format !== null ? words.textAs(format) : type)).join(' | '),
  },
  {
    key: 'presence',
    head: words.presence,
    numeric: true,
    cell: ({ count, of }) => <span title={words.shareOf(count, of)}>{words.share(count, of)}</span>,
  },
  {
    key: 'values',
    head: words.values,
    mono: true,
    className: styles.values,
    cell: ({ values, examples }) =>
      visibleText(values === null ? examples.slice(0, 3).join(', ') : words.anyOf(values)),
  },
]

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
function ShapeCode({ source, type, environment }: Pick<ShapeType, 'source' | 'type'> & { environment: string }) {
  const [language, setLanguage] = useState<CodeLanguage>(lastLanguage)
  const { data, error } = useQuery(
    useCalls().shapes.code.queryOptions({ input: { source, type, environment, language } }),
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
      {error !== null && <ErrorNote>{error.message}</ErrorNote>}
      {data === undefined ? (
        error === null && <Loading what={words.writing} />
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
