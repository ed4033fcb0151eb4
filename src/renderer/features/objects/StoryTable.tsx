import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { useApp } from '../../data/state/useApp.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { ChartTable } from '../charts/ChartFrame.tsx'
import { Time } from '../../ui/Time.tsx'
import { storyChartWords, storyWords } from './words.ts'
import { itemFlags } from './itemFlags.ts'
import { itemKey } from './storyPoints.ts'
import { nameOfItem } from './storyTexts.ts'

/** What the chart shows as a table, the oldest first. */
export function StoryTable({ items }: { items: readonly ObjectItem[] }) {
  const { navigation } = useApp()
  const { at, what, flags, delivery } = storyChartWords.columns
  return (
    <ChartTable>
      <DataTable
        caption={storyChartWords.caption}
        rows={items.toReversed()}
        rowKey={itemKey}
        columns={[
          { key: 'at', head: at, names: true, cell: (item) => <Time at={item.at} /> },
          { key: 'what', head: what, cell: nameOfItem },
          {
            key: 'flags',
            head: flags,
            cell: (item) =>
              itemFlags(item)
                .map(({ word }) => word)
                .join(', '),
          },
          {
            key: 'delivery',
            head: delivery,
            cell: ({ deliveryId }) => (
              <a href={navigation.href({ screen: 'inbox', deliveryId, tab: 'overview', filter: '' })}>
                {storyWords.delivery(deliveryId)}
              </a>
            ),
          },
        ]}
      />
    </ChartTable>
  )
}
