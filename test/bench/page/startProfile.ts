import type { Page } from '@playwright/test'

/** Takes a CPU profile of a page until it is stopped, as the text of a .cpuprofile file. */
export async function startProfile(page: Page): Promise<{ stop(): Promise<string> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.setSamplingInterval', { interval: 500 })
  await devtools.send('Profiler.start')
  return {
    stop: async () => {
      const { profile } = await devtools.send('Profiler.stop')
      await devtools.detach()
      return JSON.stringify(profile)
    },
  }
}
