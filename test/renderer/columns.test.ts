import { describe, expect, it } from 'vitest'
import {
  automaticColumns,
  type ColumnChoices,
  type ColumnKey,
  layOutColumns,
  moveColumn,
  readColumns,
  showColumn,
  widenColumn,
} from '../../src/renderer/features/inbox/list/columns.ts'

const keysAt = (width: number, choices: ColumnChoices = automaticColumns) =>
  layOutColumns(choices, width).keys.join(' ')

describe('the columns of the list', () => {
  it.each([
    [280, 'time event followUp'],
    [510, 'time event object followUp'],
    [560, 'time event object followUp size'],
    [880, 'time event object followUp size delay'],
    [1000, 'time event object followUp size delay notification'],
    [1100, 'time event object followUp size delay notification delivery'],
  ])('are more in wider lists: at %i px', (width, keys) => {
    expect(keysAt(width)).toBe(keys)
  })

  it.each([
    ['is shown where it would not be by itself', 'action', true, 'time event object followUp size action'],
    ['is hidden where it would be', 'size', false, 'time event object followUp'],
    ['that says what happened is always there', 'event', false, 'time event object followUp size'],
  ] as const)('one that is chosen %s', (_, key, shown, keys) => {
    expect(keysAt(620, showColumn(automaticColumns, key, shown))).toBe(keys)
  })

  it('that the sender never fills are there only where they were chosen', () => {
    const keys = (choices: ColumnChoices) => layOutColumns(choices, 620, ['followUp']).keys.join(' ')
    expect(keys(automaticColumns)).toBe('time event object size')
    expect(keys(showColumn(automaticColumns, 'followUp', true))).toBe('time event object followUp size')
  })

  it('leave of the follow-up its sign where the list is narrowest', () => {
    expect(layOutColumns(automaticColumns, 248).template).toBe('16px var(--clock) minmax(64px, 1fr) 16px')
  })

  it('that find no room go, those that came by themselves before those that were chosen', () => {
    const choices = showColumn(showColumn(automaticColumns, 'notification', true), 'action', true)
    expect(keysAt(620, choices)).toBe('time event object followUp notification action')
    expect(keysAt(509, choices)).toBe('time event followUp notification')
    expect(keysAt(440, choices)).toBe('time event followUp notification')
    expect(keysAt(200, choices)).toBe('time event followUp')
  })

  it.each([
    ['size', -1, 'time event object size followUp'],
    ['time', 2, 'event object time followUp size'],
    ['time', 9, 'event object followUp size time'],
    ['time', -1, 'time event object followUp size'],
  ] as const)('are moved: %s by %i', (key, by, keys) => {
    const { keys: visible } = layOutColumns(automaticColumns, 600)
    expect(keysAt(600, moveColumn(automaticColumns, visible, key, by))).toBe(keys)
  })

  it('that are hidden stay where they were among the others', () => {
    const { keys: visible } = layOutColumns(automaticColumns, 400)
    const moved = moveColumn(automaticColumns, visible, 'followUp', -1)
    expect(keysAt(400, moved)).toBe('time followUp event')
    expect(keysAt(600, moved)).toBe('time followUp event object size')
  })

  it.each([
    [100, '16px var(--clock-exact) minmax(64px, 1fr) 62px 100px 48px'],
    [1, '16px var(--clock-exact) minmax(64px, 1fr) 62px 32px 48px'],
    [null, '16px var(--clock-exact) minmax(64px, 1fr) 62px 64px 48px'],
  ])('are as wide as they were made: %s px', (width, template) => {
    expect(layOutColumns(widenColumn(automaticColumns, 'followUp', width), 600).template).toBe(template)
  })

  it('are read as they were kept, without what is unknown, and with what is new', () => {
    const kept = {
      order: ['size', 'nonsense', 'size', 'time'],
      shown: { action: true, size: 'yes', other: true },
      widths: { time: 120, size: 9000, event: 'wide' },
    }
    const { order, shown, widths } = readColumns(JSON.parse(JSON.stringify(kept)))
    expect(order.slice(0, 3)).toEqual<ColumnKey[]>(['size', 'time', 'event'])
    expect(order).toHaveLength(automaticColumns.order.length)
    expect(shown).toEqual({ action: true })
    expect(widths).toEqual({ time: 120 })
    for (const broken of [null, 'x', 7, { order: 3 }]) expect(readColumns(broken)).toEqual(automaticColumns)
  })
})
