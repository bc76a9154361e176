import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { isHeldBy, leaseAttributes, requestLeaseMs, takeLease } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { ApiError, invalidState } from '../../../core/errors';
import { now } from '../../../core/time';
import { checkAgain, refuseNow, type Rechecked } from '../policy/again';
import { claimEmail, endAttempt, mayBeLeaving } from '../deliver/claim';
import { countStored } from '../deliver/count-stored';
import { depart } from '../deliver/depart';
import { providerError } from '../deliver/origins';
import type { Domain } from '../../../db/records/domains';
import { dueAtTime } from '../../platform/scheduler/due-at';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import { findMessage } from '../emails/content';
import { findEmail } from '../emails/find';
import type { Message } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { concludeAlone, concludeWith, type Fate } from './conclude';
import type { Approval, Decided, Decider } from '../../../db/records/approvals';

/** One release of one draft: nobody else releases it at the same time. */
interface Release {
  approval: Approval;
  decider: Decider;
  leaseOwner: string | undefined;
}

/**
 * Releases a draft: it is sent now, or scheduled when its time has not come. The approval is decided only when that
 * worked; a refusal leaves it pending, with the reason.
 */
export async function releaseDraft(approval: Approval, email: Email, decider: Decider): Promise<Decided> {
  if (email.status !== 'queued' && !hasLeft(email))
    throw invalidState(`The message is ${email.status}: it is no longer a held draft`);
  if (mayBeLeaving(email)) throw releaseInProgress();
  const release = await beginRelease(approval, decider);
  try {
    // Somebody may have unsubscribed, or the mail may have left, before this release had the draft for itself.
    return await goOn(release, (await findEmail(email.workspaceId, email.id)) ?? email);
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

async function beginRelease(approval: Approval, decider: Decider): Promise<Release> {
  const key = keys.approval(approval.workspaceId, approval.id);
  const leased = await takeLease<Approval>(key, requestLeaseMs, { condition: is('status', 'pending') });
  if (!leased) throw releaseInProgress();
  return { approval, decider, leaseOwner: leased.leaseOwner };
}

async function goOn(release: Release, email: Email): Promise<Decided> {
  if (hasLeft(email)) return concludeSent(release);
  if (mayBeLeaving(email)) throw releaseInProgress();
  const asked = await readDraft(email);
  const again = await checkAgain(email, asked);
  if (again.message.to.length === 0) return skip(release, email, { asked, reason: again.reason });
  const domain = refuseNow(again);
  if (email.scheduledAt !== null && Date.parse(email.scheduledAt) > now())
    return schedule(release, email, email.scheduledAt);
  return sendDraft(release, email, { again, domain });
}

async function readDraft(email: Email): Promise<Message> {
  const message = await findMessage(email);
  if (!message) throw new Error('A held draft has lost what it says');
  return message;
}

/** Nobody of `to` is left. */
async function skip(
  release: Release,
  email: Email,
  { asked, reason }: { asked: Message; reason: string },
): Promise<Decided> {
  const to = asked.to.map(({ address }) => address);
  await conclude(release, email, { to: 'rejected', set: { to, skippedBecause: reason } });
  return { ...approved(release), status: 'rejected', skippedBecause: reason };
}

/** An approval does not bring a scheduled email forward. */
async function schedule(release: Release, email: Email, scheduledAt: string): Promise<Decided> {
  const dueAt = Date.parse(scheduledAt);
  await conclude(release, email, { to: 'scheduled', set: dueAtTime(email.id, 'sendEmail', dueAt) });
  await setAlarm(dueAt);
  return { ...approved(release), status: 'scheduled', scheduledAt };
}

async function conclude(release: Release, email: Email, fate: Fate): Promise<void> {
  if (!(await concludeWith(release.approval, conclusionOf(release), email, fate))) throw releaseInProgress();
}

async function concludeSent(release: Release): Promise<Decided> {
  if (!(await concludeAlone(release.approval, conclusionOf(release)))) throw releaseInProgress();
  return { ...approved(release), status: 'sent' };
}

const conclusionOf = ({ decider, leaseOwner }: Release) =>
  ({ status: 'approved', ...decider, leaseOwner }) as const;

const approved = ({ approval, decider }: Release) =>
  ({ approval, decision: 'approve', decidedBy: decider.decidedBy }) as const;

async function sendDraft(
  release: Release,
  email: Email,
  { again: { message, reads }, domain }: { again: Rechecked; domain: Domain },
): Promise<Decided> {
  const claimed = await claimDraft(email);
  const count = (leaving: Email) => countStored(leaving, reads.workspace);
  const departed = await depart('release', { email: claimed, message, domain, surroundings: reads, count });
  if (departed === 'sent') return concludeSent(release);
  if (departed === 'not ours') throw releaseInProgress();
  throw providerError('release', departed, email.id);
}

/** From here on the mail may leave: should this attempt die, nobody tries again before that is known. */
async function claimDraft(email: Email): Promise<Email> {
  const claimed = await claimEmail(email, 'queued');
  if (!claimed) throw releaseInProgress();
  if (claimed.withdrawn?.size === email.withdrawn?.size) return claimed;
  // Somebody unsubscribed since it was checked who may get it: another approval checks again.
  await endAttempt(claimed);
  throw releaseInProgress();
}

/** What the person who decides will read; the lease ends, so that a retry need not wait for it. */
async function noteFailure({ approval, leaseOwner }: Release, error: unknown): Promise<void> {
  const lastError = error instanceof ApiError ? error.message : 'Something went wrong here: try again';
  await updateItem(
    keys.approval(approval.workspaceId, approval.id),
    { set: { lastError }, remove: leaseAttributes },
    isHeldBy(leaseOwner ?? ''),
  );
}
