import * as z from 'zod/mini';
import { invalidRequest } from '../../errors';
import { validate } from '../../validate';
import { isProblem, parseMailbox, withoutRepeats, type Mailbox } from '../../text/mailbox';
import { AttachmentSchema } from './attachment';

const recipientsMax = 50;

const mailbox = z.pipe(
  z.string(),
  z.transform((text, problems): Mailbox => {
    const parsed = parseMailbox(text);
    if (!isProblem(parsed)) return parsed;
    problems.issues.push({ code: 'custom', message: parsed.problem, input: text });
    return z.NEVER;
  }),
);

const mailboxes = z.array(mailbox);

const oneLine = z.string().check(
  z.minLength(1),
  z.maxLength(998),
  z.refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'must not hold a line break or control character'),
);

const tag = z.strictObject({ name: z.string(), value: z.string() });

/** core.md, "Send request body" */
export const SendRequestSchema = z.strictObject({
  from: mailbox,
  to: z.union([mailbox, mailboxes.check(z.minLength(1))]),
  cc: z.optional(mailboxes),
  bcc: z.optional(mailboxes),
  reply_to: z.optional(mailbox),
  subject: z.optional(oneLine),
  html: z.optional(z.string()),
  text: z.optional(z.string()),
  tags: z.optional(z.array(tag).check(z.maxLength(10))),
  attachments: z.optional(z.array(AttachmentSchema).check(z.maxLength(20))),
});

export interface SendRequest {
  /** As given. */
  fromText: string;
  from: Mailbox;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  replyTo: Mailbox | undefined;
  subject: string;
  html: string | undefined;
  text: string | undefined;
  tags: readonly { name: string; value: string }[];
  attachments: readonly z.output<typeof AttachmentSchema>[];
}

/** Check 1 of core.md's "Order of checks": recipient limit, then the body, then a subject and something to say. */
export function readSendRequest(body: unknown): SendRequest {
  refuseTooManyRecipients(body);
  const { reply_to: replyTo, to, ...fields } = validate(SendRequestSchema, body);
  return {
    ...refuseWithoutContent(fields),
    fromText: (body as { from: string }).from,
    from: fields.from,
    to: withoutRepeats(Array.isArray(to) ? to : [to]),
    cc: withoutRepeats(fields.cc ?? []),
    bcc: withoutRepeats(fields.bcc ?? []),
    replyTo,
    tags: fields.tags ?? [],
    attachments: fields.attachments ?? [],
  };
}

/** Counted as sent, before anything is looked at: a list of a million must not be parsed first. */
function refuseTooManyRecipients(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const { to, cc, bcc } = body as Record<string, unknown>;
  const count = [to, cc, bcc].reduce<number>((sum, field) => sum + countOf(field), 0);
  if (count <= recipientsMax) return;
  throw invalidRequest(
    `At most ${recipientsMax} recipients across to, cc and bcc; this request names ${count}`,
  );
}

const countOf = (field: unknown): number =>
  Array.isArray(field) ? field.length : typeof field === 'string' ? 1 : 0;

function refuseWithoutContent({ subject, html, text }: { subject?: string; html?: string; text?: string }) {
  if (subject === undefined) throw missing('subject', 'A subject is required');
  if (!html && !text) throw missing('text', 'One of html or text is required');
  return { subject, html, text };
}

const missing = (field: string, message: string) => invalidRequest(message, [{ path: [field], message }]);
