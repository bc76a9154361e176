import type * as z from 'zod/mini';
import type { NewAutomation } from '../../../shared/domain/marketing/automations/create';
import type { Trigger } from '../../../shared/db/records/automations';
import type { AutomationChanges } from '../../../shared/domain/marketing/automations/update';
import { tagsOf } from '../../../shared/domain/audience/contacts/tags';
import { invalidRequest } from '../../../shared/core/errors';
import { isProblem, parseMailbox, type Mailbox } from '../../../shared/text/mailbox';
import type { CreateAutomationRequestSchema, UpdateAutomationRequestSchema } from './shapes';

type Created = z.infer<typeof CreateAutomationRequestSchema>;
type Changed = z.infer<typeof UpdateAutomationRequestSchema>;

/** A new automation in the domain's words. */
export function readNewAutomation(given: Created): NewAutomation {
  const replyTo = given.reply_to ?? null;
  if (replyTo !== null) readMailbox('reply_to', replyTo);
  return {
    name: given.name,
    slug: given.slug,
    trigger: readTrigger(given.trigger),
    identityId: given.identity_id,
    from: given.from,
    sender: readMailbox('from', given.from),
    replyTo,
    steps: given.steps.map((step) => ({
      delayMinutes: step.delay_minutes,
      subject: step.subject,
      html: step.html ?? null,
      templateSlug: step.template_slug ?? null,
    })),
    exitOnReply: given.exit_on_reply ?? true,
    topicKey: given.topic_key ?? null,
    exitTags: tagsOf(given.exit_tags ?? []),
    requiredTags: tagsOf(given.required_tags ?? []),
    reenrolment: given.reenrollment ?? 'after_completion',
    defaultVariables: given.default_variables ?? {},
  };
}

/** What an update gives; what is undefined stays. */
export function readAutomationChanges(given: Changed): AutomationChanges {
  if (given.reply_to) readMailbox('reply_to', given.reply_to);
  const changes = {
    topicKey: given.topic_key,
    replyTo: given.reply_to,
    exitOnReply: given.exit_on_reply,
    exitTags: given.exit_tags && tagsOf(given.exit_tags),
    requiredTags: given.required_tags && tagsOf(given.required_tags),
    reenrolment: given.reenrollment,
    defaultVariables: given.default_variables,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function readTrigger(given: Created['trigger']): Trigger {
  const nothing = { audienceId: null, eventName: null, tag: null };
  switch (given.kind) {
    case 'api':
      return { kind: 'api', ...nothing };
    case 'contact_added':
      return { kind: 'contact_added', ...nothing, audienceId: given.audience_id };
    case 'event':
      return { kind: 'event', ...nothing, eventName: given.event_name };
    case 'tag_added':
      return { kind: 'tag_added', ...nothing, tag: tagsOf([given.tag])[0] ?? null };
  }
}

function readMailbox(field: string, text: string): Mailbox {
  const mailbox = parseMailbox(text);
  if (!isProblem(mailbox)) return mailbox;
  throw invalidRequest('Validation failed', [{ path: [field], message: mailbox.problem }]);
}
