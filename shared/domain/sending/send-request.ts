import * as z from 'zod/mini';
import { invalidRequest } from '../../errors';
import { validate } from '../../validate';
import { isProblem, parseMailbox, type Mailbox } from '../../text/mailbox';
import { riskClasses } from '../domains/record';
import { VariablesSchema } from '../templates/variables';
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

export const isOneLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text);

export const subjectLengthMax = 998;

const oneLine = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(subjectLengthMax),
    z.refine(isOneLine, 'must not hold a line break or control character'),
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
  template: z.optional(z.string().check(z.minLength(1))),
  variables: z.optional(VariablesSchema),
  risk_class: z._default(z.enum(riskClasses), 'transactional'),
  scheduled_at: z.optional(z.string()),
  sequence_key: z.optional(z.string().check(z.maxLength(200))),
  tags: z.optional(z.array(tag).check(z.maxLength(10))),
  attachments: z.optional(z.array(AttachmentSchema).check(z.maxLength(20))),
  reply_to_message_id: z.optional(z.string().check(z.minLength(1))),
  thread_id: z.optional(z.string().check(z.minLength(1))),
  topic: z.optional(z.string().check(z.minLength(1))),
});

/** A request whose fields are right, each by itself. */
export interface SendRequest extends z.output<typeof SendRequestSchema> {
  to: Mailbox[];
  /** `from` as given. */
  fromText: string;
}

/** The first part of check 1 in core.md's "Order of checks": the recipient limit, then the fields. */
export function readSendRequest(body: unknown): SendRequest {
  refuseTooManyRecipients(body);
  const fields = validate(SendRequestSchema, body);
  return {
    ...fields,
    to: Array.isArray(fields.to) ? fields.to : [fields.to],
    fromText: (body as { from: string }).from,
  };
}

/** Counted as sent, before anything is looked at: a list of a million must not be parsed first. */
function refuseTooManyRecipients(body: unknown): void {
  const count = recipientsIn(body);
  if (count <= recipientsMax) return;
  throw invalidRequest(
    `At most ${recipientsMax} recipients across to, cc and bcc; this request names ${count}`,
  );
}

export const hasTooManyRecipients = (body: unknown): boolean => recipientsIn(body) > recipientsMax;

function recipientsIn(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  const { to, cc, bcc } = body as Record<string, unknown>;
  return [to, cc, bcc].reduce<number>((sum, field) => sum + countOf(field), 0);
}

const countOf = (field: unknown): number =>
  Array.isArray(field) ? field.length : typeof field === 'string' ? 1 : 0;
