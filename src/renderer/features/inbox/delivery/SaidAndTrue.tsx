import { type ReactNode, useEffect, useState } from 'react'
import type { Delivery } from '../../../../shared/wireTypes.ts'
import { schemePreset } from '../../../../shared/signature/schemePresets.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import type { DeliveryTab } from '../../../data/state/route.ts'
import { formatBytes } from '../../../../shared/words/sizes.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { Button } from '../../../ui/basics/Button.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { JsonView } from '../body/JsonView.tsx'
import { useBlob } from '../body/LoadedBody.tsx'
import { Flags, itemFlags, ObjectLink } from '../objects/ObjectPanels.tsx'
import { FollowUpPanel, RepairFollowUp } from '../objects/FollowUpPanel.tsx'
import css from './DeliveryPane.module.css'
import { useDeliveryStory } from './ObjectTab.tsx'
import { attemptWords, deliveryWords, saidWords as words } from './words.ts'
import styles from '../../../ui/notes/Notes.module.css'

/** Larger bodies and objects are shown on tabs of their own, which draw only what is in sight. */
const maxText = 64 * 1024

/** The received body next to the object that it names; one below the other where there is little room. */
export function SaidAndTrue({ delivery }: { delivery: Delivery }) {
  const { resourceType, resourceId } = delivery
  return (
    <div className={css.sides}>
      <Side title={words.said} note={formatBytes(delivery.size)} more={{ tab: 'body', label: words.wholeBody }}>
        <Body delivery={delivery} />
        {delivery.eventType === undefined && delivery.notificationProblem === null && delivery.changes === null && (
          <p className={css.note}>{words.changesNull}</p>
        )}
      </Side>
      {resourceType !== null && resourceId !== null && (
        <ObjectSide delivery={delivery} object={{ resourceType, resourceId }} />
      )}
    </div>
  )
}

interface SideProps {
  title: string
  note: ReactNode
  /** Where all of it is. */
  more: { tab: DeliveryTab; label: string }
  children: ReactNode
}

function Side({ title, note, more, children }: SideProps) {
  const { navigation } = useApp()
  return (
    <section className={css.side} aria-label={title}>
      <header className={css.sideHead}>
        <h3>{title}</h3>
        <span className={css.note}>{note}</span>
        <a
          href={navigation.href({ tab: more.tab })}
          onClick={(event) => {
            event.preventDefault()
            navigation.go({ tab: more.tab }, true)
          }}
        >
          {more.label}
        </a>
      </header>
      {children}
    </section>
  )
}

function Body({ delivery }: { delivery: Delivery }) {
  if (delivery.size === 0) return <p className="muted">{words.emptyBody}</p>
  if (delivery.size > maxText) return <p className="muted">{words.largeBody(formatBytes(delivery.size))}</p>
  return <SmallBody delivery={delivery} />
}

function SmallBody({ delivery: { id, size } }: { delivery: Delivery }) {
  const { blob, problem } = useBlob(id, size)
  const [text, setText] = useState<{ of: Blob; text: string | null } | null>(null)
  useEffect(() => {
    let left = false
    void blob?.arrayBuffer().then((bytes) => {
      if (!left) setText({ of: blob, text: utf8Of(bytes) })
    })
    return () => {
      left = true
    }
  }, [blob])
  if (problem !== null) return <ErrorNote>{problem.message}</ErrorNote>
  if (blob === null || text?.of !== blob) return <Loading what={words.theBody} />
  if (text.text === null) return <p className="muted">{words.notText}</p>
  return <JsonView text={text.text} label={words.said} source="body" />
}

/** Null for what is not UTF-8: it is shown as text nowhere. */
function utf8Of(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The object as the follow-up found it, with what differs from the snapshot before in its place. */
function ObjectSide({
  delivery,
  object,
}: {
  delivery: Delivery
  object: { resourceType: string; resourceId: string }
}) {
  const sender = useAppState(({ feed }) => {
    const environment = feed.environments.find(({ id }) => id === delivery.environmentId)
    return environment?.kind === 'sender' ? (schemePreset(environment.signatureScheme)?.label ?? null) : null
  })
  const last = delivery.attempts.findLast((attempt) => attempt.kind === 'follow-up')
  const isFetched = last !== undefined && last.status !== null && last.status < 300 && last.body !== null
  return (
    <Side
      title={sender === null ? words.isTrue : words.isTrueOf(sender)}
      note={last === undefined ? null : <Time at={last.startedAt} form="moment" />}
      more={{ tab: 'object', label: words.history }}
    >
      {delivery.followUp.state !== 'done' && <FollowUpPanel delivery={delivery} />}
      <RepairFollowUp delivery={delivery} />
      {isFetched ? (
        <FetchedObject delivery={delivery} object={object} text={last.body ?? ''} truncated={last.bodyTruncated} />
      ) : (
        last !== undefined &&
        last.body !== null &&
        last.body !== '' &&
        last.body.length <= maxText && (
          <>
            <h4>{attemptWords.whatAnswered}</h4>
            <JsonView text={last.body} label={attemptWords.whatAnswered} />
          </>
        )
      )}
      {/* The story out of a file is where its history is. */}
      {delivery.foreign === undefined && (
        <ObjectLink
          environmentId={delivery.environmentId}
          resourceType={object.resourceType}
          resourceId={object.resourceId}
        />
      )}
    </Side>
  )
}

function FetchedObject({
  delivery,
  object,
  text,
  truncated,
}: {
  delivery: Delivery
  object: { resourceType: string; resourceId: string }
  text: string
  truncated: boolean
}) {
  const {
    error,
    refetch,
    story: { notification, snapshot, isFirst },
  } = useDeliveryStory(delivery, object)
  const difference = snapshot?.difference ?? null
  const gone = difference?.filter(({ after }) => after === null) ?? []
  const was = new Map(
    difference?.flatMap(({ path, before, after, movedFrom }): [string, string][] => {
      if (after === null) return []
      if (movedFrom !== undefined) return [[path, words.movedFrom(visibleText(movedFrom))]]
      return [[path, before === null ? words.isNew : words.was(visibleText(before))]]
    }),
  )
  const flags = snapshot === undefined ? [] : [...(notification ? itemFlags(notification) : []), ...itemFlags(snapshot)]
  return (
    <>
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{deliveryWords.tryAgain}</Button>}>
          {error.message}
        </ErrorNote>
      )}
      {snapshot !== undefined && (
        <p className={css.summary}>
          {isFirst ? words.firstSnapshot : difference === null ? words.notComparable : words.changed(difference.length)}
          <Flags flags={flags} />
        </p>
      )}
      {gone.map(({ path, before }) => (
        <p key={path} className={css.gone}>
          {words.gone(visibleText(path), visibleText(before ?? ''))}
        </p>
      ))}
      {text.length > maxText ? (
        <p className="muted">{words.largeObject(formatBytes(text.length))}</p>
      ) : (
        <JsonView text={text} label={attemptWords.theObject} notes={was} source="object" />
      )}
      {truncated && (
        <p data-part="view-note" className={styles.viewNote}>
          {attemptWords.answerLonger}
        </p>
      )}
    </>
  )
}
