import type { Email } from '../../../db/records/emails';

/** When SES accepted the email, or when the email was created if SES has not accepted it. */
export const messageTime = ({ sentAt, createdAt }: Email): string => sentAt ?? createdAt;
