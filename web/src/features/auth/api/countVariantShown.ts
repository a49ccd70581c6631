import { request } from '@/api/client'

/** Tells the operator that the form of registration was shown in this variant of the A/B test. A failure is nobody's business. */
export function countVariantShown(variant: string): void {
  request('PUT', '/variant-shown', { body: { test: 'registrationForm', variant }, telemetry: true }).catch(() => undefined)
}
