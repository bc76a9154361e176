import { randomUUID } from 'node:crypto';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError, invalidState } from '../../errors';
import { now } from '../../time';
import { dueAtTime } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import { checkAgain, refuseNow, type Rechecked } from '../checks/again';
import { newAttempt } from '../departure/claim';
import { findContent } from '../emails/content';
import { findEmail } from '../emails/find';
import { restoredMessage, type Message } from '../emails/message';
import type { Email } from '../emails/record';
import { sendStored } from '../departure/send-stored';
import { concludeAlone, concludeWith } from './conclude';
import { mayBeLeaving } from './expire';
import { presentDecided, type Decided } from './present';
import type { Approval, Judgement } from './record';

/** Longer than any function may run. */
const leaseMs = 35_000;

/** One release of one draft: nobody else releases it at the same time. */
interface Release extends Judgement {
  approval: Approval;
  releaser: string;
}

/**
 * Releases a draft: it is sent now, or scheduled when its time has not come. The approval is decided only when that
 * worked; a refusal leaves it pending, with the reason.
 */
export async function releaseDraft(approval: Approval, email: Email, judgement: Judgement): Promise<Decided> {
  if (email.status !== 'queued' && !hasLeft(email))
    throw invalidState(`The message is ${email.status}: it is no longer a held draft`);
  if (mayBeLeaving(email)) throw releaseInProgress();
  const release: Release = { ...judgement, approval, releaser: randomUUID() };
  await takeLease(release);
  try {
    return await goOn(release, await readAgain(email));
  } catch (error) {
    await noteFailure(release, error);
    throw error;
  }
}

export const releaseInProgress = () =>
  new ApiError(
    'approval_in_progress',
    'Another request is releasing this draft, or the provider has yet to say whether it took it: ask again in a minute',
    { headers: { 'Retry-After': '60' } },
  );

/** An earlier release ended without an answer, and the provider's event said that the mail had left. */
const hasLeft = ({ status }: Email): boolean =>
  ['sent', 'delivered', 'bounced', 'complained'].includes(status);

async function concludeSent({ approval, ...release }: Release): Promise<Decided> {
  if (!(await concludeAlone(approval, { status: 'approved', ...release }))) throw releaseInProgress();
  return presentDecided(approval, { decision: 'approve', decidedBy: release.decidedBy, status: 'sent' });
}

async function takeLease({ approval, releaser }: Release): Promise<void> {
  const leased = await updateItem(keys.approval(approval.workspaceId, approval.id), {
    UpdateExpression: 'SET releaser = :releaser, releasingUntil = :until',
    ConditionExpression:
      '#status = :pending AND (attribute_not_exists(releasingUntil) OR releasingUntil <= :now)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':releaser': releaser,
      ':until': now() + leaseMs,
      ':pending': 'pending',
      ':now': now(),
    },
  });
  if (!leased) throw releaseInProgress();
}

/** Somebody may have unsubscribed, or the mail may have left, before this release had the draft for itself. */
async function readAgain(email: Email): Promise<Email> {
  return (await findEmail(email.workspaceId, email.id)) ?? email;
}

async function goOn(release: Release, email: Email): Promise<Decided> {
  if (hasLeft(email)) return concludeSent(release);
  if (mayBeLeaving(email)) throw releaseInProgress();
  const asked = await readDraft(email);
  const again = await checkAgain(email, asked);
  if (again.message.to.length === 0) return skip(release, email, { asked, reason: again.reason });
  const domain = refuseNow(again);
  if (email.scheduledAt !== null && Date.parse(email.scheduledAt) > now()) return schedule(release, email);
  return sendDraft(release, email, { again, domain });
}

async function readDraft({ workspaceId, id }: Email): Promise<Message> {
  const content = await findContent(workspaceId, id);
  if (!content?.message) throw new Error('A held draft has lost what it says');
  return restoredMessage(content.message);
}

