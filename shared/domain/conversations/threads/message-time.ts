import type { Email } from '../../../db/records/emails';

/** When the provider took the email, or else when it was recorded. */
export const messageTime = ({ sentAt, createdAt }: Email): string => sentAt ?? createdAt;
