import { lazy, Suspense, useMemo } from 'react'
import { isVerified } from '../../../../shared/model.ts'
import { schemePreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { isPlainHmac, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Delivery, Environment, Signature } from '../../../../shared/wireTypes.ts'
import { environmentScheme, type FoundCause, Cause, CheckMyCode } from './Findings.tsx'
import { useAppState } from '../../../data/state/useApp.ts'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { verdictNames } from '../../../text/verdictWords.ts'
import { signatureWords, verdictSentence, ageWords } from './words.ts'
import { Comparison } from './Comparison.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import styles from './SignatureTab.module.css'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { describeScheme } from '../../../text/describeScheme.ts'
import { filled, visibleText } from '../../../text/visibleText.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'

/** Loaded when shown, because it has programs in nine languages. */
const ReadyCode = lazy(async () => ({ default: (await import('./ReadyCode.tsx')).ReadyCode }))

/** The Signature tab: the verdict, the cause with its proof, the comparison, the signed bytes, and ready code. */
export function SignatureTab({ delivery, cause }: { delivery: Delivery; cause: FoundCause }) {
  const { signature } = delivery
  const scheme = useScheme(delivery)
  return (
    <div className={tabsStyles.body}>
      <div className={styles.verdict} data-verdict={signature.verdict}>
        <Seal verdict={signature.verdict} size={48} />
        <div>
          <h3 className={styles.verdictName}>{verdictNames[signature.verdict]}</h3>
          <p className={styles.verdictText}>
            {verdictSentence(signature)} {signature.malformed}
          </p>
        </div>
      </div>
      {signature.age?.tooOld === true && (
        <ErrorNote look="warn">{ageWords(signature.age, scheme.toleranceSeconds)}</ErrorNote>
      )}
      {signature.ageProblem !== null && <ErrorNote look="warn">{signature.ageProblem}</ErrorNote>}
      <Cause delivery={delivery} cause={cause} isRight={isVerified(signature.verdict)} />
      <Comparison signature={signature} scheme={scheme} />
      <SignedBytes signature={signature} scheme={scheme} />
      <HowChecked delivery={delivery} scheme={scheme} />
      {isPlainHmac(scheme) && <CheckMyCode delivery={delivery} />}
      {isPlainHmac(scheme) && (
        <Suspense fallback={<Loading what={signatureWords.programs} />}>
          <ReadyCode delivery={delivery} scheme={scheme} />
        </Suspense>
      )}
    </div>
  )
}

/** Returns the scheme of the delivery's environment; for a case file the scheme in the file, or else the one that the check names. */
function useScheme({ environmentId, signature, foreign }: Delivery): SignatureScheme {
  const environment = useAppState((state) => state.feed.environments.find(({ id }) => id === environmentId))
  const { scheme } = signature
  return useMemo(
    () =>
      environment === undefined
        ? (foreign?.ownScheme ?? schemePreset(scheme) ?? serviceScheme)
        : environmentScheme(environment),
    [environment, foreign?.ownScheme, scheme],
  )
}

/** Describes the owner of the secret that verified the delivery. */
function secretWords({ foreign }: Delivery, environment: Environment | undefined): string {
  if (foreign === undefined) {
    return environment === undefined ? signatureWords.secretOfDeleted : signatureWords.secretUsed
  }
  return foreign.recheck.state === 'cannot' ? signatureWords.secretOfSender : signatureWords.secretOfYours
}

/** The scheme, the secret and the age of the signature. */
function HowChecked({ delivery, scheme }: { delivery: Delivery; scheme: SignatureScheme }) {
  const { age, header, pointer, secret } = delivery.signature
  const environments = useAppState((state) => state.feed.environments)
  const environment = environments.find(({ id }) => id === delivery.environmentId)
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.how}>
      <h3>{signatureWords.how}</h3>
      <Facts>
        <Fact name={signatureWords.scheme} note={describeScheme(scheme)}>
          {scheme.label}
        </Fact>
        <Fact name={pointer == null ? signatureWords.headerName : signatureWords.fieldName}>
          <code>{pointer ?? header}</code>
        </Fact>
        <Fact name={signatureWords.secret}>
          {secret === null ? (
            <span className="muted">{signatureWords.noSecret}</span>
          ) : (
            filled(secretWords(delivery, environment), {
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

/** The first and the last signed bytes, to compare them with what a program hashed. */
function SignedBytes({ signature: { signed, bodyFields }, scheme }: { signature: Signature; scheme: SignatureScheme }) {
  const isShort = signed.size * 2 <= signed.first.length
  const made =
    !('message' in scheme) || scheme.message === '{body}'
      ? signatureWords.rawBody
      : signatureWords.madeOf(scheme.message)
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.signed}>
      <h3>{signatureWords.signed}</h3>
      <Facts>
        <Fact name={signatureWords.message} note={made}>
          <span className="numbers">{signatureWords.bytes(signed.size)}</span>
        </Fact>
        {bodyFields !== null && (
          <Fact name={signatureWords.signedFields}>
            <Pointers of={bodyFields.signed} />
          </Fact>
        )}
        {bodyFields !== null && bodyFields.unsigned.length > 0 && (
          <Fact name={signatureWords.unsignedFields} note={signatureWords.unsignedNote}>
            <Pointers of={bodyFields.unsigned} />
          </Fact>
        )}
        <Fact name={signatureWords.sha256}>
          <CopyValue text={signed.sha256} what={signatureWords.theSha256} />
        </Fact>
        {signed.size > 0 && (
          <Fact name={isShort ? signatureWords.allBytes : signatureWords.firstBytes}>
            <Bytes hex={signed.first} />
          </Fact>
        )}
        {!isShort && (
          <Fact name={signatureWords.lastBytes}>
            <Bytes hex={signed.last} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

/** Names of body fields. */
function Pointers({ of }: { of: readonly string[] }) {
  return <code>{visibleText(of.join(', '))}</code>
}

function Bytes({ hex }: { hex: string }) {
  return (
    <span className={styles.signedBytes}>
      {printableHex(hex).map((row) => (
        <span key={row.at} className={styles.signedRow}>
          <code>{row.hex}</code>
          <code className="muted">{row.text}</code>
        </span>
      ))}
    </span>
  )
}

/** Bytes in a line. */
const bytesPerLine = 8

/** Formats bytes as hex, eight to a line, and as text with a middle dot for everything but printable ASCII. Pure. */
export function printableHex(hex: string): { hex: string; text: string; at: number }[] {
  const bytes = hex.match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / bytesPerLine) }, (_, line) => {
    const row = bytes.slice(line * bytesPerLine, (line + 1) * bytesPerLine)
    return { hex: row.join(' '), text: row.map(printable).join(''), at: line * bytesPerLine }
  })
}

function printable(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
