import type { Attributes } from '../../../db/records/contacts';

export const importStatuses = ['subscribed', 'unsubscribed', 'bounced', 'complained'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A person who is added, as they were given (C-8 to C-13). */
export interface ImportRow {
  /** Bare and lower-cased. */
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  tags: readonly string[];
  attributes: Attributes;
  status: ImportStatus;
  lastActiveAt?: string | undefined;
}
