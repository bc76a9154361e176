import { invalidRequest } from '../../../core/errors';
import type { AbTest, Campaign, Variant } from '../../../db/records/campaigns';

/** Whether the variants are sent at different times. In such a test no recipient waits for a winner. */
export const isSendTimeTest = ({ variants }: Pick<Campaign, 'variants'>): boolean =>
  variants?.some(({ sendAt }) => sendAt !== null) ?? false;

/** The send time of the earliest variant. */
export const firstSendAt = ({ variants }: Pick<Campaign, 'variants'>): string | null =>
  [...(variants ?? [])].flatMap(({ sendAt }) => sendAt ?? []).sort()[0] ?? null;

/** The settings that can be changed until the test starts. */
export type TestSettings = Pick<AbTest, 'metric' | 'sampleShare' | 'decideAfterMinutes'>;

export const testDefaults: TestSettings = { metric: 'open', sampleShare: 0.2, decideAfterMinutes: 240 };

/** A test that has not started. */
export const newAbTest = (settings: TestSettings): AbTest => ({
  ...settings,
  decideAt: null,
  winner: null,
  decidedBy: null,
  decidedAt: null,
});

type VariantDefaults = Pick<Campaign, 'subject' | 'fromName'>;

/** Refuses with 422 if two variants have the same key or do not differ from each other (CA-34). */
export function refuseUnusableVariants(variants: readonly Variant[], defaults: VariantDefaults): void {
  const repeated = variants.find(({ key }, index) => variants.findIndex((one) => one.key === key) !== index);
  if (repeated)
    throw invalidRequest(`variants: The key ${repeated.key} occurs twice. Give each variant its own key`);
  const timedCount = variants.filter(({ sendAt }) => sendAt !== null).length;
  if (timedCount > 0 && timedCount < variants.length)
    throw invalidRequest('variants: Give a send_at to every variant or to no variant');
  const fingerprints = variants.map((variant) => fingerprintOf(variant, defaults));
  const duplicate = variants.find(
    (_variant, index) => fingerprints.indexOf(fingerprints[index] ?? '') !== index,
  );
  if (!duplicate) return;
  throw invalidRequest(
    `variants: ${duplicate.key} has the same subject, from_name and send_at as another variant. Change one of them`,
  );
}

const fingerprintOf = (variant: Variant, { subject, fromName }: VariantDefaults): string =>
  JSON.stringify([variant.subject ?? subject, variant.fromName ?? fromName, variant.sendAt]);

/** The size of the sample for this number of recipients, and the smallest number of recipients that a variant gets. */
export function computeSample(
  { variants, abTest }: Pick<Campaign, 'variants' | 'abTest'>,
  recipients: number,
) {
  const size =
    abTest && !isSendTimeTest({ variants }) ? Math.round(abTest.sampleShare * recipients) : recipients;
  return { size, perVariant: Math.floor(size / (variants?.length ?? 1)) };
}

/** A variant with fewer recipients gives no meaningful result. */
export const perVariantMin = 100;

/** The variant for the recipient at this position. Variants are assigned round-robin. */
export const variantAt = ({ variants }: Pick<Campaign, 'variants'>, position: number): Variant | undefined =>
  variants?.[position % variants.length];
