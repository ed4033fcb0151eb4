import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { flagWords } from './words.ts'

export interface ItemFlag {
  id: 'silent' | 'missed' | 'late' | 'out-of-order' | 'equal' | 'unclaimed' | 'repeated' | 'unproven'
  word: string
  /** `warn`: somebody should look at it; `plain`: good to know. */
  look: 'warn' | 'plain'
}

type Judged = Pick<
  ObjectItem,
  'silent' | 'missed' | 'outOfOrder' | 'unchanged' | 'unclaimed' | 'deliveries' | 'proven' | 'remarks'
>

/** What is to be seen at a glance of a point of an object's story, what matters most first. Pure. */
export function itemFlags(item: Judged): ItemFlag[] {
  const flags: (ItemFlag | false)[] = [
    item.missed && { id: 'missed', word: flagWords.missed, look: 'warn' },
    item.remarks.some(({ code }) => code === 'notification-late') && {
      id: 'late',
      word: flagWords.late,
      look: 'plain',
    },
    item.silent && { id: 'silent', word: flagWords.silent, look: 'warn' },
    item.outOfOrder && { id: 'out-of-order', word: flagWords.outOfOrder, look: 'warn' },
    item.unclaimed.length > 0 && { id: 'unclaimed', word: flagWords.unclaimed, look: 'warn' },
    item.unchanged.length > 0 && { id: 'equal', word: flagWords.equal, look: 'warn' },
    !item.proven && { id: 'unproven', word: flagWords.unproven, look: 'warn' },
    item.deliveries.length > 1 && { id: 'repeated', word: flagWords.repeated(item.deliveries.length), look: 'plain' },
  ]
  return flags.filter((flag) => flag !== false)
}
