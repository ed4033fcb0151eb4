import type { Delivery } from '../../../shared/wireTypes.ts'
import { Fact } from '../../ui/Section.tsx'
import { filled } from '../../text/filled.tsx'
import { cameWords } from '../setup/tunnel/words.ts'
import { headerValues } from '../../../shared/headers.ts'
import type { HeaderLine } from '../../../shared/model.ts'

/** On which way a delivery came, and whom that way names as its sender. */
export function CameThrough({ delivery }: { delivery: Delivery }) {
  const { tunnel, claimedAddress } = delivery
  return (
    <>
      <Fact name={cameWords.came}>
        {tunnel === null
          ? cameWords.directly
          : filled(cameWords.through, { tunnel: tunnel.label, url: <code>{tunnel.publicUrl}</code> })}
      </Fact>
      {claimedAddress !== null && (
        <Fact name={cameWords.claimed} note={cameWords.claimedNote}>
          {filled(cameWords.says, {
            header: claimingHeader(delivery.headers, claimedAddress),
            address: <code>{claimedAddress}</code>,
          })}
        </Fact>
      )}
    </>
  )
}

/** Headers in which a tunnel or proxy names the sender, as people write them. */
const names = ['CF-Connecting-IP', 'X-Real-IP', 'X-Forwarded-For']

/** The header that names this address as the sender's. Pure. */
export function claimingHeader(headers: readonly HeaderLine[], address: string): string {
  const flat = headers.flat()
  const claims = (name: string) =>
    headerValues(flat, name.toLowerCase()).some((value) => value.trim().startsWith(address))
  return names.find(claims) ?? cameWords.someHeader
}
