import { useMutation, useQuery } from '@tanstack/react-query'
import type { Delivery, Explanation, Finding, Environment } from '../../../../shared/wireTypes.ts'
import { useApp, useCalls, useAppState } from '../../../data/state/useApp.ts'
import { Button, Spinner } from '../../../ui/basics/Button.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { signatureWords, triedWords, needsSearch } from './words.ts'
import { RepairSecret } from './RepairSecret.tsx'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import styles from './SignatureTab.module.css'
import { useState } from 'react'
import { isVerified } from '../../../../shared/model.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { TextField } from '../../../ui/fields/Field.tsx'
import { KeyRound } from 'lucide-react'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { readOnce } from '../../../data/state/queries.ts'
import type { Problem } from '../../../data/wire/problem.ts'
import { schemePreset, serviceScheme } from '../../../../shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../../shared/signature/signatureScheme.ts'

interface CauseProps {
  delivery: Delivery
  cause: FoundCause
  /** The signature is valid, and the findings are about something else, such as its age. */
  isRight: boolean
}

/** The cause of a failed signature: the search, its proofs, or what was tried. */
export function Cause({ delivery, cause, isRight }: CauseProps) {
  const title = isRight ? signatureWords.whatElse : signatureWords.why
  if (cause.state === 'none') return null
  return (
    <section className={tabsStyles.group} aria-label={title} aria-busy={isBusy(cause)}>
      <div className={styles.groupLine}>
        <h3>{title}</h3>
        {!isBusy(cause) && (
          <Button look="quiet" onClick={cause.again}>
            {signatureWords.searchAgain}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {cause.state === 'searching' && <Searching>{signatureWords.searching}</Searching>}
        {cause.problem !== null && <ErrorNote>{cause.problem.message}</ErrorNote>}
        {cause.explanation !== null && <Explained cause={cause} explanation={cause.explanation} isRight={isRight} />}
      </div>
      {cause.explanation !== null && <RepairSecret delivery={delivery} explanation={cause.explanation} />}
    </section>
  )
}

function isBusy({ state }: FoundCause): boolean {
  return state === 'searching' || state === 'proven'
}

function Searching({ children }: { children: string }) {
  return (
    <p className={styles.searching}>
      <Spinner />
      {children}
    </p>
  )
}

function Explained({
  cause,
  explanation,
  isRight,
}: Pick<CauseProps, 'cause' | 'isRight'> & { explanation: Explanation }) {
  const proven = explanation.findings.some(({ kind }) => kind === 'proof')
  if (isRight) return <FindingList findings={explanation.findings} hiddenRecipe="timestamp-too-old" />
  // Without a digest there is nothing to search for, only observations.
  if (explanation.tried === 0 && explanation.findings.length > 0) {
    return <FindingList findings={explanation.findings} />
  }
  return (
    <div className={styles.cause}>
      <FindingList findings={explanation.findings} />
      {!proven && explanation.tried > 0 && (
        <p className={styles.advice}>
          {signatureWords.unexplained} <span className="muted">{signatureWords.unexplainedNext}</span>
        </p>
      )}
      {cause.state === 'proven' ? (
        <Searching>{signatureWords.searchingOn}</Searching>
      ) : (
        <RuledOut explanation={explanation} open={!proven} />
      )}
    </div>
  )
}

interface CauseLineProps {
  deliveryId: string
  cause: FoundCause
  /** The signature is valid, and the findings are about something else. */
  isRight: boolean
}

/** One line with the advice for a failed signature, and a link to the proof. */
export function CauseLine({ deliveryId, cause, isRight }: CauseLineProps) {
  const { navigation } = useApp()
  if (cause.state === 'none') return null
  return (
    <p className={styles.causeLine} aria-live="polite">
      <strong>{isRight ? signatureWords.shortBut : signatureWords.shortReason}</strong> {causeSentence(cause)}{' '}
      <a href={navigation.href({ deliveryId, tab: 'signature' })}>{signatureWords.seeTab}</a>
    </p>
  )
}

function causeSentence({ state, explanation, problem }: FoundCause): string {
  if (state === 'searching') return signatureWords.shortSearching
  if (explanation === null) return problem?.message ?? ''
  const { findings } = explanation
  const first = findings.find(({ kind }) => kind === 'proof') ?? findings[0]
  if (first === undefined) return signatureWords.shortUnexplained
  const { cause, title, advice } = first
  // The sentence before says that the header is missing.
  return cause === 'header-absent' ? advice : signatureWords.found(title, advice)
}

/** Explains a digest that the user's own code computed: what it hashed, and with which key. */
export function CheckMyCode({ delivery }: { delivery: Delivery }) {
  const [digest, setDigest] = useState('')
  const check = useMutation(useCalls().deliveries.explain.mutationOptions())
  return (
    <section className={tabsStyles.group} aria-label={signatureWords.check}>
      <h3>{signatureWords.check}</h3>
      <p className={styles.tabLead}>
        {isVerified(delivery.verdict) ? signatureWords.checkLeadRight : signatureWords.checkLead}
      </p>
      <Form
        className={styles.checkForm}
        onSubmit={() => {
          if (!check.isPending) check.mutate({ id: delivery.id, digest })
        }}
      >
        <TextField
          label={signatureWords.checkField}
          mono
          maxLength={4096}
          value={digest}
          onChange={(value) => {
            setDigest(value)
            check.reset()
          }}
          problem={check.error?.message}
          hint={signatureWords.checkHint}
          after={
            <Button type="submit" busy={check.isPending}>
              {signatureWords.checkIt}
            </Button>
          }
        />
      </Form>
      <div aria-live="polite">{check.isSuccess && <Found explanation={check.data} />}</div>
    </section>
  )
}

function Found({ explanation }: { explanation: Explanation }) {
  const proven = explanation.findings.some(({ kind }) => kind === 'proof')
  return (
    <div className={styles.cause}>
      <FindingList findings={explanation.findings} />
      {!proven && explanation.tried > 0 && (
        <p className={styles.advice}>
          {signatureWords.checkUnexplained} <span className="muted">{signatureWords.checkUnexplainedNext}</span>
        </p>
      )}
      <RuledOut explanation={explanation} open={!proven} />
    </div>
  )
}

interface FindingListProps {
  findings: readonly Finding[]
  /** The cause whose recipe is not shown, because its facts are above the list. */
  hiddenRecipe?: string
}

/** The findings, proofs first: the advice, how the digest is computed, and each step of it. */
export function FindingList({ findings, hiddenRecipe }: FindingListProps) {
  const proofsFirst = findings.toSorted((a, b) => Number(b.kind === 'proof') - Number(a.kind === 'proof'))
  return (
    <ul className={styles.findings}>
      {proofsFirst.map((finding) => (
        <FindingItem
          key={`${finding.cause} ${finding.recipe}`}
          finding={finding}
          hasRecipe={finding.cause !== hiddenRecipe}
        />
      ))}
    </ul>
  )
}

function FindingItem({ finding, hasRecipe }: { finding: Finding; hasRecipe: boolean }) {
  const { kind, title, secret, advice, recipe, steps } = finding
  return (
    <li className={styles.finding} data-kind={kind}>
      <div className={styles.head}>
        <span
          className={styles.kind}
          title={kind === 'proof' ? signatureWords.proofNote : signatureWords.observationNote}
        >
          {kind === 'proof' ? signatureWords.proof : signatureWords.observation}
        </span>
        <h4>{title}</h4>
      </div>
      {secret !== null && (
        <p className={styles.secretChip}>
          <KeyRound aria-hidden="true" />
          <span>{secret.label}</span>
          {secret.environment !== null && <span>{signatureWords.ofEnvironment(secret.environment)}</span>}
          <code title={signatureWords.fingerprintNote}>{secret.fingerprint}</code>
        </p>
      )}
      <p className={styles.advice}>{advice}</p>
      {hasRecipe && <p className={styles.recipe}>{recipe}</p>}
      {steps.length > 0 && (
        <details className={styles.steps}>
          <summary>{signatureWords.steps}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}

/** The number of tries, and what was tried. `open` shows the list from the start. */
export function RuledOut({ explanation, open = false }: { explanation: Explanation; open?: boolean }) {
  const { notTried, ruledOut } = explanation
  return (
    <div data-part="ruled-out" className={styles.ruledOut}>
      <p className="muted">{triedWords(explanation)}</p>
      {notTried.length > 0 && (
        <p className="muted">{signatureWords.notTried(notTried.map(({ hash }) => hash.toUpperCase()))}</p>
      )}
      {ruledOut.length > 0 && (
        <details open={open}>
          <summary>{signatureWords.ruledOut}</summary>
          <dl className={styles.list}>
            {ruledOut.map(({ what, count }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd className="numbers">{groupDigits(count)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}

/** State of the search for the cause of a failed signature. */
export interface FoundCause {
  /** `none`: there is nothing to search for. `proven`: a first proof is here, and the search goes on. */
  state: 'none' | 'searching' | 'proven' | 'found' | 'failed'
  explanation: Explanation | null
  problem: Problem | null
  /** Searches once more. */
  again: () => void
}

/**
 * Searches for the cause while it is shown; unmounting ends the search.
 * @param wanted whether the result is shown
 */
export function useExplanation({ id, verdict, signature }: Delivery, wanted: boolean): FoundCause {
  const { explain } = useCalls().deliveries
  const version = useAppState((state) => verifierVersion(state.feed.environments))
  const isNeeded = needsSearch(signature)
  const enabled = wanted && isNeeded
  // `enabled`: a search that is no longer wanted loses its last observer, which ends it.
  const keyOf = (part: string) => [['deliveries', 'explain'], { part, id, verdict, version, enabled }] as const
  const options = { enabled, staleTime: readOnce }
  const first = useQuery(explain.queryOptions({ ...options, input: { id, first: true }, queryKey: keyOf('first') }))
  const isBusy = first.isFetching || first.data === undefined
  const goesOn = !isBusy && first.data.state === 'explained' && !first.data.complete
  const whole = useQuery(
    explain.queryOptions({
      ...options,
      input: { id },
      queryKey: [...keyOf('whole'), first.dataUpdatedAt],
      enabled: enabled && goesOn,
    }),
  )
  const again = () => void first.refetch()
  if (!isNeeded) return { state: 'none', explanation: null, problem: null, again }
  if (first.error !== null && !first.isFetching) {
    return { state: 'failed', explanation: null, problem: first.error, again }
  }
  if (isBusy) return { state: 'searching', explanation: null, problem: null, again }
  // The first proof stays if the rest of the search fails.
  if (!goesOn || whole.error !== null) return { state: 'found', explanation: first.data, problem: null, again }
  if (whole.data === undefined) return { state: 'proven', explanation: first.data, problem: null, again }
  return { state: 'found', explanation: whole.data, problem: null, again }
}

type Chosen = Pick<Environment, 'signatureScheme' | 'signatureHeader' | 'signatureSetting' | 'ownScheme'>

/** The scheme by which an environment's deliveries are checked: its own one or a preset, with its header. Pure. */
export function environmentScheme(environment: Chosen): SignatureScheme {
  const { signatureScheme, signatureHeader, signatureSetting, ownScheme } = environment
  const chosen = signatureScheme === 'own' ? ownScheme : schemePreset(signatureScheme)
  const scheme = { ...(chosen ?? serviceScheme), header: signatureHeader }
  return scheme.setting === undefined ? scheme : { ...scheme, setting: { ...scheme.setting, value: signatureSetting } }
}

/** Returns a text that changes when a verdict may change: another scheme, or other secrets, of any environment. */
export function verifierVersion(environments: readonly (Chosen & Pick<Environment, 'id' | 'sharedSecrets'>)[]): string {
  return environments
    .map(({ id, signatureScheme, signatureHeader, signatureSetting, ownScheme, sharedSecrets }) => {
      const secrets = sharedSecrets.map((secret) => `${secret.id}${secret.retiredAt === null ? '' : '-'}`)
      return [id, signatureScheme, signatureHeader, signatureSetting, JSON.stringify(ownScheme), ...secrets].join(' ')
    })
    .join('\n')
}
