import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import type { Engagement } from '../../../db/records/engagement';

/** Finds all reported opens and clicks of an email, oldest first. */
export function findEngagement(workspaceId: string, messageId: string): Promise<Engagement[]> {
  const { pk } = keys.engagement(workspaceId, messageId, '', '');
  return queryAll<Engagement>(partitionQuery(pk, { beginsWith: 'ENGAGEMENT#' }));
}
