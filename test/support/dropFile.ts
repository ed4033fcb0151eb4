import type { Page } from '@playwright/test'

/** Drops a file of text on the page, as from a window of files. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    (file) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([file.text], file.name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, text },
  )
}
