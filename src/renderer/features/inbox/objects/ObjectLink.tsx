import { storyPlace } from '../../../data/state/route.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { objectWords } from './words.ts'

interface ObjectLinkProps {
  environmentId: string
  resourceType: string
  resourceId: string
}

/** The way from a delivery to everything that is known of its object. */
export function ObjectLink({ environmentId, ...object }: ObjectLinkProps) {
  const { navigation } = useApp()
  const inUse = useAppState((state) => state.feed.status?.environment.id)
  return <a href={navigation.href(storyPlace(inUse, environmentId, object))}>{objectWords.linkToStory}</a>
}
