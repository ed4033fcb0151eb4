import { Download, Link2 } from 'lucide-react'
import { useState } from 'react'
import { commands } from '../../../../shared/commands/commands.ts'
import type { ObjectItem, ObjectStory } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.ts'
import { useCommands } from '../../../commands/useCommands.ts'
import { useCopyLink } from '../../../commands/contextEntries.tsx'
import { useApp, useAppState, useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { Button, IconButton } from '../../../ui/basics/Button.tsx'
import { CopyValue } from '../../../ui/fields/CopyButton.tsx'
import { EmptyState, ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { useSettled } from '../../../ui/hooks/changes.ts'
import { filled } from '../../../text/filled.tsx'
import { storyWords } from './words.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { objectKey, storyPaneId } from './useObjects.ts'
import { StoryChart } from './StoryChart.tsx'
import { StoryTimeline } from './StoryTimeline.tsx'
import styles from './Story.module.css'

/** While many deliveries of one object come, its story is read again at most this often, ms. */
const calmMs = 500

interface StoryPaneProps {
  environment: string
  shown: { resourceType: string; resourceId: string } | null
}

/** The story of an object. */
export function StoryPane({ environment, shown }: StoryPaneProps) {
  return (
    <section id={storyPaneId} data-part="story" className={styles.story} aria-label={storyWords.pane} tabIndex={-1}>
      {shown === null ? (
        <EmptyState title={storyWords.notChosen}>
          <p>{storyWords.notChosenWhy}</p>
        </EmptyState>
      ) : (
        <LoadedStory key={`${environment}\n${objectKey(shown)}`} environment={environment} {...shown} />
      )}
    </section>
  )
}

interface Named {
  environment: string
  resourceType: string
  resourceId: string
}

function LoadedStory({ environment, resourceType, resourceId }: Named) {
  const client = useClient()
  const news = useAppState((state) => newsOf(state, { resourceType, resourceId }))
  const { data, problem, reload } = useLoad(
    'story',
    async (signal) => client.objects.get({ resourceType, resourceId, environment }, { signal }),
    useSettled(news, calmMs),
  )
  if (data !== undefined) return <Story story={data} environment={environment} />
  if (problem === null) return <Loading what={storyWords.loading} />
  return <ErrorNote next={<Button onClick={reload}>{storyWords.tryAgain}</Button>}>{problem.message}</ErrorNote>
}

/** Changes whenever something of an object was received or fetched. */
function newsOf({ feed }: AppState, object: { resourceType: string; resourceId: string }): string {
  const type = object.resourceType.toLowerCase()
  return feed.window
    .filter((row) => row.resourceId === object.resourceId && row.resourceType?.toLowerCase() === type)
    .map(({ id, verdict, followUp }) => `${id} ${verdict} ${followUp.state} ${feed.lastAttempts[id]}`)
    .join()
}

function Story({ story, environment }: { story: ObjectStory; environment: string }) {
  return (
    <>
      <header className={styles.head}>
        <h2>{visibleText(story.resourceType)}</h2>
        <div className={styles.id}>
          <CopyValue text={story.resourceId} what={storyWords.idToCopy} />
          <CopyLink resourceType={story.resourceType} resourceId={story.resourceId} />
          <ExportStory environment={environment} resourceType={story.resourceType} resourceId={story.resourceId} />
        </div>
        <p className="muted">
          {storyWords.counts(story.notifications, story.snapshots)}
          {filled(storyWords.seen, { first: <Time at={story.firstSeenAt} />, last: <Time at={story.lastSeenAt} /> })}
        </p>
      </header>
      {story.notes.length > 0 && (
        <ErrorNote look="warn">
          <ul>
            {story.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </ErrorNote>
      )}
      {story.snapshots === 0 && story.notifications > 0 && <p className={styles.none}>{storyWords.noSnapshots}</p>}
      <Points items={story.items} />
    </>
  )
}

/** The story of an object out of a file, beside one of its deliveries. */
export function StoryInFile({ story: { notes, items } }: { story: ObjectStory }) {
  return (
    <section className={styles.inFile} aria-label={storyWords.ofFile}>
      <h3>{storyWords.ofFile}</h3>
      {notes.map((note) => (
        <p key={note} className="muted">
          {note}
        </p>
      ))}
      <Points items={items} />
    </section>
  )
}

/** All that is known of an object, on a time axis and as a list; what is pointed at in one is marked in the other. */
function Points({ items }: { items: readonly ObjectItem[] }) {
  const [pointed, setPointed] = useState<string | null>(null)
  return (
    <>
      <StoryChart items={items} pointed={pointed} onPoint={setPointed} />
      <StoryTimeline items={items} pointed={pointed} />
    </>
  )
}

/** A link to the story, from its head and from the palette. */
function CopyLink(object: { resourceType: string; resourceId: string }) {
  const copy = useCopyLink({ kind: 'object', ...object })
  const { label } = commands['delivery.copyLink']
  useCommands(() => (copy === null ? [] : [{ id: 'object.copyLink', title: label, group: 'object', run: copy }]))
  return copy !== null && <IconButton icon={<Link2 />} label={label} onClick={copy} />
}

/** Chooses the story to be exported, from its head and from the palette. */
function ExportStory(object: Named) {
  const { navigation, store } = useApp()
  const { label } = commands['object.export']
  const run = () => {
    store.setState({ toExport: { object } })
    navigation.go({ screen: 'case-files', deliveryId: null })
  }
  useCommands(() => [{ id: 'object.export', title: label, group: 'object', run }])
  return <IconButton icon={<Download />} label={label} onClick={run} />
}
