import type { Page } from '@playwright/test'

/** Drops a file on the page, as from a file manager: the text, repeated `times`, made in the page. */
export async function dropFile(page: Page, name: string, text: string, times = 1): Promise<void> {
  await page.evaluate(
    (file) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([file.text.repeat(file.times)], file.name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, text, times },
  )
}
