type Tag = { name: string; value: string };

const lengthMax = 256;

/**
 * Returns the customer's tags in the form that SES accepts, and the ids of the email and its workspace as tags. The ids
 * identify the email of an event without a lookup, even if the event arrives before this service has recorded the
 * submission.
 */
export function providerTags(tags: readonly Tag[], ids: { messageId: string; workspaceId: string }): Tag[] {
  const sanitized = tags.map(({ name, value }) => ({ name: sanitizeTag(name), value: sanitizeTag(value) }));
  const byName = new Map(
    sanitized.filter(({ name, value }) => name && value).map(({ name, value }) => [name, value]),
  );
  byName.set('message_id', ids.messageId);
  byName.set('workspace_id', ids.workspaceId);
  return [...byName].map(([name, value]) => ({ name, value }));
}

const sanitizeTag = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, lengthMax);
