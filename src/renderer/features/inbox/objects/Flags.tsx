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
import styles from './ObjectPanels.module.css'
import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { flagWords, objectWords } from './words.ts'
import { storyPlace } from '../../../data/state/route.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'

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

/** Findings visible at a glance, each as a sign and a word. */
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

interface ItemFlag {
  id: 'silent' | 'missed' | 'late' | 'out-of-order' | 'equal' | 'unclaimed' | 'repeated' | 'unproven'
  word: string
  /** `warn`: worth a look; `plain`: good to know. */
  look: 'warn' | 'plain'
}

type Judged = Pick<
  ObjectItem,
  'silent' | 'missed' | 'outOfOrder' | 'unchanged' | 'unclaimed' | 'deliveries' | 'proven' | 'remarks'
>

/** The flags of a point in an object's history, the most important first. Pure. */
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
