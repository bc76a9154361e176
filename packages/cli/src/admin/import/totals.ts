import * as z from 'zod/mini';
import { ImportedContactsSchema } from '../../../../../functions/api/audiences/shapes';

/** The totals of all imported rows, in the fields of the API. */
export const TotalsSchema = z.omit(ImportedContactsSchema, { automations_started: true });

export type Totals = z.infer<typeof TotalsSchema>;

export const noTotals: Totals = {
  inserted: 0,
  updated: 0,
  skipped: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
  suppressed: 0,
  properties_created: [],
  contact_count: 0,
};

/** Adds up every field except `contact_count`, which is the size of the audience after the latest part. */
export const addTotals = (totals: Totals, part: Totals): Totals => ({
  inserted: totals.inserted + part.inserted,
  updated: totals.updated + part.updated,
  skipped: totals.skipped + part.skipped,
  unsubscribed: totals.unsubscribed + part.unsubscribed,
  bounced: totals.bounced + part.bounced,
  complained: totals.complained + part.complained,
  suppressed: totals.suppressed + part.suppressed,
  properties_created: [...totals.properties_created, ...part.properties_created],
  contact_count: part.contact_count,
});
