import { invalidRequest } from '../../../core/errors';
import type { AbTest, Campaign, Variant } from '../../../db/records/campaigns';

/** Its variants leave at different times: nobody waits for a winner. */
export const isSendTimeTest = ({ variants }: Pick<Campaign, 'variants'>): boolean =>
  variants?.some(({ sendAt }) => sendAt !== null) ?? false;

/** When the first of its variants leaves. */
export const firstSendAt = ({ variants }: Pick<Campaign, 'variants'>): string | null =>
  [...(variants ?? [])].flatMap(({ sendAt }) => sendAt ?? []).sort()[0] ?? null;

/** What of a test is set while it has not begun. */
export type TestSettings = Pick<AbTest, 'metric' | 'sampleShare' | 'decideAfterMinutes'>;

export const testDefaults: TestSettings = { metric: 'open', sampleShare: 0.2, decideAfterMinutes: 240 };

/** A test that has not begun. */
export const newAbTest = (settings: TestSettings): AbTest => ({
  ...settings,
  decideAt: null,
  winner: null,
  decidedBy: null,
  decidedAt: null,
});

type VariantDefaults = Pick<Campaign, 'subject' | 'fromName'>;

/** 422 for variants that tell nothing from each other (CA-34). */
export function refuseUnusableVariants(variants: readonly Variant[], defaults: VariantDefaults): void {
  const repeated = variants.find(({ key }, index) => variants.findIndex((one) => one.key === key) !== index);
  if (repeated) throw invalidRequest(`variants: the key ${repeated.key} is there twice`);
  const timedCount = variants.filter(({ sendAt }) => sendAt !== null).length;
  if (timedCount > 0 && timedCount < variants.length)
    throw invalidRequest('variants: give a send_at to all of them, or to none');
  const fingerprints = variants.map((variant) => fingerprintOf(variant, defaults));
  const duplicate = variants.find(
    (_variant, index) => fingerprints.indexOf(fingerprints[index] ?? '') !== index,
  );
  if (!duplicate) return;
  throw invalidRequest(
    `variants: ${duplicate.key} has the subject, from_name and send_at of another; they must differ in one of them`,
  );
}

const fingerprintOf = (variant: Variant, { subject, fromName }: VariantDefaults): string =>
  JSON.stringify([variant.subject ?? subject, variant.fromName ?? fromName, variant.sendAt]);

/** How many of so many are tried, and how many get each variant at least. */
export function computeSample(
  { variants, abTest }: Pick<Campaign, 'variants' | 'abTest'>,
  recipients: number,
) {
  const size =
    abTest && !isSendTimeTest({ variants }) ? Math.round(abTest.sampleShare * recipients) : recipients;
  return { size, perVariant: Math.floor(size / (variants?.length ?? 1)) };
}

/** Fewer tell nothing of a variant. */
export const perVariantMin = 100;

/** Whose variant is the one at this place: they are dealt in turn. */
export const variantAt = ({ variants }: Pick<Campaign, 'variants'>, position: number): Variant | undefined =>
  variants?.[position % variants.length];
