import { isVerified, type HeaderLine } from '../../../../shared/model.ts'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { ObjectLink } from '../objects/ObjectPanels.tsx'
import { ErrorNote } from '../../../ui/notes/Notes.tsx'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { Fact, Facts } from '../../../ui/layout/Section.tsx'
import { Stack, Button } from '../../../ui/basics/Button.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { AnswerPanel, HandshakePanel } from './AnswerPanel.tsx'
import { SaidAndTrue } from './SaidAndTrue.tsx'
import { contractPanelWords, deliveryWords, matchedWords, saidWords } from './words.ts'
import { CopyId } from './WireTabs.tsx'
import { type FoundCause, CauseLine } from '../signature/Findings.tsx'
import { RepairSecret } from '../signature/RepairSecret.tsx'
import { visibleText, filled } from '../../../text/visibleText.tsx'
import { verdictSentence } from '../signature/words.ts'
import tabsStyles from '../../../ui/layout/Tabs.module.css'
import styles from './DeliveryPane.module.css'
import { cameWords } from '../../environment/public-url/words.ts'
import { headerValues } from '../../../../shared/headers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp, useCalls } from '../../../data/state/useApp.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'

/** The notification, and facts about its request. */
export function OverviewTab({ delivery, cause }: { delivery: Delivery; cause: FoundCause }) {
  const handshake = delivery.handshakeDetail
  return (
    <div className={tabsStyles.body}>
      {handshake !== undefined && <HandshakePanel delivery={delivery} handshake={handshake} />}
      {!needsNoProof(delivery) && (
        <Stack gap={2}>
          <p className={styles.leadSentence}>{verdictSentence(delivery.signature)}</p>
          <CauseLine deliveryId={delivery.id} cause={cause} isRight={isVerified(delivery.verdict)} />
          {cause.explanation !== null && <RepairSecret delivery={delivery} explanation={cause.explanation} />}
        </Stack>
      )}
      {(delivery.answer !== undefined || delivery.senderTries != null) && <AnswerPanel delivery={delivery} />}
      {delivery.notificationProblem !== null && (
        <ErrorNote look="warn">
          {delivery.notificationProblem} {deliveryWords.bytesKept}
        </ErrorNote>
      )}
      {delivery.contract !== undefined && <ContractPanel delivery={delivery} />}
      {(handshake === undefined || delivery.size > 0) && <SaidAndTrue delivery={delivery} />}
      <details className={styles.more}>
        <summary>{saidWords.details}</summary>
        <Stack gap={4}>
          {delivery.notificationProblem === null && <NotificationFacts delivery={delivery} />}
          <RequestFacts delivery={delivery} />
        </Stack>
      </details>
    </div>
  )
}

/** Most handshakes are not signed: the list of checks covers it, and there is nothing to explain. */
function needsNoProof({ handshakeDetail, verdict }: Delivery): boolean {
  return handshakeDetail !== undefined && (verdict === 'unsigned' || verdict === 'no-secret')
}

