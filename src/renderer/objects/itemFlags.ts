import type { ObjectItem } from '../../shared/wireTypes.ts'

export interface ItemFlag {
  id: 'silent' | 'missed' | 'late' | 'out-of-order' | 'equal' | 'unclaimed' | 'repeated' | 'unproven'
  word: string
  /** `warn`: somebody should look at it; `plain`: good to know. */
  look: 'warn' | 'plain'
}

type Judged = Pick<
  ObjectItem,
  'silent' | 'missed' | 'outOfOrder' | 'unchanged' | 'unclaimed' | 'deliveries' | 'proven' | 'kind' | 'notes'
>

/** What is to be seen at a glance of a point of an object's story, what matters most first. Pure. */
export function itemFlags(item: Judged): ItemFlag[] {
  const flags: (ItemFlag | false)[] = [
    item.missed && { id: 'missed', word: 'changed without a notification', look: 'warn' },
    // The story says it in words: the notification of a change came after the snapshot that shows it.
    item.kind === 'snapshot' &&
      !item.missed &&
      item.notes.length > 0 && { id: 'late', word: 'its notification came later', look: 'plain' },
    item.silent && { id: 'silent', word: 'null changes, yet the object changed', look: 'warn' },
    item.outOfOrder && { id: 'out-of-order', word: 'out of order', look: 'warn' },
    item.unclaimed.length > 0 && { id: 'unclaimed', word: 'changed, not claimed', look: 'warn' },
    item.unchanged.length > 0 && { id: 'equal', word: 'claimed but equal', look: 'warn' },
    !item.proven && { id: 'unproven', word: 'not proven', look: 'warn' },
    item.deliveries.length > 1 && { id: 'repeated', word: `came ${item.deliveries.length} times`, look: 'plain' },
  ]
  return flags.filter((flag) => flag !== false)
}
