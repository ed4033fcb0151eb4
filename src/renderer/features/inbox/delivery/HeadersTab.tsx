import { useId } from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import type { HeaderLine } from '../../../../shared/model.ts'
import { requestWithoutCredentials } from '../../../../shared/credentials.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { CopyButton } from '../../../ui/fields/CopyButton.tsx'
import { useContextMenu } from '../../../ui/popups/Menus.tsx'
import { explainHeader, deliveryWords } from './words.ts'
import { CopyId } from './CopyId.tsx'
import { visibleText } from '../../../text/visibleText.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import css from './HeadersTab.module.css'
import styles from '../../../ui/layout/Tabs.module.css'

/** All headers, in the order and spelling of their arrival. */
export function HeadersTab({ delivery }: { delivery: Delivery }) {
  const { lines, headers: redacted } = requestWithoutCredentials(delivery)
  const whole = lines.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className={styles.body}>
      <section className={styles.group} aria-label={deliveryWords.headers}>
        <div className={css.top}>
          <span className="muted">
            {delivery.tunnel?.headersNormalised === true
              ? deliveryWords.headersNormalised(delivery.tunnel.label)
              : deliveryWords.headersAsCame}
          </span>
          <CopyButton text={whole} what={deliveryWords.copyAllHeaders(redacted.length > 0)} />
        </div>
        <HeaderTable lines={delivery.headers} mark={delivery.signature.header} />
      </section>
      {delivery.trailers.length > 0 && (
        <section className={styles.group} aria-label={deliveryWords.trailers}>
          <h3>{deliveryWords.trailers}</h3>
          <HeaderTable lines={delivery.trailers} />
        </section>
      )}
    </div>
  )
}

interface HeaderTableProps {
  lines: readonly HeaderLine[]
  /** Name of a header to point out: the one with the signature. */
  mark?: string
}

export function HeaderTable({ lines, mark }: HeaderTableProps) {
  // The same name may come twice: the place is a line's identity.
  const rows = lines.map(([name, value], place) => ({ place, name, value }))
  const menu = useHeaderMenu(lines)
  return (
    <DataTable
      look="values"
      hideHead
      className={css.headers}
      rows={rows}
      rowKey={({ place }) => place}
      rowData={({ place, name }) => ({
        'data-menu': menu,
        'data-place': place,
        'data-mark': mark?.toLowerCase() === name.toLowerCase() || undefined,
      })}
      columns={[
        {
          key: 'name',
          head: deliveryWords.headerName,
          names: true,
          mono: true,
          cell: ({ name }) => visibleText(name),
        },
        {
          key: 'value',
          head: deliveryWords.headerValue,
          mono: true,
          cell: ({ name, value }) => (
            <>
              {visibleText(value)}
              <HeaderParts name={name} value={value} />
            </>
          ),
        },
      ]}
    />
  )
}

/** Offers the context menu of a table's rows. Returns the rows' `data-menu`. */
function useHeaderMenu(lines: readonly HeaderLine[]): string {
  const kind = useId()
  const { navigation, store } = useApp()
  const copyText = useCopyText()
  useContextMenu(kind, (row) => {
    const [name, value] = lines[Number(row.dataset['place'])] ?? []
    if (name === undefined || value === undefined) return null
    const narrow = (negated: boolean) => {
      const term: FilterTerm = { key: 'text', values: [value.replaceAll('"', '')], quoted: true, negated, at: null }
      navigation.go({ screen: 'inbox', filter: narrowed(store.getState().route.filter, term) })
    }
    return {
      label: visibleText(name),
      entries: contextEntries('header', {
        'header.copyName': { run: () => copyText(name) },
        'header.copyValue': { run: () => copyText(value) },
        'header.copyLine': { run: () => copyText(`${name}: ${value}`) },
        'filter.only': { title: deliveryWords.filterByValue, run: () => narrow(false) },
        'filter.without': { title: deliveryWords.excludeValue, run: () => narrow(true) },
      }),
    }
  })
  return kind
}

function HeaderParts({ name, value }: { name: string; value: string }) {
  const parts = explainHeader(name, value)
  if (parts === null) return null
  return (
    <dl className={css.parts}>
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>{part.isId === true ? <CopyId text={part.value} what={part.name} /> : visibleText(part.value)}</dd>
        </div>
      ))}
    </dl>
  )
}
