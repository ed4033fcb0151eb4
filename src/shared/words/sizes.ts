const units = ['kB', 'MB', 'GB', 'TB']

/** A size as readable text: "312 B", "4.1 kB", "10 MB", in decimal units, as networks and disks count. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes
  let unit = ''
  for (const next of units) {
    if (value < 999.5) break
    value /= 1000
    unit = next
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
