import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { untilWon } from '../../../db/race';
import { getItem, putItem } from '../../../db/table';
import { change, put, writeTogether, type Write } from '../../../db/transaction';
import { idAt, iso, now, timeOfId } from '../../../core/time';
import { contentKey, keepContent, type ContentRecord } from '../../platform/content-store';
import { shortChain } from '../../send/threading/parent';
import { inboundChanges } from '../threads/follow-inbound';
import type { Thread } from '../../../db/records/threads';
import { messageIdKey, providerIdOf } from './message-id';
import type { MessageIdRecord } from './named-messages';
import { namedBy, placeInbound, type InboundPlace } from './place';
import type { ReadMail } from './read-mail';
import type { Receipt } from './receipt';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';

interface Stored {
  message: InboundMessage;
  isNew: boolean;
}

/**
 * Records the message and what its conversation makes of it, together or not at all. The same receipt always is
 * the same message: it may be recorded already.
 */
export async function storeInbound(
  workspaceId: string,
  receipt: Receipt,
  mail: ReadMail,
  { isShared }: { isShared: boolean },
): Promise<Stored> {
  const id = idAt(Date.parse(receipt.receivedAt), `${receipt.receiptId} ${workspaceId}`);
  // A mail and its answers that arrive at one moment look for each other: the place is looked up anew.
  return untilWon(
    async () => {
      const standing = await getItem<InboundMessage>(keys.inboundMessage(workspaceId, id));
      if (standing) return { message: standing, isNew: false };
      const place = await placeInbound(workspaceId, { ...mail.said, inReplyTo: mail.inReplyTo });
      const message = {
        ...newMessage({ id, workspaceId }, receipt, mail, place),
        ...(isShared && ({ isRawShared: true } as const)),
      };
      return (await record(message, place, mail)) ? { message, isNew: true } : undefined;
    },
    () => new Error('Others of its conversation came between at each attempt'),
  );
}

/** False when it is recorded already, or when a mail of the same conversation was recorded meanwhile. */
async function record(message: InboundMessage, place: InboundPlace, mail: ReadMail): Promise<boolean> {
  const { workspaceId, threadId, id } = message;
  await storeContent(message, mail.content);
  const thread = await getItem<Thread>(keys.thread(workspaceId, threadId));
  const sets = {
    newParticipants: newParticipants(thread, mail.people),
    outdatedReplies: outdatedReplies(thread, message),
  };
  for (const { changes, condition } of inboundChanges(message, sets)) {
    const isRecorded = await writeTogether([
      put({ ...keys.inboundMessage(workspaceId, id), ...message }, ifAbsent),
      put(keys.threadInbound(workspaceId, threadId, id)),
      change(keys.thread(workspaceId, threadId), changes, condition),
      ...messageIdWrites(message, place, mail),
    ]);
    if (isRecorded) return true;
  }
  return false;
}

function newMessage(
  { id, workspaceId }: Pick<InboundMessage, 'id' | 'workspaceId'>,
  { receivedAt: arrivedAt, objectKey: rawKey, verdicts }: Receipt,
  { said, inReplyTo }: ReadMail,
  place: InboundPlace,
): InboundMessage {
  return {
    ...said,
    id,
    workspaceId,
    threadId: place.threadId,
    verdicts,
    references: chainOf(said.references, inReplyTo),
    arrivedAt,
    recordedAt: iso(now()),
    rawKey,
  };
}

/** What an answer to it refers to: the chain as it is, or, where the sender keeps none, what the mail answers. */
const chainOf = (references: readonly string[], inReplyTo: readonly string[]): readonly string[] =>
  shortChain(references.length > 0 || inReplyTo.length !== 1 ? references : inReplyTo);

async function storeContent({ workspaceId, id }: InboundMessage, content: InboundContent): Promise<void> {
  const objectKey = contentKey('inbound', workspaceId, id);
  const kept = keepContent(keys.inboundContent(workspaceId, id), objectKey, content);
  await kept.stored;
  await putItem<ContentRecord>(kept.record);
}

/** Hostile mail can name thousands, and each write of the thread pays for them all: it takes no more than these. */
const [participantsMax, participantBytesMax] = [500, 16_000];

function newParticipants(thread: Thread | undefined, people: ReadonlySet<string>): Set<string> {
  const all = new Set(thread?.participants);
  let bytes = Buffer.byteLength([...all].join());
  const others = [...people].filter((address) => !all.has(address));
  const fitting = others.filter((address) => {
    bytes += Buffer.byteLength(address);
    return bytes <= participantBytesMax;
  });
  return new Set(fitting.slice(0, Math.max(0, participantsMax - all.size)));
}

const outdatedReplies = (thread: Thread | undefined, { arrivedAt }: InboundMessage): Set<string> =>
  new Set([...(thread?.pendingReplies ?? [])].filter((id) => timeOfId(id) <= Date.parse(arrivedAt)));

/** So many of what it answers are remembered where none of that is known: an earlier mail may be yet to come. */
const awaitedMax = 5;

/** Under its own Message-ID the message is found by its answers, and by what it answers if that comes late. */
function messageIdWrites(
  { workspaceId, threadId, messageId }: InboundMessage,
  { isNew, isTaken = false }: InboundPlace,
  { said, inReplyTo }: ReadMail,
): Write[] {
  const awaited = namedBy({ ...said, inReplyTo }).filter(
    (id) => id !== messageId && providerIdOf(id) === undefined,
  );
  // A conversation begins only where none of these was known, and that still holds.
  const condition = isNew ? ifAbsent : undefined;
  // Who came first keeps the Message-ID.
  const remember = (messageId: string, { isAwaited }: Pick<MessageIdRecord, 'isAwaited'> = {}): Write => {
    const record = { setOnce: { threadId } };
    const changes = isAwaited ? { ...record, set: { isAwaited } } : { ...record, remove: ['isAwaited'] };
    return change(messageIdKey(workspaceId, messageId), changes, condition);
  };
  return [
    ...(messageId && !isTaken ? [remember(messageId)] : []),
    ...(isNew ? awaited.slice(0, awaitedMax).map((id) => remember(id, { isAwaited: true })) : []),
  ];
}
