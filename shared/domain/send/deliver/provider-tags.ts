type Tag = { name: string; value: string };

const lengthMax = 256;

/**
 * The customer's tags as SES takes them, and ours: with the email's and its workspace's id on it, an event
 * needs no look-up, and can arrive before our own record of the hand-over.
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
