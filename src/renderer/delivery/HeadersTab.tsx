import type { HeaderLine } from '../../shared/model.ts'
import type { Delivery } from '../../shared/wireTypes.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { explainHeader } from '../words/explainHeader.ts'
import { deliveryWords } from '../words/delivery.ts'
import { CopyId } from './CopyId.tsx'
import { visibleText } from './visibleText.ts'
import './HeadersTab.css'

/** All headers, in the order and spelling of their arrival. */
export function HeadersTab({ delivery }: { delivery: Delivery }) {
  const whole = delivery.headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <div className="tab-body">
      <section className="tab-group" aria-label={deliveryWords.headers}>
        <div className="headers-top">
          <span className="muted">
            {delivery.tunnel?.headersNormalised === true
              ? deliveryWords.headersNormalised(delivery.tunnel.label)
              : deliveryWords.headersAsCame}
          </span>
          <CopyButton text={whole} what={deliveryWords.copyAllHeaders} />
        </div>
        <HeaderTable lines={delivery.headers} mark={delivery.signature.header} />
      </section>
      {delivery.trailers.length > 0 && (
        <section className="tab-group" aria-label={deliveryWords.trailers}>
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
  return (
    <table className="headers">
      <thead className="unseen">
        <tr>
          <th scope="col">{deliveryWords.headerName}</th>
          <th scope="col">{deliveryWords.headerValue}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, name, value }) => (
          <tr key={place} data-mark={mark?.toLowerCase() === name.toLowerCase() || undefined}>
            <th scope="row">{visibleText(name)}</th>
            <td>
              {visibleText(value)}
              <HeaderParts name={name} value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeaderParts({ name, value }: { name: string; value: string }) {
  const parts = explainHeader(name, value)
  if (parts === null) return null
  return (
    <dl className="header-parts">
      {parts.map((part) => (
        <div key={part.name}>
          <dt>{part.name}</dt>
          <dd>{part.isId === true ? <CopyId text={part.value} what={part.name} /> : visibleText(part.value)}</dd>
        </div>
      ))}
    </dl>
  )
}
