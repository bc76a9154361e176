import { onlyReceivedMessage } from './inbound-mails';
import { deliverInboundMail } from './inbound-mail';
import type { TestWorkspace } from './test-workspace';

const boundary = 'frontier';

/** A part of a mail: its header lines, and its body as it is encoded. */
export interface MailPart {
  headers: readonly string[];
  body: string;
}

/** A multipart mail as bytes; a body is written as Latin-1, so that it can hold any byte. */
export function multipartMail(parts: readonly MailPart[], type = 'mixed'): Buffer {
  const lines = [
    'From: Kim <kim@example.com>',
    'Subject: Files',
    'MIME-Version: 1.0',
    `Content-Type: multipart/${type}; boundary=${boundary}`,
    '',
    ...parts.flatMap(({ headers, body }) => [`--${boundary}`, ...headers, '', body]),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

export const textPart: MailPart = { headers: ['Content-Type: text/plain'], body: 'See the files.' };

/** A file of these bytes. Its header lines say what else is known of it. */
export const attachmentPart = (content: Buffer | string, ...headers: string[]): MailPart => ({
  headers: ['Content-Disposition: attachment', ...headers, 'Content-Transfer-Encoding: base64'],
  body: Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
});

/** The mail arrives for a desk that has got none; the id of its message. */
export async function receiveMail(workspace: TestWorkspace, raw: Buffer): Promise<string> {
  await deliverInboundMail(workspace.service, { recipients: workspace.from }, raw);
  await workspace.service.settle();
  return (await onlyReceivedMessage(workspace)).id;
}

interface Download {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The attachment at this index, byte for byte; the index is written into the path as it is. */
export async function downloadAttachment(
  { service, key }: Pick<TestWorkspace, 'service' | 'key'>,
  messageId: string,
  index: number | string = 0,
): Promise<Download> {
  const response = await fetch(`${service.metadata.api}/v1/inbound/${messageId}/attachments/${index}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** What a refusal says. */
export function downloadError({ status, bytes }: Download): {
  status: number;
  type: string;
  message: string;
} {
  const { type, message } = JSON.parse(bytes.toString()).error;
  return { status, type, message };
}
