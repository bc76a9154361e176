import type { NewContact, SuppressBatchRequest } from '../../sdk/src';
import { simplify } from './fields';

export type ImportStatus = NonNullable<NewContact['status']>;

/** A status that refuses email to the contact. */
export type OptOutStatus = Exclude<ImportStatus, 'subscribed'>;

/**
 * The status words of other services. `pending` is missing, because the API has no status for contacts who have not
 * confirmed. A contact who never opted in, such as Mailchimp's nonsubscribed contacts, gets no marketing email.
 */
const statusWords: Record<ImportStatus, string> = {
  subscribed: 'subscribed subscriber active confirmed optedin marketingcontact',
  unsubscribed:
    'unsubscribed optedout optout unsubscribe nonsubscribed transactional manualsuppression nonmarketingcontact ' +
    'blocklisted blacklisted',
  bounced: 'bounced bounce hardbounce hardbounced permanent cleaned undeliverable invalid',
  complained: 'complained complaint spam spamcomplaint spamcomplained spamreport markedasspam reportedspam',
};

export const importStatuses = ['subscribed', 'unsubscribed', 'bounced', 'complained'] as const;

const statusByWord = new Map(
  importStatuses.flatMap((status) => statusWords[status].split(' ').map((word) => [word, status] as const)),
);

/** Reads a status word, or the SMTP reply of a permanent failure, such as `550` or `5.1.1`. */
export const readStatus = (text: string): ImportStatus | undefined =>
  /^5(\d\d|\.\d{1,3}\.\d{1,3})$/.test(text.trim()) ? 'bounced' : statusByWord.get(simplify(text));

const trueWords = ['true', 'yes', 'y', '1', 'x'];
const falseWords = ['false', 'no', 'n', '0'];

/** Reads a date as yes, because some services export the time of the opt-out. */
export function readFlag(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (falseWords.includes(word)) return false;
  return trueWords.includes(word) || /^\d{4}-\d\d-\d\d/.test(cell) ? true : undefined;
}

/** A suppression that a file asks for. */
export type SuppressionSettings = Required<Pick<SuppressBatchRequest, 'reason' | 'scope'>>;

/** The suppression that an import with this status writes. */
export const suppressionOf: Record<OptOutStatus, SuppressionSettings> = {
  unsubscribed: { reason: 'unsubscribe', scope: 'marketing' },
  bounced: { reason: 'hard_bounce', scope: 'all' },
  complained: { reason: 'complaint', scope: 'all' },
};
