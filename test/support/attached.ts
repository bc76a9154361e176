import { onlyReceived } from './inbox';
import { arrive } from './correspondent';
import type { Actor } from './actor';

const boundary = 'frontier';

/** A part of a mail: its header lines, and its body as it is encoded. */
export interface MailPart {
  headers: readonly string[];
  body: string;
}

/** A multipart mail as bytes; a body is written as Latin-1, so that it can hold any byte. */
export function mailWith(parts: readonly MailPart[], type = 'mixed'): Buffer {
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

export const text: MailPart = { headers: ['Content-Type: text/plain'], body: 'See the files.' };

/** A file of these bytes. Its header lines say what else is known of it. */
export const aFile = (content: Buffer | string, ...headers: string[]): MailPart => ({
  headers: ['Content-Disposition: attachment', ...headers, 'Content-Transfer-Encoding: base64'],
  body: Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
});

/** The mail arrives for a desk that has got none; the id of its message. */
export async function received(desk: Actor, raw: Buffer): Promise<string> {
  await arrive(desk.service, { rcpt: desk.from }, raw);
  await desk.service.settle();
  return (await onlyReceived(desk)).id;
}

interface Download {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The attachment at this index, byte for byte; the index is written into the path as it is. */
export async function download(
  { service, key }: Pick<Actor, 'service' | 'key'>,
  messageId: string,
  index: number | string = 0,
): Promise<Download> {
  const response = await fetch(`${service.at.api}/v1/inbound/${messageId}/attachments/${index}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** What a refusal says. */
export function refused({ status, bytes }: Download): { status: number; type: string; message: string } {
  const { type, message } = JSON.parse(bytes.toString()).error;
  return { status, type, message };
}
