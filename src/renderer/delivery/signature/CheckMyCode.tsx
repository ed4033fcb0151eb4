import { useState } from 'react'
import { isVerified } from '../../../shared/model.ts'
import type { Delivery, Explanation } from '../../../shared/wireTypes.ts'
import { useClient } from '../../state/useApp.ts'
import { useCall } from '../../state/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FindingList } from './FindingList.tsx'
import { RuledOut } from './RuledOut.tsx'

/** The other direction: the digest that the person's own code computed goes in, what that code hashed comes out. */
export function CheckMyCode({ delivery }: { delivery: Delivery }) {
  const client = useClient()
  const [digest, setDigest] = useState('')
  const check = useCall(async () => client.deliveries.explain({ id: delivery.id, digest }))
  return (
    <section className="tab-group" aria-label="Check my code">
      <h3>Check my code</h3>
      <p className="tab-lead">
        {isVerified(delivery.verdict)
          ? 'The signature is right, but your own code says no? Paste the digest that it computed for this delivery, and Hookscope finds out which bytes it hashed, and with which key.'
          : 'Paste a digest that your own code computed for this delivery, and Hookscope finds out which bytes it hashed, and with which key.'}
      </p>
      <form
        noValidate
        className="check-form"
        onSubmit={(event) => {
          event.preventDefault()
          void check.run()
        }}
      >
        <TextField
          label="Paste the digest that your code computed"
          mono
          maxLength={4096}
          value={digest}
          onChange={(value) => {
            setDigest(value)
            check.reset()
          }}
          problem={check.problem?.message}
          hint="In hex or base64, just as your code prints it."
          after={
            <Button type="submit" busy={check.busy}>
              Find the cause
            </Button>
          }
        />
      </form>
      <div aria-live="polite">
        {check.answer !== undefined && check.problem === null && !check.busy && <Found explanation={check.answer} />}
      </div>
    </section>
  )
}

function Found({ explanation }: { explanation: Explanation }) {
  const proven = explanation.findings.some(({ kind }) => kind === 'proof')
  return (
    <div className="cause">
      <FindingList findings={explanation.findings} />
      {!proven && explanation.tried > 0 && (
        <p className="finding-advice">
          Unexplained: nothing that was tried with this delivery gives that digest.{' '}
          <span className="muted">
            Is it the digest of this very delivery? If so, your code uses another secret, or bytes that were changed in
            a way that is not known.
          </span>
        </p>
      )}
      <RuledOut explanation={explanation} open={!proven} />
    </div>
  )
}
