import { fieldTermOf } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { useId } from 'react'
import type { FilterTerm } from '../../../../shared/filter/deliveryFilter.ts'
import type { HeaderLine } from '../../../../shared/model.ts'
import { requestWithoutCredentials } from '../../../../shared/credentials.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { contextEntries, useCopyText } from '../../../commands/contextEntries.tsx'
import { narrowed } from '../../../data/state/filterTerms.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { CopyButton, useCopied } from '../../../ui/fields/CopyButton.tsx'
import { useContextMenu } from '../../../ui/popups/Popups.tsx'
import { explainHeader, deliveryWords } from './words.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import styles from './AttemptsTab.module.css'
import tabStyles from '../../../ui/layout/Tabs.module.css'
import { Check, Copy } from 'lucide-react'
import { uiWords } from '../../../ui/words.ts'

/** All headers, in the order and spelling of their arrival. */
export function HeadersTab({ delivery }: { delivery: Delivery }) {
  const { lines, headers: redacted } = requestWithoutCredentials(delivery)
  const whole = lines.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className={tabStyles.body}>
      <section className={tabStyles.group} aria-label={deliveryWords.headers}>
        <div className={styles.top}>
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
        <section className={tabStyles.group} aria-label={deliveryWords.trailers}>
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
      className={styles.headers}
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
      const term: FilterTerm = { ...fieldTermOf('header', [name.toLowerCase()], value.replaceAll('"', '')), negated }
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
    <dl className={styles.parts}>
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>{part.isId === true ? <CopyId text={part.value} what={part.name} /> : visibleText(part.value)}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CopyIdProps {
  text: string
  /** Names the copied text, such as "the object's id". */
  what: string
  /** What is shown; the text itself when it is left out. */
  children?: string
}

/** An id or another exact value: a click anywhere on it copies it. */
export function CopyId({ text, what, children = text }: CopyIdProps) {
  const { done, copy } = useCopied()
  const says = done ? uiWords.copied : uiWords.copy(what)
  return (
    <button type="button" data-part="copy-id" className={styles.copyId} data-tip={says} onClick={() => copy(text)}>
      <code>{children}</code>
      {done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span className="unseen">{says}</span>
    </button>
  )
}
