import * as z from '../../../shared/schema/schema';
import { preserveProtoKey } from '../../../shared/http/preserve-proto-key';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { usernameProblem } from '../../../shared/domain/conversations/inboxes/username';
import { ApiKeyWithSecretSchema, NewInboxKeyRequestSchema } from '../api-keys/shapes';
import { displayNameLengthMax, isNameOnly } from '../../../shared/text/mailbox';

const nullableText = z.nullable(z.string());

/** See IB-1. */
export const InboxSchema = z.object({
  id: z.uuid(),
  address: z.string(),
  display_name: nullableText,
  client_id: nullableText,
  metadata: z.record(z.string(), z.string()),
  policy: z.null(),
  created_at: timestamp,
});

/** `key` is null if the inbox was created by an earlier request (IB-5, IB-6). */
export const CreatedInboxSchema = z.extend(InboxSchema, {
  key: z.optional(z.nullable(ApiKeyWithSecretSchema)),
});

export const InboxListSchema = listOf(InboxSchema);

const metadataPairsMax = 20;

const metadata = z.pipe(
  preserveProtoKey,
  z
    .record(z.string().check(z.minLength(1), z.maxLength(40)), z.string().check(z.maxLength(500)))
    .check(
      z.refine(
        (values) => Object.keys(values).length <= metadataPairsMax,
        `must have at most ${metadataPairsMax} pairs`,
      ),
    ),
);

const displayName = z
  .string()
  .check(
    z.maxLength(displayNameLengthMax),
    z.refine(isNameOnly, 'must not contain a line break, a control character, "<" or ">"'),
  );

const username = z.string().check(
  z.toLowerCase(),
  z.check(({ value, issues }) => {
    const message = usernameProblem(value);
    if (message) issues.push({ code: 'custom', input: value, message });
  }),
);

/** The body of a create request (IB-2 to IB-6). */
export const NewInboxRequestSchema = z.strictObject({
  username: z.optional(username),
  domain: z.optional(z.string()),
  display_name: z.optional(z.nullable(displayName)),
  client_id: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(128)))),
  metadata: z.optional(metadata),
  key: z.optional(NewInboxKeyRequestSchema),
});

/** The body of an update. The metadata are replaced as a whole. */
export const InboxChangesRequestSchema = z.strictObject({
  display_name: z.optional(z.nullable(displayName)),
  metadata: z.optional(metadata),
});

export const DeletedInboxSchema = z.object({
  id: z.uuid(),
  deleted: z.literal(true),
  keys_revoked: z.int(),
});
