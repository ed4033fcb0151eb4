import type { ObjectItem } from '../../shared/wireTypes.ts'
import { deliveryWords } from '../words/delivery.ts'
import { visibleText } from './visibleText.ts'
import './DifferenceTable.css'

interface DifferenceTableProps {
  lines: NonNullable<ObjectItem['difference']>
  /** What the two sides are called, and what is said where a place is not there. */
  words?: { before: string; after: string; wasNotThere: string; gone: string; wholeObject: string }
}

/** Places where two values differ: path, value before, value after. Signs say it as well as colours. */
export function DifferenceTable({ lines, words = deliveryWords }: DifferenceTableProps) {
  return (
    <table className="difference">
      <thead>
        <tr>
          <th scope="col">{deliveryWords.path}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path === '' ? words.wholeObject : visibleText(path)}</th>
            <td>
              {before === null ? (
                <span className="muted">{words.wasNotThere}</span>
              ) : (
                <del data-solid={isSolid(before)}>{visibleText(before)}</del>
              )}
            </td>
            <td>
              {after === null ? (
                <span className="muted">{words.gone}</span>
              ) : (
                <ins data-solid={isSolid(after)}>{visibleText(after)}</ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** There is no space in it at which a line could end. */
function isSolid(value: string): true | undefined {
  return /\s/.test(value) ? undefined : true
}
