/** Limits the handshakes per minute for each key; older ones are forgotten. */
export function createHandshakeLimit(perMinute: number, now: () => number): (key: string) => boolean {
  const recent = new Map<string, number[]>()
  return (key) => {
    const since = now() - 60_000
    const times = (recent.get(key) ?? []).filter((at) => at > since)
    const mayPass = times.length < perMinute
    if (mayPass) times.push(now())
    recent.set(key, times)
    return mayPass
  }
}
