import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '@/i18n/withTexts'
import { importWithRetry } from '@/platform/importWithRetry'
import { rootRoute } from './root'

/** What a provider of sign-in sends a browser back with. */
export interface ReturnSearch {
  state?: string
  code?: string
  error?: string
  iss?: string
}

/** A parameter, where it is there. */
function text<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  return typeof value === 'string' ? ({ [name]: value } as Record<Name, string>) : {}
}

const confirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/confirmation',
  staticData: { title: 'confirm.title' },
  validateSearch: ({ confirmation_token: token }: Record<string, unknown>): { confirmation_token?: string } =>
    typeof token === 'string' ? { confirmation_token: token } : {},
  component: lazyRouteComponent(() => importWithRetry(withTexts(['auth', 'errors'], () => import('./info/ConfirmationPage'))), 'ConfirmationPage'),
})

const signInLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/autologin',
  staticData: { title: 'link.title' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['auth', 'errors', 'security'], () => import('./info/SignInLinkPage'))), 'SignInLinkPage'),
})

const signInReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in-return',
  staticData: { title: 'provider.title' },
  validateSearch: ({ state, code, error, iss }: Record<string, unknown>): ReturnSearch => ({
    ...text('state', state),
    ...text('code', code),
    ...text('error', error),
    ...text('iss', iss),
  }),
  component: lazyRouteComponent(
    () => importWithRetry(withTexts(['auth', 'errors', 'profile', 'security'], () => import('./info/SignInReturnPage'))),
    'SignInReturnPage',
  ),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  staticData: { title: 'unsubscribe.title' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['auth', 'errors', 'profile'], () => import('./info/UnsubscribePage'))), 'UnsubscribePage'),
})

const subscriptionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/subscription',
  staticData: { title: 'subscribe.by_email' },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } => (typeof token === 'string' ? { token } : {}),
  component: lazyRouteComponent(() => importWithRetry(withTexts(['errors', 'profile'], () => import('./info/SubscriptionPage'))), 'SubscriptionPage'),
})

/** The pages to which links of mails lead, and providers of sign-in. */
export const mailRoutes = [confirmationRoute, signInLinkRoute, signInReturnRoute, unsubscribeRoute, subscriptionRoute] as const
