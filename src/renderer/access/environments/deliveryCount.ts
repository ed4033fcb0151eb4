import { environmentWords } from '../../words/environments.ts'

/** "its 37 deliveries", "its 1 delivery", and "its deliveries" while nobody knows. Pure. */
export function deliveryWords(count: number | null): string {
  return count === null ? environmentWords.deliveries : environmentWords.countedDeliveries(count)
}
