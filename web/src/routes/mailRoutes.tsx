import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { chunk } from '@/lib/chunk'
import { rootRoute } from './root'

const confirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirmation',
  staticData: { title: 'confirm.title' },
  validateSearch: ({ confirmation_token: token }: Record<string, unknown>): { confirmation_token?: string } =>
    typeof token === 'string' ? { confirmation_token: token } : {},
  component: lazyRouteComponent(() => chunk(() => import('./info/ConfirmationPage')), 'ConfirmationPage'),
})

const signInLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/autologin',
  staticData: { title: 'link.title' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => chunk(() => import('./info/SignInLinkPage')), 'SignInLinkPage'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  staticData: { title: 'unsubscribe.title' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => chunk(() => import('./info/UnsubscribePage')), 'UnsubscribePage'),
})

const subscriptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscription',
  staticData: { title: 'subscribe.by_email' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => chunk(() => import('./info/SubscriptionPage')), 'SubscriptionPage'),
})

/** The pages to which links of mails lead. */
export const mailRoutes = [confirmationRoute, signInLinkRoute, unsubscribeRoute, subscriptionRoute] as const
