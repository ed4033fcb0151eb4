import { allObjects } from '../../data/state/route.ts'
import { useApp } from '../../data/state/useApp.ts'
import { objectWords } from './words.ts'

/** The way from a delivery to everything that is known of its object. */
export function ObjectLink({ resourceType, resourceId }: { resourceType: string; resourceId: string }) {
  const { navigation } = useApp()
  const objects = { ...allObjects, chosen: { resourceType, resourceId } }
  return <a href={navigation.href({ screen: 'objects', deliveryId: null, objects })}>{objectWords.linkToStory}</a>
}
