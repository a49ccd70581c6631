import '../styles/office.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { loadTexts, preferredLanguage } from '../i18n/texts'
import { createQueryClient } from './queryClient'
import { createOfficeRouter } from './router'
import { watchSession } from './session'

async function start(root: HTMLElement): Promise<void> {
  const language = preferredLanguage()
  await loadTexts(language)
  const queryClient = createQueryClient()
  const router = createOfficeRouter(queryClient)
  watchSession(queryClient, router)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <I18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>
          <RouterProvider router={router} />
        </I18nProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
