/** Named timers: setting one again puts it off. */
export class Timers {
  readonly #running = new Map<string, NodeJS.Timeout>()

  set(name: string, ms: number, then: () => void): void {
    this.clear(name)
    const timer = setTimeout(() => {
      this.#running.delete(name)
      then()
    }, ms)
    this.#running.set(name, timer)
  }

  clear(name: string): void {
    clearTimeout(this.#running.get(name))
    this.#running.delete(name)
  }
}
