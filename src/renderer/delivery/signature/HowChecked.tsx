import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { describeScheme } from '../../scheme/describeScheme.ts'
import { useAppState } from '../../state/useApp.ts'
import { Fact, Facts } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { ageWords } from './signatureWords.ts'

/** By which scheme and with which secret, and how old the signature was. */
export function HowChecked({ delivery, scheme }: { delivery: Delivery; scheme: SignatureScheme }) {
  const { age, header, secret } = delivery.signature
  const environments = useAppState((state) => state.feed.environments)
  const environment = environments.find(({ id }) => id === delivery.environmentId)
  return (
    <section className="tab-group" aria-label="How it is checked">
      <h3>How it is checked</h3>
      <Facts>
        <Fact name="Scheme" note={describeScheme(scheme)}>
          {scheme.label}
        </Fact>
        <Fact name="Header">
          <code>{header}</code>
        </Fact>
        <Fact name="Secret">
          {secret === null ? (
            <span className="muted">none that is stored</span>
          ) : (
            <>
              {secret.label} <span className="muted">of</span> {environment?.name ?? 'a deleted environment'}{' '}
              <span className="muted">fingerprint</span> <code>{secret.fingerprint}</code>
            </>
          )}
        </Fact>
        {age !== null && (
          <Fact name="Signed" note={age.tooOld ? undefined : ageWords(age, scheme.toleranceSeconds)}>
            <Time at={age.signedAt} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}
