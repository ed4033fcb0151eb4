import { lazy, Suspense, useMemo } from 'react'
import { isVerified } from '../../../../shared/model.ts'
import { schemePreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import { isPlainHmac, type SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'
import type { Delivery, Environment, Signature } from '../../../../shared/wireTypes.ts'
import { environmentScheme, type FoundCause } from './useExplanation.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Seal } from '../../../ui/basics/Seal.tsx'
import { verdictNames } from '../../../text/verdictWords.ts'
import { signatureWords, verdictSentence, ageWords } from './words.ts'
import { Cause, CheckMyCode } from './Findings.tsx'
import { Comparison } from './Comparison.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import styles from './SignatureTab.module.css'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { describeScheme } from '../../../text/describeScheme.ts'
import { filled } from '../../../text/filled.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import { visibleText } from '../../../text/visibleText.ts'

/** Programs in nine languages are loaded when they are shown. */
const ReadyCode = lazy(async () => ({ default: (await import('./ReadyCode.tsx')).ReadyCode }))

/** The check spelled out: the verdict, why it fails and the proof of it, what came and what was expected, and how to do it. */
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

/** The scheme of the delivery's environment; of one in a file the sender's own; where that is not here, the one that the check names. */
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

/** Whose secret checked the delivery. */
function secretWords({ foreign }: Delivery, environment: Environment | undefined): string {
  if (foreign === undefined) {
    return environment === undefined ? signatureWords.secretOfDeleted : signatureWords.secretUsed
  }
  return foreign.recheck.state === 'cannot' ? signatureWords.secretOfSender : signatureWords.secretOfYours
}

/** By which scheme and with which secret, and how old the signature was. */
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

/** The signed bytes: enough of them to see what a program hashed instead. */
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

/** Names of fields, which come from the body. */
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

/** The bytes in one line. */
const width = 8

/** Bytes in hex, eight to a line, and the same bytes as text, with a middle dot for all but printable ASCII. Pure. */
export function printableHex(hex: string): { hex: string; text: string; at: number }[] {
  const bytes = hex.match(/../g) ?? []
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, line) => {
    const row = bytes.slice(line * width, (line + 1) * width)
    return { hex: row.join(' '), text: row.map(printable).join(''), at: line * width }
  })
}

function printable(byte: string): string {
  const code = Number.parseInt(byte, 16)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '·'
}
