import { withoutUndefined } from '../../../shared/core/without-undefined';
import type * as z from 'zod/mini';
import type { NewAutomation } from '../../../shared/domain/marketing/automations/create';
import type { Trigger } from '../../../shared/db/records/automations';
import type { AutomationChanges } from '../../../shared/domain/marketing/automations/update';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import { invalidRequest } from '../../../shared/core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../shared/text/mailbox';
import type { CreateAutomationRequestSchema, UpdateAutomationRequestSchema } from './shapes';

type CreateRequest = z.infer<typeof CreateAutomationRequestSchema>;
type UpdateRequest = z.infer<typeof UpdateAutomationRequestSchema>;

export function readNewAutomation(input: CreateRequest): NewAutomation {
  const replyTo = input.reply_to ?? null;
  if (replyTo !== null) readMailbox('reply_to', replyTo);
  return {
    name: input.name,
    slug: input.slug,
    trigger: readTrigger(input.trigger),
    identityId: input.identity_id,
    from: input.from,
    sender: readMailbox('from', input.from),
    replyTo,
    steps: input.steps.map((step) => ({
      delayMinutes: step.delay_minutes,
      subject: step.subject,
      html: step.html ?? null,
      templateSlug: step.template_slug ?? null,
      expressionFields: ['subject', 'html'] as const,
    })),
    exitOnReply: input.exit_on_reply ?? true,
    topicKey: input.topic_key ?? null,
    exitTags: normalizeTags(input.exit_tags ?? []),
    requiredTags: normalizeTags(input.required_tags ?? []),
    reenrollment: input.reenrollment ?? 'after_completion',
    defaultVariables: input.default_variables ?? {},
    contactFields: input.contact_fields ?? false,
  };
}

/** Reads the changes. Undefined fields do not change the automation. */
export function readAutomationChanges(input: UpdateRequest): AutomationChanges {
  if (input.reply_to) readMailbox('reply_to', input.reply_to);
  return withoutUndefined({
    topicKey: input.topic_key,
    replyTo: input.reply_to,
    exitOnReply: input.exit_on_reply,
    exitTags: input.exit_tags && normalizeTags(input.exit_tags),
    requiredTags: input.required_tags && normalizeTags(input.required_tags),
    reenrollment: input.reenrollment,
    defaultVariables: input.default_variables,
    contactFields: input.contact_fields,
  });
}

function readTrigger(input: CreateRequest['trigger']): Trigger {
  const noTriggerValues = { audienceId: null, eventName: null, tag: null };
  switch (input.kind) {
    case 'api':
      return { kind: 'api', ...noTriggerValues };
    case 'contact_added':
      return { kind: 'contact_added', ...noTriggerValues, audienceId: input.audience_id };
    case 'event':
      return { kind: 'event', ...noTriggerValues, eventName: input.event_name };
    case 'tag_added':
      return { kind: 'tag_added', ...noTriggerValues, tag: normalizeTags([input.tag])[0] ?? null };
  }
}

function readMailbox(field: string, text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (!isProblem(mailbox)) return mailbox;
  throw invalidRequest('Validation failed', [{ path: [field], message: mailbox.problem }]);
}
