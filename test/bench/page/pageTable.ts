import type { PageFigures } from './measurePage.ts'

const columns =
  ',frames,p50 ms,p95 ms,max ms,late,long tasks,key p95,ms/frame,busy,script,style,layout,arrived,load'.split(',')

/** The figures of the page as a table. */
export function pageTable({ phases, start, memory }: PageFigures): string {
  const share = (value: number) => `${(value * 100).toFixed(0)} %`
  const rows = phases.map(({ name, frames, load, arrived }) => [
    name,
    String(frames.frames),
    frames.p50.toFixed(1),
    frames.p95.toFixed(1),
    frames.max.toFixed(1),
    share(frames.late),
    `${frames.longTasks} / ${frames.longTime.toFixed(0)} ms`,
    Number.isNaN(frames.keyP95) ? '' : frames.keyP95.toFixed(0),
    frames.cost.toFixed(1),
    ...[frames.busy, frames.script, frames.style, frames.layout].map(share),
    String(arrived),
    load.toFixed(1),
  ])
  const widths = columns.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
  return [
    'page: frames in a real Chromium; late: more than half a frame; key: until what it changed was painted',
    line(columns),
    ...rows.map(line),
    `first paint ${start.paint.toFixed(0)} ms, with content ${start.contentful.toFixed(0)} ms, list ${start.list.toFixed(0)} ms`,
    ...memory.map(({ at, heap, nodes }) => `memory, ${at}: ${heap.toFixed(1)} MB of JavaScript, ${nodes} nodes`),
    '',
  ].join('\n')
}
