import { headerLines, readOutboxMail } from './api-helpers';
import { deliverInboundMail, rawMail, type InboundEnvelope, type MailParts } from './inbound-mail';
import type { ApiResponse } from './service';
import type { TestWorkspace } from './test-workspace';

type Body = ApiResponse['body'];

/** A mail from outside arrives for the desk, unless another recipient is given. It may not be taken in yet. */
export const injectInboundMail = (
  workspace: TestWorkspace,
  parts: MailParts = {},
  envelope: Partial<InboundEnvelope> = {},
): Promise<{ receipt_id: string }> =>
  deliverInboundMail(
    workspace.service,
    { recipients: workspace.from, ...envelope },
    rawMail({ to: workspace.from, ...parts }),
  );

/** It arrives and is taken in. */
export async function receiveInboundMail(
  workspace: TestWorkspace,
  parts: MailParts = {},
  envelope: Partial<InboundEnvelope> = {},
): Promise<void> {
  await injectInboundMail(workspace, parts, envelope);
  await workspace.service.settle();
}

export const threadsOf = async (workspace: TestWorkspace, query = ''): Promise<Body[]> =>
  (await workspace.api('GET', `/v1/threads${query}`)).body.data;

/** The one thread of a desk, with what was said in it. */
export async function onlyThread(workspace: TestWorkspace): Promise<Body> {
  const [thread, ...rest] = await threadsOf(workspace);
  if (!thread || rest.length > 0) throw new Error(`${rest.length} threads too many, or none`);
  return workspace.getThread(thread.id);
}

/** The one received message of a desk that has one thread. */
export async function onlyReceivedMessage(workspace: TestWorkspace): Promise<Body> {
  const { messages } = await onlyThread(workspace);
  const [message, ...rest] = messages.filter(({ direction }: Body) => direction === 'inbound');
  if (!message || rest.length > 0) throw new Error(`${rest.length} messages too many, or none`);
  return message;
}

/** The Message-ID that the provider gave an email of ours; in us-east-1 it names no Region. */
export async function sentMessageId(workspace: TestWorkspace, id: string, host = 'email'): Promise<string> {
  const { provider_message_id: providerId } = await workspace.getEmail(id);
  return `<${providerId}@${host}.amazonses.com>`;
}

/** How the mail of this email points at what it answers. */
export async function replyHeadersOf(
  workspace: TestWorkspace,
  id: string,
): Promise<{ inReplyTo: string | undefined; references: string | undefined }> {
  const lines = headerLines((await readOutboxMail(workspace.service, id)).raw);
  const findHeader = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  return { inReplyTo: findHeader('in-reply-to'), references: findHeader('references') };
}
