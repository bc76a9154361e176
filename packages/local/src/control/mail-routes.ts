import { z } from 'zod';
import { AwsError } from '../aws/stand-in';
import type { Verdict } from '../mail/mail-receiver';
import { ControlError, reply, type ControlResponse, type ControlRoutes } from './http';
import type { ControlContext } from './control-context';

const EventBody = z.strictObject({
  type: z.string(),
  recipient: z.string().optional(),
  link: z.string().optional(),
  at: z.string().optional(),
  bounce_type: z.string().optional(),
  sub_type: z.string().nullable().optional(),
  diagnostic: z.string().nullable().optional(),
  reason: z.string().optional(),
  user_agent: z.string().optional(),
});

const verdicts: readonly string[] = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'] satisfies Verdict[];
const isVerdict = (text: string): text is Verdict => verdicts.includes(text);

/** The routes for the SES side: outbox, SES events and incoming mail. */
export const mailRoutes = ({ mail }: ControlContext): ControlRoutes => ({
  'GET /control/outbox': ({ query }) => reply(200, { data: mail.outbox.list(outboxFilter(query)) }),

  'GET /control/outbox/{id}/raw': ({ params: { id = '' } }) => {
    const raw = mail.outbox.raw(id);
    if (!raw) throw new ControlError(unknownMailMessage(id), 404);
    return { status: 200, body: raw, contentType: 'message/rfc822' };
  },

  'POST /control/outbox/{id}/events': ({ params: { id = '' }, body }) =>
    withControlErrors(async () => {
      if (!mail.outbox.find(id)) throw new ControlError(unknownMailMessage(id), 404);
      await mail.publishEventFor(id, body(EventBody));
      return reply(202, {});
    }),

  'POST /control/provider-events': ({ body }) =>
    withControlErrors(async () => {
      await mail.events.publishRaw(body(z.looseObject({})));
      return reply(202, {});
    }),

  'POST /control/inbound message/rfc822': ({ query, raw }) =>
    withControlErrors(async () => {
      if (!query.has('rcpt'))
        throw new ControlError('rcpt: is required. Name the recipient, as in ?rcpt=desk@mail.local.test');
      const receiptId = await mail.receiving.receive({
        mailFrom: query.get('mail_from') ?? '',
        rcpts: query.getAll('rcpt'),
        raw,
        verdicts: Object.fromEntries(
          ['spam', 'virus', 'spf', 'dkim', 'dmarc'].map((name) => [name, verdictOf(query, name)]),
        ),
      });
      return reply(202, { receipt_id: receiptId });
    }),
});

const unknownMailMessage = (id: string): string =>
  `The outbox has no email ${id}. Use the provider_message_id that GET /control/outbox returns`;

function outboxFilter(query: URLSearchParams) {
  const text = (name: string) => query.get(name) ?? undefined;
  const limit = Number(query.get('limit') ?? Number.NaN);
  return {
    limit: limit >= 1 ? Math.floor(limit) : undefined,
    to: text('to'),
    message_id: text('message_id'),
    workspace_id: text('workspace_id'),
  };
}

function verdictOf(query: URLSearchParams, name: string): Verdict | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (isVerdict(text)) return text;
  throw new ControlError(`${name}: must be one of ${verdicts.join(', ')}`);
}

/** Converts the `AwsError` of a stand-in to an error response for the caller of the control API. */
async function withControlErrors(run: () => Promise<ControlResponse>): Promise<ControlResponse> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AwsError) throw new ControlError(error.message, error.status);
    throw error;
  }
}
