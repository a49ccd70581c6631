import { fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { http } from '@/test/http'
import { A_PLAYER, answers, server } from '@/test/server'
import { show, withServer } from '@/test/site'

vi.mock('@/features/realtime/components/Realtime', () => ({ Realtime: () => null }))

withServer()

async function sidebarOf(statuses: { id: string }[]) {
  answers('/api/player', { ...A_PLAYER, statuses })
  server.use(
    http.post('/api/fe/config/managers', async ({ request }) => {
      const { userGroups } = await request.json()
      return HttpResponse.json(userGroups.includes(259) ? { managerName: 'Astrid', avatar: '', time: '', telegramLink: '', email: 'a@example.com' } : null)
    }),
  )
  await show('/payments')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Menu' }))[0] as HTMLElement)
  return screen.findByRole('dialog', { name: 'Menu' })
}

test('a VIP finds balance, menu, profile, support, manager, language and the time of day', async () => {
  const sidebar = within(await sidebarOf([{ id: 'group_259' }]))
  expect(await sidebar.findByRole('link', { name: /Astrid/ })).toBeDefined()
  expect(await sidebar.findByText(/12\.50/)).toBeDefined()
  for (const name of ['Profile', 'Support']) expect(sidebar.getByRole('link', { name })).toBeDefined()
  expect(sidebar.getByRole('heading', { name: 'Games' })).toBeDefined()
  expect(sidebar.getByRole('button', { name: /Language/ })).toBeDefined()
  expect(sidebar.getByText('Local time')).toBeDefined()
})

test('a regular player has no manager', async () => {
  const sidebar = within(await sidebarOf([{ id: 'group_1117' }]))
  expect(await sidebar.findByRole('link', { name: 'Profile' })).toBeDefined()
  expect(sidebar.queryByRole('link', { name: /Astrid/ })).toBeNull()
})
