/** A text with some of its letters marked. */
export function HighlightedText({ text, at }: { text: string; at: readonly number[] }) {
  return runsOf(text, at).map(({ start, part, marked }) =>
    marked ? (
      <mark key={start} className="palette-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/** The text cut where marked letters begin and end. */
function runsOf(text: string, at: readonly number[]): { start: number; part: string; marked: boolean }[] {
  const runs: { start: number; part: string; marked: boolean }[] = []
  for (let start = 0; start < text.length;) {
    const marked = at.includes(start)
    let end = start + 1
    while (end < text.length && at.includes(end) === marked) end++
    runs.push({ start, part: text.slice(start, end), marked })
    start = end
  }
  return runs
}
