import type { Delivery, Explanation, ObjectStory } from '../../shared/wireTypes.ts'
import type { Store } from '../store/store.ts'
import type { NamedObject } from './storyOfObject.ts'

/** The queries that calls make of deliveries. */
export type DeliveryReader = Pick<
  Store,
  | 'list'
  | 'seenFields'
  | 'shapeTypes'
  | 'shape'
  | 'summary'
  | 'get'
  | 'body'
  | 'attempts'
  | 'deliveriesOf'
  | 'object'
  | 'snapshotBodies'
>

/** Deliveries that calls read: one's own, or those of an opened case file. No two sources share an id. */
export interface DeliverySource {
  store: DeliveryReader
  /** @param explain whether to search for the cause of a failed signature, which can take up to two seconds */
  detail(id: string, explain: boolean, signal?: AbortSignal): Promise<Delivery>
  explain(
    asked: { id: string; digest?: string | undefined; first?: boolean | undefined },
    signal?: AbortSignal,
  ): Promise<Explanation>
  story(object: NamedObject): Promise<ObjectStory>
}
