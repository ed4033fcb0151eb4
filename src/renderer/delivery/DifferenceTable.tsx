import type { ObjectItem } from '../../shared/wireTypes.ts'
import { visibleText } from './visibleText.ts'
import './DifferenceTable.css'

/** Places where two snapshots differ: path, value before, value after. Signs say it as well as colours. */
export function DifferenceTable({ lines }: { lines: NonNullable<ObjectItem['difference']> }) {
  return (
    <table className="difference">
      <thead>
        <tr>
          <th scope="col">Path</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ path, before, after }) => (
          <tr key={path}>
            <th scope="row">{path === '' ? 'whole object' : visibleText(path)}</th>
            <td>{before === null ? <span className="muted">was not there</span> : <del>{visibleText(before)}</del>}</td>
            <td>{after === null ? <span className="muted">gone</span> : <ins>{visibleText(after)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
