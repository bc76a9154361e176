import type { Attributes } from '../../../db/records/contacts';

export const importStatuses = ['subscribed', 'unsubscribed', 'bounced', 'complained'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A contact to add, as given in the request (C-8 to C-13). */
export interface ImportRow {
  /** The address in lower case, without a display name. */
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  tags: readonly string[];
  attributes: Attributes;
  status: ImportStatus;
  lastActiveAt?: string | undefined;
}
