import { headerLines, readOutboxMail } from './api-helpers';
import { deliverInboundMail, rawMail, type InboundEnvelope, type MailParts } from './inbound-mail';
import type { ApiResponse } from './service';
import type { TestWorkspace } from './test-workspace';

type Body = ApiResponse['body'];

/**
 * Delivers an inbound message to the workspace or to the given recipient, and returns before the worker has stored the
 * message.
 */
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

/** Delivers an inbound message and waits until the worker has stored it. */
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

/** Returns the only thread of a workspace, with its messages. */
export async function onlyThread(workspace: TestWorkspace): Promise<Body> {
  const threads = await threadsOf(workspace);
  const [thread] = threads;
  if (!thread || threads.length > 1) throw new Error(`Expected one thread, but found ${threads.length}`);
  return workspace.getThread(thread.id);
}

/** Returns the only received message of a workspace with one thread. */
export async function onlyReceivedMessage(workspace: TestWorkspace): Promise<Body> {
  const { messages } = await onlyThread(workspace);
  const received: Body[] = messages.filter(({ direction }: Body) => direction === 'inbound');
  const [message] = received;
  if (!message || received.length > 1) throw new Error(`Expected one message, but found ${received.length}`);
  return message;
}

/**
 * Returns the Message-ID that SES assigned to a sent email. In us-east-1, the domain of the Message-ID contains no
 * Region.
 */
export async function sentMessageId(workspace: TestWorkspace, id: string, host = 'email'): Promise<string> {
  const { provider_message_id: providerId } = await workspace.getEmail(id);
  return `<${providerId}@${host}.amazonses.com>`;
}

/** Returns the headers that refer to the message to which this email replies. */
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
