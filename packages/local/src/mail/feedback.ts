import { bareAddress } from '../mime/addresses';
import { findHeader, readHeaders } from '../mime/headers';
import type { SentMail, SesEvent } from './ses-events';

/** The senders of feedback emails, by event type. */
const feedbackSenders: Partial<Record<SesEvent['eventType'], string>> = {
  Bounce: 'MAILER-DAEMON@amazonses.com',
  Complaint: 'complaints@email-abuse.amazonses.com',
};

/** The email in which SES reports a bounce or complaint to the Return-Path; undefined for other events. */
export function feedbackMail(sent: SentMail, event: SesEvent): { to: string; raw: Buffer } | undefined {
  const from = feedbackSenders[event.eventType];
  if (!from) return undefined;
  const headers = readHeaders(sent.raw);
  const to = bareAddress(findHeader(headers, 'return-path') ?? findHeader(headers, 'from') ?? '');
  const lines = [
    `From: ${from}`,
    `To: <${to}>`,
    `Subject: ${event.eventType}: ${findHeader(headers, 'subject') ?? ''}`,
    `Date: ${new Date(sent.record.at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <feedback-${event.eventType.toLowerCase()}-${sent.record.provider_message_id}@amazonses.com>`,
    `In-Reply-To: ${findHeader(headers, 'message-id') ?? ''}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Amazon SES reports a ${event.eventType.toLowerCase()} for an email that you sent.`,
    '',
  ];
  return { to, raw: Buffer.from(lines.join('\r\n')) };
}
