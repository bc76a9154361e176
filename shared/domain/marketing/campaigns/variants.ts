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
export const newTest = (settings: TestSettings): AbTest => ({
  ...settings,
  decideAt: null,
  winner: null,
  decidedBy: null,
  decidedAt: null,
});

type Said = Pick<Campaign, 'subject' | 'fromName'>;

/** 422 for variants that tell nothing from each other (contract.md, 4.14 and D25). */
export function refuseUnusableVariants(variants: readonly Variant[], said: Said): void {
  const repeated = variants.find(({ key }, at) => variants.findIndex((one) => one.key === key) !== at);
  if (repeated) throw invalidRequest(`variants: the key ${repeated.key} is there twice`);
  const timed = variants.filter(({ sendAt }) => sendAt !== null).length;
  if (timed > 0 && timed < variants.length)
    throw invalidRequest('variants: give a send_at to all of them, or to none');
  const shown = variants.map((variant) => shownBy(variant, said));
  const same = variants.find((_variant, at) => shown.indexOf(shown[at] ?? '') !== at);
  if (!same) return;
  throw invalidRequest(
    `variants: ${same.key} has the subject, from_name and send_at of another; they must differ in one of them`,
  );
}

const shownBy = (variant: Variant, { subject, fromName }: Said): string =>
  JSON.stringify([variant.subject ?? subject, variant.fromName ?? fromName, variant.sendAt]);

/** How many of so many are tried, and how many get each variant at least. */
export function sampleOf({ variants, abTest }: Pick<Campaign, 'variants' | 'abTest'>, recipients: number) {
  const size =
    abTest && !isSendTimeTest({ variants }) ? Math.round(abTest.sampleShare * recipients) : recipients;
  return { size, perVariant: Math.floor(size / (variants?.length ?? 1)) };
}

/** Fewer tell nothing of a variant. */
export const perVariantMin = 100;

/** Whose variant is the one at this place: they are dealt in turn. */
export const variantAt = ({ variants }: Pick<Campaign, 'variants'>, place: number): Variant | undefined =>
  variants?.[place % variants.length];
