import { readTranscript } from '../../../shared/domain/conversations/threads/transcript';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { loadThreadContext } from './load-thread-context';
import { presentThreadWithMessages } from './present';
import { threadRoutes } from './routes';

export const handler = endpoint(threadRoutes.getThread, async (ctx, { params }) => {
  const [transcript, context] = await Promise.all([
    readTranscript(ctx, params.id),
    loadThreadContext(ctx.workspaceId),
  ]);
  if (!transcript) throw notFound('thread');
  return ok(presentThreadWithMessages(transcript.thread, transcript.entries, context));
});
