import { useAppState } from '../../../data/state/useApp.ts'
import { Split } from '../../../ui/layout/Split.tsx'
import { objectWords } from './words.ts'
import { NoObjects, ObjectList } from './ObjectList.tsx'
import { StoryPane } from './Story.tsx'
import { useObjects, useShown } from './useObjects.ts'
import styles from './ObjectsScreen.module.css'

/** Every object that deliveries named, and the story of the chosen one. */
export function ObjectsScreen() {
  const environment = useAppState(({ feed, route }) => route.environmentId ?? feed.status?.environment.id)
  return environment === undefined ? null : <ObjectsOf key={environment} environment={environment} />
}

function ObjectsOf({ environment }: { environment: string }) {
  const { chosen, type, words } = useAppState((state) => state.route.objects)
  const objects = useObjects(environment, type, words)
  const shown = useShown(chosen, objects.list?.items)
  const isNarrowed = type !== null || words !== ''
  if (objects.list?.items.length === 0 && !isNarrowed && chosen === null) {
    return (
      <>
        <h1 className="unseen">{objectWords.title}</h1>
        <NoObjects isNarrowed={false} />
      </>
    )
  }
  return (
    <Split
      name="objects"
      initial={0.44}
      first={
        <section className={styles.objects} aria-label={objectWords.title}>
          <h1 className="unseen">{objectWords.title}</h1>
          <ObjectList objects={objects} isNarrowed={isNarrowed} shown={shown} />
        </section>
      }
      second={<StoryPane environment={environment} shown={shown} />}
    />
  )
}
