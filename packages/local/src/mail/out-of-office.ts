import { bareAddress } from '../mime/addresses';
import { findHeader, readHeaders } from '../mime/headers';
import type { SentMail } from './ses-events';

/** The automatic reply of `ooto@simulator.amazonses.com`. */
export function outOfOfficeReply(sent: SentMail, recipient: string): { to: string; raw: Buffer } {
  const headers = readHeaders(sent.raw);
  const to = bareAddress(findHeader(headers, 'reply-to') ?? findHeader(headers, 'from') ?? sent.record.from);
  const messageId = findHeader(headers, 'message-id') ?? '';
  const lines = [
    `From: <${recipient}>`,
    `To: <${to}>`,
    `Subject: Out of Office: ${findHeader(headers, 'subject') ?? ''}`,
    `Date: ${new Date(sent.record.at).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <ooto-${sent.record.provider_message_id}@simulator.amazonses.com>`,
    `In-Reply-To: ${messageId}`,
    `References: ${messageId}`,
    'Auto-Submitted: auto-replied',
    'X-Auto-Response-Suppress: All',
    'Authentication-Results: amazonses.com; spf=pass; dkim=pass header.i=@simulator.amazonses.com;',
    ' dmarc=pass header.from=simulator.amazonses.com;',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'I am out of the office. This is an automatic reply.',
    '',
  ];
  return { to, raw: Buffer.from(lines.join('\r\n')) };
}
