import type { Delivery } from '../../shared/wireTypes.ts'
import { Fact } from '../ui/Section.tsx'
import { claimingHeader } from './claimingHeader.ts'

/** On which way a delivery came, and whom that way names as its sender. */
export function CameThrough({ delivery }: { delivery: Delivery }) {
  const { tunnel, claimedAddress } = delivery
  return (
    <>
      <Fact name="Came">
        {tunnel === null ? (
          'directly'
        ) : (
          <>
            through {tunnel.label} (<code>{tunnel.publicUrl}</code>)
          </>
        )}
      </Fact>
      {claimedAddress !== null && (
        <Fact name="Claimed sender" note="Only a claim: anybody can write this header.">
          {claimingHeader(delivery.headers, claimedAddress)} says <code>{claimedAddress}</code>
        </Fact>
      )}
    </>
  )
}
