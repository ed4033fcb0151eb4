import { Table } from '../ui/Table.tsx'
import { Time } from '../ui/Time.tsx'
import { tokenWords } from '../words/token.ts'
import { claimsOf, momentOf } from './claimsOf.ts'

/** What a token says of itself, decoded and not verified. */
export function TokenClaims({ claims }: { claims: Readonly<Record<string, string>> }) {
  const { note, rows } = claimsOf(claims)
  return (
    <div className="access-claims">
      <h3>{tokenWords.claimsTitle}</h3>
      <p className="muted">{note}</p>
      {rows.length > 0 && (
        <Table label={tokenWords.claimsTable} head={[tokenWords.claim, tokenWords.value]}>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td className="mono">
                <Value text={value} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}

/** A time is also told as the person's own clock has it. */
function Value({ text }: { text: string }) {
  const moment = momentOf(text)
  if (moment === null) return text
  return (
    <>
      {moment.number}{' '}
      <span className="access-claim-time">
        <Time at={moment.at} />
      </span>
    </>
  )
}
