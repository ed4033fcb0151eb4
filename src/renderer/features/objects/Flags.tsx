import {
  ArrowDownUp,
  CircleEqual,
  CircleSlash,
  Clock,
  Ghost,
  Repeat2,
  ShieldQuestionMark,
  SquarePen,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { ItemFlag } from './itemFlags.ts'
import styles from './Flags.module.css'

const signs: Record<ItemFlag['id'], ComponentType<{ 'aria-hidden'?: 'true' }>> = {
  missed: Ghost,
  late: Clock,
  silent: CircleSlash,
  'out-of-order': ArrowDownUp,
  unclaimed: SquarePen,
  equal: CircleEqual,
  unproven: ShieldQuestionMark,
  repeated: Repeat2,
}

/** What is to be seen at a glance, each as a sign and a word. */
export function Flags({ flags }: { flags: readonly ItemFlag[] }) {
  return flags.map(({ id, word, look }) => {
    const Sign = signs[id]
    return (
      <span key={id} className={styles.flag} data-look={look}>
        <Sign aria-hidden="true" />
        {word}
      </span>
    )
  })
}
