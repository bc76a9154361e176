import { automationKeys } from './automations';
import { campaignKeys } from './campaigns';
import { contactKeys } from './contacts';
import { conversationKeys } from './conversations';
import { templateAndTopicKeys } from './templates-and-topics';
import { credentialKeys } from './credentials';
import { domainKeys } from './domains';
import { rateKeys } from './due';
import { emailKeys } from './emails';
import { feedKeys } from './feeds';
import { consentKeys } from './consent';
import { inboxKeys } from './inboxes';
import { userKeys } from './users';
import { webhookKeys } from './webhooks';
import { workspaceKeys } from './workspaces';

/**
 * All keys of the table. The comment of each key is the question that its records answer. docs/table.md describes all
 * keys.
 */
export const keys = {
  ...workspaceKeys,
  ...credentialKeys,
  ...userKeys,
  ...domainKeys,
  ...emailKeys,
  ...conversationKeys,
  ...inboxKeys,
  ...templateAndTopicKeys,
  ...consentKeys,
  ...contactKeys,
  ...automationKeys,
  ...campaignKeys,
  ...webhookKeys,
  ...feedKeys,
  ...rateKeys,
};

export { shards, timePosition, type Key } from './key';
export { pausedEntriesKey, schedulePartitions } from './automations';
export { recipientPartitions } from './campaigns';
export { contactPartitions, memberPartitions } from './contacts';
export { awaitingReplyKey, labelPartitions, threadsKey, threadsKeys } from './conversations';
export { domainCheckKeys, dueKey, dueKeys, type DueLane } from './due';
export { logPartitions, statusKey } from './emails';
export { suppressionsKey } from './consent';
export { feedSortKeyPrefix } from './feeds';
export { deliveryPartitions, parkedDeliveriesKey } from './webhooks';
export { belongsToWorkspace } from './workspaces';
