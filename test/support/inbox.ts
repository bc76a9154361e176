import { headerLines, mailOf } from './arrange';
import { arrive, rawMail, type Envelope, type MailParts } from './correspondent';
import type { Answer } from './service';
import type { Actor } from './actor';

type Body = Answer['body'];

/** A mail from outside arrives for the desk, unless another recipient is given. It may not be taken in yet. */
export const comes = (
  desk: Actor,
  parts: MailParts = {},
  envelope: Partial<Envelope> = {},
): Promise<{ receipt_id: string }> =>
  arrive(desk.service, { rcpt: desk.from, ...envelope }, rawMail({ to: desk.from, ...parts }));

/** It arrives and is taken in. */
export async function arrives(
  desk: Actor,
  parts: MailParts = {},
  envelope: Partial<Envelope> = {},
): Promise<void> {
  await comes(desk, parts, envelope);
  await desk.service.settle();
}

export const threadsOf = async (desk: Actor, query = ''): Promise<Body[]> =>
  (await desk.api('GET', `/v1/threads${query}`)).body.data;

/** The one thread of a desk, with what was said in it. */
export async function onlyThread(desk: Actor): Promise<Body> {
  const [thread, ...others] = await threadsOf(desk);
  if (!thread || others.length > 0) throw new Error(`${others.length} threads too many, or none`);
  return desk.thread(thread.id);
}

/** The one received message of a desk that has one thread. */
export async function onlyReceived(desk: Actor): Promise<Body> {
  const { messages } = await onlyThread(desk);
  const [message, ...others] = messages.filter(({ direction }: Body) => direction === 'inbound');
  if (!message || others.length > 0) throw new Error(`${others.length} messages too many, or none`);
  return message;
}

/** The Message-ID that the provider gave an email of ours; in us-east-1 it names no Region. */
export async function sentMessageId(desk: Actor, id: string, host = 'email'): Promise<string> {
  const { provider_message_id: providerId } = await desk.read(id);
  return `<${providerId}@${host}.amazonses.com>`;
}

/** How the mail of this email points at what it answers. */
export async function replyHeadersOf(
  desk: Actor,
  id: string,
): Promise<{ inReplyTo: string | undefined; references: string | undefined }> {
  const lines = headerLines((await mailOf(desk.service, id)).raw);
  const find = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  return { inReplyTo: find('in-reply-to'), references: find('references') };
}
