import type { ColumnKey } from './columns.ts'

export const columnNames: Readonly<Record<ColumnKey, string>> = {
  time: 'Time',
  event: 'Event',
  object: 'Object',
  followUp: 'Follow-up',
  size: 'Size',
  delay: 'Delay',
  notification: 'Notification',
  delivery: 'Delivery',
  action: 'Action',
  method: 'Method',
  answered: 'Answered',
}

export const columnWords = {
  heads: 'Columns',
  keys: 'Drag to move; Shift+arrows move it, + and − change its width, Enter opens its menu.',
  /** Explanations of columns whose name is not enough. */
  about: {
    object: 'The object that the delivery names.',
    followUp: 'What the service answered to the follow-up.',
    delay: 'From createdAtUtc to its arrival, by two clocks.',
    notification: 'Id of the notification.',
    delivery: 'Number of the delivery.',
    answered: 'Status that the receiver answered.',
  } as Readonly<Partial<Record<ColumnKey, string>>>,
  menu: (name: string) => `Column ${name}`,
  moveLeft: 'Move left',
  moveRight: 'Move right',
  wider: 'Wider',
  narrower: 'Narrower',
  ownWidth: 'Default width',
  hide: 'Hide column',
  show: 'Show column',
  reset: 'Reset columns',
  place: (name: string, at: number, of: number) => `${name}: column ${at} of ${of}`,
  width: (name: string, px: number) => `${name}: ${px} px wide`,
  view: 'View',
  viewHint: 'Columns and threads of the list',
  folds: 'Fold deliveries of one object',
  foldsHint: 'Consecutive deliveries of one object are one row that opens.',
  foldCommand: 'Fold consecutive deliveries of one object',
  columnCommand: (name: string) => `Column: ${name}`,
  alsoFold: 'threads group collapse list',
  alsoColumn: 'table show hide list',
} as const
