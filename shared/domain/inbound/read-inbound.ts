import { keys } from '../../db/keys';
import { getItems } from '../../db/table';
import { readContent, type ContentRecord } from '../contents/keep';
import type { InboundContent, InboundMessage } from './record';

export interface InboundAndContent {
  message: InboundMessage;
  content: InboundContent;
}

const nothing: InboundContent = { text: '', rawText: null, html: null };

/** The received messages with these ids and what they say; those that are gone are left out. `isFull`: without what they say. */
export async function readInbound(
  workspaceId: string,
  ids: readonly string[],
  { isFull = false } = {},
): Promise<InboundAndContent[]> {
  const [messages, contents] = await Promise.all([
    getItems<InboundMessage>(ids.map((id) => keys.inboundMessage(workspaceId, id))),
    isFull ? [] : getItems<ContentRecord>(ids.map((id) => keys.inboundContent(workspaceId, id))),
  ]);
  const contentOf = new Map(contents.map((content) => [content.pk, content]));
  return Promise.all(
    messages.map(async (message) => {
      const content = contentOf.get(message.pk);
      return { message, content: content ? await readContent<InboundContent>(content) : nothing };
    }),
  );
}
