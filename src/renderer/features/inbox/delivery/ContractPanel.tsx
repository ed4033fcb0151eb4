import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { visibleText } from '../../../text/visibleText.ts'
import { contractPanelWords as words, matchedWords } from './contractPanelWords.ts'

/** The notification below stays in sight: more violations are shown when the user asks for them. */
const maxShown = 6

/** The result of validating a delivery against the contract of its environment. */
export function ContractPanel({ delivery: { id, contract } }: { delivery: Delivery }) {
  const { navigation } = useApp()
  const [all, setAll] = useState(false)
  const { data, error } = useQuery(
    useCalls().contracts.result.queryOptions({
      input: { id },
      // A validation in the background has no event: its result shows in the delivery.
      queryKey: [['contracts', 'result'], { input: { id }, contract }],
      placeholderData: keepPreviousData,
    }),
  )
  const result = data?.result ?? null
  if (error !== null) return <ErrorNote>{error.message}</ErrorNote>
  if (result === null) return null
  const { state, message, violations, more, reason } = result
  const count = violations.length + more
  const matched = matchedWords(result)
  return (
    <section className={tabsStyles.group} aria-label={words.title}>
      <h3>
        <a href={navigation.href({ screen: 'contract' })} title={words.open}>
          {words.title}
        </a>
      </h3>
      <p>
        {visibleText(words.heads[state](message ?? '', count))}
        {matched !== null && <span className="muted"> {visibleText(matched)}</span>}
      </p>
      {reason !== null && <p>{visibleText(reason)}</p>}
      {violations.length > 0 && (
        <DataTable
          label={words.title}
          look="values"
          rows={all ? violations : violations.slice(0, maxShown)}
          rowKey={(_, place) => place}
          columns={[
            {
              key: 'pointer',
              head: words.pointer,
              names: true,
              mono: true,
              cell: ({ pointer }) => (pointer === '' ? words.body : visibleText(pointer)),
            },
            { key: 'rule', head: words.rule, mono: true, cell: ({ rule }) => rule },
            { key: 'expected', head: words.expected, mono: true, cell: ({ expected }) => visibleText(expected) },
            {
              key: 'found',
              head: words.found,
              mono: true,
              cell: ({ found }) =>
                found === null ? <span className="muted">{words.nothing}</span> : visibleText(found),
            },
          ]}
        />
      )}
      {!all && violations.length > maxShown && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {words.showAll(violations.length)}
        </Button>
      )}
      {more > 0 && (all || violations.length <= maxShown) && <p className="muted">{words.more(more)}</p>}
    </section>
  )
}
