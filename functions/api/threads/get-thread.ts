import { readTranscript } from '../../../shared/domain/conversations/threads/transcript';
import { listDomainNames } from '../../../shared/domain/platform/domains/find';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentThreadWithMessages } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.getThread, async ({ workspaceId }, { params }) => {
  const [transcript, ownDomains] = await Promise.all([
    readTranscript(workspaceId, params.id),
    listDomainNames(workspaceId),
  ]);
  if (!transcript) throw notFound('thread');
  return ok(presentThreadWithMessages(transcript.thread, transcript.entries, ownDomains));
});
