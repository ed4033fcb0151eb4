import type { TokenResult } from '../../shared/wireTypes.ts'
import { useCall } from '../state/useCall.ts'
import { Button } from '../ui/Button.tsx'
import { DoneNote } from '../ui/DoneNote.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Time } from '../ui/Time.tsx'
import { filled } from '../words/filled.tsx'
import { describeToken, tokenWords } from '../words/token.ts'
import { TokenClaims } from './TokenClaims.tsx'

interface TokenTestProps {
  label: string
  /** What has to be filled in first, or null. */
  missing: string | null
  /** Asks for a token; undefined when it did not come to that. */
  test: () => Promise<TokenResult | undefined>
}

/** Asks the provider for a token now and says what came: expiry and scope, or its exact error. */
export function TokenTest({ label, missing, test }: TokenTestProps) {
  const call = useCall(test)
  return (
    <div className="access-test">
      <div className="access-line">
        <Button busy={call.busy} disabled={missing !== null} onClick={() => void call.run()}>
          {label}
        </Button>
        <p className="muted" aria-live="polite">
          {call.busy ? tokenWords.asking : missing}
        </p>
      </div>
      {call.problem !== null && <ErrorNote>{call.problem.message}</ErrorNote>}
      {!call.busy && call.problem === null && call.answer !== undefined && <TokenAnswer result={call.answer} />}
    </div>
  )
}

function TokenAnswer({ result }: { result: TokenResult }) {
  const { text, detail } = describeToken(result)
  const Note = result.ok ? DoneNote : ErrorNote
  return (
    <>
      <Note>
        {text}{' '}
        {result.expiresAt !== null &&
          filled(tokenWords.expires, {
            // The clock goes on; nobody wants to hear that.
            ago: (
              <span aria-live="off">
                <Time at={result.expiresAt} form="ago" />
              </span>
            ),
            time: <Time at={result.expiresAt} />,
          })}{' '}
        {detail}
      </Note>
      {result.claims !== null && <TokenClaims claims={result.claims} />}
    </>
  )
}
