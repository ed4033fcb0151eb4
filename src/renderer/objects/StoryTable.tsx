import type { ObjectItem } from '../../shared/wireTypes.ts'
import { useApp } from '../state/useApp.ts'
import { Time } from '../ui/Time.tsx'
import { storyChartWords, storyWords } from '../words/objects.ts'
import { itemFlags } from './itemFlags.ts'
import { itemKey } from './itemKey.ts'
import { nameOfItem } from './storyTexts.ts'

/** What the chart shows as a table, the oldest first. */
export function StoryTable({ items }: { items: readonly ObjectItem[] }) {
  const { navigation } = useApp()
  const { at, what, flags, delivery } = storyChartWords.columns
  return (
    <div className="chart-table">
      <table className="table">
        <caption>{storyChartWords.caption}</caption>
        <thead>
          <tr>
            {[at, what, flags, delivery].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.toReversed().map((item) => (
            <tr key={itemKey(item)}>
              <th scope="row">
                <Time at={item.at} />
              </th>
              <td>{nameOfItem(item)}</td>
              <td>
                {itemFlags(item)
                  .map(({ word }) => word)
                  .join(', ')}
              </td>
              <td>
                <a
                  href={navigation.href({ screen: 'inbox', deliveryId: item.deliveryId, tab: 'overview', filter: '' })}
                >
                  {storyWords.delivery(item.deliveryId)}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