function NotificationFacts({ delivery }: { delivery: Delivery }) {
  return (
    <section className={tabsStyles.group} aria-label={deliveryWords.notification}>
      <h3>{deliveryWords.notification}</h3>
      <Facts>
        <Fact name={deliveryWords.object}>{delivery.resourceType}</Fact>
        {delivery.resourceId !== null && (
          <Fact name={deliveryWords.objectId}>
            <CopyId text={delivery.resourceId} what={deliveryWords.copyObjectId} />{' '}
            {delivery.resourceType !== null && delivery.foreign === undefined && (
              <ObjectLink
                environmentId={delivery.environmentId}
                resourceType={delivery.resourceType}
                resourceId={delivery.resourceId}
              />
            )}
          </Fact>
        )}
        <Fact name={deliveryWords.action}>{delivery.action}</Fact>
        {delivery.notificationId !== null && (
          <Fact name={deliveryWords.notificationId} note={delivery.duplicate ? deliveryWords.repeated : undefined}>
            <CopyId text={delivery.notificationId} what={deliveryWords.copyNotificationId} />
          </Fact>
        )}
        {delivery.createdAtUtc !== null && (
          <Fact name={deliveryWords.created}>
            <CopyId text={delivery.createdAtUtc} what={deliveryWords.copyCreated} />
          </Fact>
        )}
        {delivery.organizationId !== null && (
          <Fact name={deliveryWords.organization}>
            <CopyId text={delivery.organizationId} what={deliveryWords.copyOrganizationId} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function RequestFacts({ delivery }: { delivery: Delivery }) {
  return (
    <section className={tabsStyles.group} aria-label={deliveryWords.requestPart}>
      <h3>{deliveryWords.requestPart}</h3>
      <Facts>
        <Fact name={deliveryWords.received}>
          <Time at={delivery.receivedAt} />
        </Fact>
        <Fact name={deliveryWords.requestLine}>
          <code>{deliveryWords.lineOf(delivery.method, visibleText(delivery.target), delivery.httpVersion)}</code>
        </Fact>
        <Fact name={deliveryWords.body} note={sizeNote(delivery)}>
          <span className="numbers" title={deliveryWords.bytes(delivery.size)}>
            {formatBytes(delivery.size)}
          </span>
        </Fact>
        <Fact name={deliveryWords.sha256}>
          <CopyId text={delivery.sha256} what={deliveryWords.copySha256} />
        </Fact>
        <Fact name={deliveryWords.from}>
          <code>
            {delivery.peer.address}:{delivery.peer.port}
          </code>
        </Fact>
        <CameThrough delivery={delivery} />
        <Fact name={deliveryWords.answered}>{delivery.answeredStatus || deliveryWords.notAnswered}</Fact>
      </Facts>
    </section>
  )
}

function sizeNote({ truncated, contentLength, size }: Delivery): string | undefined {
  if (truncated) return deliveryWords.notComplete
  if (contentLength !== null && contentLength !== size) return deliveryWords.announced(contentLength)
  return undefined
}

/** On which way a delivery came, and whom that way names as its sender. */
function CameThrough({ delivery }: { delivery: Delivery }) {
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

/** The notification below stays in sight: more violations are shown when the user asks for them. */
const maxShown = 6

/** The result of validating a delivery against the contract of its environment. */
export function ContractPanel({ delivery: { id, contract } }: { delivery: Delivery }) {
  const { navigation } = useApp()
  const [all, setAll] = useState(false)
  const { data, error } = useQuery(
    useCalls().contracts.result.queryOptions({
      input: { id },
      // A validation in the background has no event: its result shows in the delivery.
      queryKey: [['contracts', 'result'], { input: { id }, contract }],
      placeholderData: keepPreviousData,
    }),
  )
  const result = data?.result ?? null
  if (error !== null) return <ErrorNote>{error.message}</ErrorNote>
  if (result === null) return null
  const { state, message, violations, more, reason } = result
  const count = violations.length + more
  const matched = matchedWords(result)
  return (
    <section className={tabsStyles.group} aria-label={contractPanelWords.title}>
      <h3>
        <a href={navigation.href({ screen: 'contract' })} title={contractPanelWords.open}>
          {contractPanelWords.title}
        </a>
      </h3>
      <p>
        {visibleText(contractPanelWords.heads[state](message ?? '', count))}
        {matched !== null && <span className="muted"> {visibleText(matched)}</span>}
      </p>
      {reason !== null && <p>{visibleText(reason)}</p>}
      {violations.length > 0 && (
        <DataTable
          label={contractPanelWords.title}
          look="values"
          rows={all ? violations : violations.slice(0, maxShown)}
          rowKey={(_, place) => place}
          columns={[
            {
              key: 'pointer',
              head: contractPanelWords.pointer,
              names: true,
              mono: true,
              cell: ({ pointer }) => (pointer === '' ? contractPanelWords.body : visibleText(pointer)),
            },
            { key: 'rule', head: contractPanelWords.rule, mono: true, cell: ({ rule }) => rule },
            {
              key: 'expected',
              head: contractPanelWords.expected,
              mono: true,
              cell: ({ expected }) => visibleText(expected),
            },
            {
              key: 'found',
              head: contractPanelWords.found,
              mono: true,
              cell: ({ found }) =>
                found === null ? <span className="muted">{contractPanelWords.nothing}</span> : visibleText(found),
            },
          ]}
        />
      )}
      {!all && violations.length > maxShown && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {contractPanelWords.showAll(violations.length)}
        </Button>
      )}
      {more > 0 && (all || violations.length <= maxShown) && <p className="muted">{contractPanelWords.more(more)}</p>}
    </section>
  )
}
