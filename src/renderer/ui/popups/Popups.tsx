import { CSPProvider } from '@base-ui/react/csp-provider'
import type { ReactNode } from 'react'
import { AskProvider } from './Dialog.tsx'
import { ContextMenus } from './Menus.tsx'
import { ToastsProvider } from '../notes/Toasts.tsx'
import { Tooltips } from './Tooltips.tsx'

/** Gives the page its toasts, questions, context menus and tooltips, within its content security policy. */
export function Popups({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <ToastsProvider>
        <AskProvider>
          <ContextMenus>{children}</ContextMenus>
        </AskProvider>
        <Tooltips />
      </ToastsProvider>
    </CSPProvider>
  )
}
