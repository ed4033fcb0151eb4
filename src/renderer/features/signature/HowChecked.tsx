import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Delivery } from '../../../shared/wireTypes.ts'
import { useAppState } from '../../data/state/useApp.ts'
import { Fact, Facts } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeScheme } from '../../text/describeScheme.ts'
import { filled } from '../../text/filled.tsx'
import { signatureWords } from './words.ts'
import { ageWords } from './signatureWords.ts'
import styles from '../../ui/Tabs.module.css'

/** By which scheme and with which secret, and how old the signature was. */
export function HowChecked({ delivery, scheme }: { delivery: Delivery; scheme: SignatureScheme }) {
  const { age, header, secret } = delivery.signature
  const environments = useAppState((state) => state.feed.environments)
  const environment = environments.find(({ id }) => id === delivery.environmentId)
  return (
    <section className={styles.group} aria-label={signatureWords.how}>
      <h3>{signatureWords.how}</h3>
      <Facts>
        <Fact name={signatureWords.scheme} note={describeScheme(scheme)}>
          {scheme.label}
        </Fact>
        <Fact name={signatureWords.headerName}>
          <code>{header}</code>
        </Fact>
        <Fact name={signatureWords.secret}>
          {secret === null ? (
            <span className="muted">{signatureWords.noSecret}</span>
          ) : (
            filled(environment === undefined ? signatureWords.secretOfDeleted : signatureWords.secretUsed, {
              label: secret.label,
              environment: environment?.name,
              fingerprint: <code>{secret.fingerprint}</code>,
            })
          )}
        </Fact>
        {age !== null && (
          <Fact name={signatureWords.signedAt} note={age.tooOld ? undefined : ageWords(age, scheme.toleranceSeconds)}>
            <Time at={age.signedAt} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}
