import { namesOfDomains } from '../../../shared/domain/domains/find';
import { presentThreadWithMessages } from '../../../shared/domain/conversations/threads/present';
import { readTranscript } from '../../../shared/domain/conversations/threads/transcript';
import { notFound } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.getThread, async ({ workspaceId }, { params: { id = '' } }) => {
  const [transcript, ownDomains] = await Promise.all([
    readTranscript(workspaceId, id),
    namesOfDomains(workspaceId),
  ]);
  if (!transcript) throw notFound('thread');
  return ok(presentThreadWithMessages(transcript.thread, transcript.sayings, ownDomains));
});