async function skip(
  { approval, releaser, ...judgement }: Release,
  email: Email,
  { asked, reason }: { asked: Message; reason: string },
): Promise<Decided> {
  const to = asked.to.map(({ address }) => address);
  await conclude({ approval, releaser, ...judgement }, email, {
    to: 'rejected',
    set: { to, skippedBecause: reason },
  });
  return presentDecided(approval, {
    decision: 'approve',
    decidedBy: judgement.decidedBy,
    status: 'rejected',
    skippedBecause: reason,
  });
}

/** An approval does not bring a scheduled email forward. */
async function schedule(release: Release, email: Email): Promise<Decided> {
  const { scheduledAt } = email;
  const dueAt = Date.parse(scheduledAt ?? '');
  await conclude(release, email, {
    to: 'scheduled',
    set: dueAtTime(email.id, 'sendEmail', dueAt),
  });
  await setAlarm(dueAt);
  return presentDecided(release.approval, {
    decision: 'approve',
    decidedBy: release.decidedBy,
    status: 'scheduled',
    scheduledAt,
  });
}

async function conclude(
  { approval, ...release }: Release,
  email: Email,
  fate: Parameters<typeof concludeWith>[3],
): Promise<void> {
  const isDone = await concludeWith(approval, { status: 'approved', ...release }, email, fate);
  if (!isDone) throw releaseInProgress();
}

async function sendDraft(
  release: Release,
  email: Email,
  { again, domain }: { again: Rechecked; domain: ReturnType<typeof refuseNow> },
): Promise<Decided> {
  const claimed = { ...email, ...newAttempt() };
  await markAttempt(email, claimed);
  const notTaken = await sendStored(claimed, again, domain).catch(async (error: unknown) => {
    await markHeld(claimed);
    throw error;
  });
  if (!notTaken) return concludeSent(release);
  if (notTaken.kind !== 'unknown') await markHeld(claimed);
  throw new ApiError('provider_error', notReleased[notTaken.kind], {
    outcomeUnknown: notTaken.kind === 'unknown',
    ...(notTaken.kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
}

const notReleased = {
  throttled: 'The provider is throttling. The draft stays held: approve it again after a pause.',
  refused: 'The provider refused this mail. The draft stays held: approve it again, or reject it.',
  unknown:
    'The provider did not answer, so the mail may have left. Within ten minutes that is known: approve it again then.',
};

/** From here on the mail may leave: should this attempt die, nobody tries again before that is known. */
async function markAttempt({ withdrawn, ...email }: Email, { owner, attemptedAt }: Email): Promise<void> {
  const marked = await updateItem<Email>(keys.email(email.workspaceId, email.id), {
    UpdateExpression: 'SET #owner = :owner, attemptedAt = :at',
    ConditionExpression: '#status = :queued',
    ExpressionAttributeNames: { '#owner': 'owner', '#status': 'status' },
    ExpressionAttributeValues: { ':owner': owner, ':at': attemptedAt, ':queued': 'queued' },
  });
  if (!marked) throw releaseInProgress();
  if (marked.withdrawn?.size === withdrawn?.size) return;
  // Somebody unsubscribed since it was checked who may get it: another approval checks again.
  await markHeld(marked);
  throw releaseInProgress();
}

/** It has not left: a held draft again, for a later decision. */
async function markHeld({ workspaceId, id, owner }: Email): Promise<void> {
  await updateItem<Email>(keys.email(workspaceId, id), {
    UpdateExpression: 'REMOVE #owner, attemptedAt',
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner },
  });
}

/** What the person who decides will read; the lease ends, so that a retry need not wait for it. */
async function noteFailure({ approval, releaser }: Release, error: unknown): Promise<void> {
  await updateItem(keys.approval(approval.workspaceId, approval.id), {
    UpdateExpression: 'SET lastError = :error REMOVE releaser, releasingUntil',
    ConditionExpression: 'releaser = :releaser',
    ExpressionAttributeValues: {
      ':error': error instanceof ApiError ? error.message : 'Something went wrong here: try again',
      ':releaser': releaser,
    },
  });
}
