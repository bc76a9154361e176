import type { ContentRecord } from '../../../db/records/content';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys/index';
import { retryOnConflict } from '../../../db/retry-on-conflict';
import { getItem, putItem } from '../../../db/table';
import { updateWrite, putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { deriveIdAt, toIso, now, timeOfId } from '../../../core/time';
import { contentObjectKey, prepareContent } from '../../platform/content-store';
import { truncateReferences } from '../../send/threading/parent';
import { threadChangesForInbound } from '../threads/inbound-thread-changes';
import type { Thread } from '../../../db/records/threads';
import { messageIdKey, providerIdOf } from './message-id';

import {
  referencedMessageIds,
  assignInboundThread,
  type InboundThreadAssignment,
} from './assign-inbound-thread';
import type { ParsedInboundMail } from './parse-inbound-mail';
import type { Receipt } from './receipt';
import type { InboundContent, InboundMessage, MessageIdRecord } from '../../../db/records/inbound';
import type { Changes } from '../../../db/update';

interface StoreResult {
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
  mail: ParsedInboundMail,
  { isShared }: { isShared: boolean },
): Promise<StoreResult> {
  const id = deriveIdAt(Date.parse(receipt.receivedAt), `${receipt.receiptId} ${workspaceId}`);
  // A mail and its answers that arrive at one moment look for each other: the place is looked up anew.
  return retryOnConflict(
    async () => {
      const existing = await getItem(keys.inboundMessage(workspaceId, id));
      if (existing) return { message: existing, isNew: false };
      const threadAssignment = await assignInboundThread(workspaceId, {
        ...mail.messageFields,
        inReplyTo: mail.inReplyTo,
      });
      const message = {
        ...newMessage({ id, workspaceId }, receipt, mail, threadAssignment),
        ...(isShared && ({ isRawShared: true } as const)),
      };
      return (await writeMessage(message, threadAssignment, mail)) ? { message, isNew: true } : undefined;
    },
    () => new Error('Others of its conversation came between at each attempt'),
  );
}

/** False when it is recorded already, or when a mail of the same conversation was recorded meanwhile. */
async function writeMessage(
  message: InboundMessage,
  threadAssignment: InboundThreadAssignment,
  mail: ParsedInboundMail,
): Promise<boolean> {
  const { workspaceId, threadId, id } = message;
  await storeContent(message, mail.content);
  const thread = await getItem(keys.thread(workspaceId, threadId));
  const setChanges = {
    newParticipants: findNewParticipants(thread, mail.participants),
    outdatedReplies: findOutdatedReplies(thread, message),
  };
  for (const { changes, condition } of threadChangesForInbound(message, setChanges)) {
    const isRecorded = await writeTransaction([
      putWrite({ ...keys.inboundMessage(workspaceId, id), ...message }, ifAbsent),
      putWrite(keys.threadInbound(workspaceId, threadId, id)),
      updateWrite(keys.thread(workspaceId, threadId), changes, condition),
      ...messageIdWrites(message, threadAssignment, mail),
    ]);
    if (isRecorded) return true;
  }
  return false;
}

function newMessage(
  { id, workspaceId }: Pick<InboundMessage, 'id' | 'workspaceId'>,
  { receivedAt: arrivedAt, objectKey: rawKey, verdicts }: Receipt,
  { messageFields, inReplyTo }: ParsedInboundMail,
  threadAssignment: InboundThreadAssignment,
): InboundMessage {
  return {
    ...messageFields,
    id,
    workspaceId,
    threadId: threadAssignment.threadId,
    verdicts,
    references: referencesChain(messageFields.references, inReplyTo),
    arrivedAt,
    recordedAt: toIso(now()),
    rawKey,
  };
}

/** What an answer to it refers to: the chain as it is, or, where the sender keeps none, what the mail answers. */
const referencesChain = (references: readonly string[], inReplyTo: readonly string[]): readonly string[] =>
  truncateReferences(references.length > 0 || inReplyTo.length !== 1 ? references : inReplyTo);

async function storeContent({ workspaceId, id }: InboundMessage, content: InboundContent): Promise<void> {
  const objectKey = contentObjectKey('inbound', workspaceId, id);
  const preparedContent = prepareContent(keys.inboundContent(workspaceId, id), objectKey, content);
  await preparedContent.stored;
  await putItem<ContentRecord>(preparedContent.record);
}

/** Hostile mail can name thousands, and each write of the thread pays for them all: it takes no more than these. */
const [participantsMax, participantBytesMax] = [500, 16_000];

function findNewParticipants(thread: Thread | undefined, mailParticipants: ReadonlySet<string>): Set<string> {
  const knownParticipants = new Set(thread?.participants);
  let bytes = Buffer.byteLength([...knownParticipants].join());
  const candidates = [...mailParticipants].filter((address) => !knownParticipants.has(address));
  const fitting = candidates.filter((address) => {
    bytes += Buffer.byteLength(address);
    return bytes <= participantBytesMax;
  });
  return new Set(fitting.slice(0, Math.max(0, participantsMax - knownParticipants.size)));
}

const findOutdatedReplies = (thread: Thread | undefined, { arrivedAt }: InboundMessage): Set<string> =>
  new Set([...(thread?.pendingReplies ?? [])].filter((id) => timeOfId(id) <= Date.parse(arrivedAt)));

/** So many of what it answers are remembered where none of that is known: an earlier mail may be yet to come. */
const awaitedIdsMax = 5;

/** Under its own Message-ID the message is found by its answers, and by what it answers if that comes late. */
function messageIdWrites(
  { workspaceId, threadId, messageId }: InboundMessage,
  { isNew, isMessageIdTaken = false }: InboundThreadAssignment,
  { messageFields, inReplyTo }: ParsedInboundMail,
): TransactionWrite[] {
  const awaitedIds = referencedMessageIds({ ...messageFields, inReplyTo }).filter(
    (id) => id !== messageId && providerIdOf(id) === undefined,
  );
  // A conversation begins only where none of these was known, and that still holds.
  const condition = isNew ? ifAbsent : undefined;
  // Who came first keeps the Message-ID.
  const messageIdWrite = (
    messageId: string,
    { isAwaited }: Pick<MessageIdRecord, 'isAwaited'> = {},
  ): TransactionWrite => {
    const threadOnce = { setIfAbsent: { threadId } };
    const changes: Changes<MessageIdRecord> = isAwaited
      ? { ...threadOnce, set: { isAwaited } }
      : { ...threadOnce, remove: ['isAwaited'] };
    return updateWrite(messageIdKey(workspaceId, messageId), changes, condition);
  };
  return [
    ...(messageId && !isMessageIdTaken ? [messageIdWrite(messageId)] : []),
    ...(isNew ? awaitedIds.slice(0, awaitedIdsMax).map((id) => messageIdWrite(id, { isAwaited: true })) : []),
  ];
}
