import type { Delivery } from '../../shared/wireTypes.ts'
import { Fact } from '../ui/Section.tsx'
import { filled } from '../words/filled.tsx'
import { cameWords } from '../words/tunnel.ts'
import { claimingHeader } from './claimingHeader.ts'

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
