import { AdaptiveConcurrency } from '../../../../async/adaptive-concurrency';
import { ApiError } from '../../../../core/errors';
import { logger } from '../../../../core/logger';
import type { Campaign } from '../../../../db/records/campaigns';
import type { Email } from '../../../../db/records/emails';
import { claimBatchEmail, claimEmail } from '../../../send/deliver/claim';
import { composeMail } from '../../../send/deliver/compose';
import { failureActions, recordResult } from '../../../send/deliver/record-result';
import { noRefund } from '../../../send/deliver/refundable-charge';
import { submitToSes } from '../../../send/deliver/submit-to-ses';
import { composeCampaignMessage, newCampaignEmail } from './campaign-mail';
import type { SliceContext } from './slice-context';
import type { SliceRecipient } from './slice-recipients';
import type { StopReason } from './stop-campaign';

/** What the emails of a campaign have in common. */
export interface CampaignSend {
  campaign: Campaign;
  context: SliceContext;
}

/** The maximum number of concurrent submissions to SES. */
export const submissionsMax = 20;

/**
 * The current number of concurrent submissions. If SES is slow, the campaign is slow too, instead of waiting for many
 * answers at once. The worker keeps the number for its next slice.
 */
export const submissions = new AdaptiveConcurrency(submissionsMax);

/** Campaigns wait longer for SES than requests do, because an unknown outcome is only known after ten minutes. */
const submitTimeoutMs = 30_000;

/**
 * The outcome of one attempt. `claimed-elsewhere`: another worker claimed the recipient, so this worker does not know
 * the result. `rejected`: the email could not be composed, or SES refused the email. A rejected email stays queued.
 * `stop`: the campaign stops.
 */
export type RecipientOutcome =
  | { kind: 'sent' | 'claimed-elsewhere' | 'unanswered' }
  | { kind: 'rejected'; email: Email | undefined }
  | { kind: 'stop'; reason: StopReason };

/** Composes, claims, submits and records the email to one recipient. */
export async function mailRecipient(
  send: CampaignSend,
  recipient: SliceRecipient,
): Promise<RecipientOutcome> {
  const { campaign, context } = send;
  const composed = await composeForRecipient(send, recipient);
  if (!composed) return { kind: 'rejected', email: undefined };
  const { message, raw } = composed;
  const email = await claimRecipient(
    recipient,
    newCampaignEmail(campaign, recipient.messageId, message, recipient.variant),
  );
  if (!email) return { kind: 'claimed-elsewhere' };

  const result = await submissions.measure(
    () => submitToSes({ email, message, domain: context.domain, raw }, { timeoutMs: submitTimeoutMs }),
    ({ kind }) => kind !== 'unknown',
  );

  // The charge covers the whole slice and is reconciled for the whole slice.
  await recordResult({ email }, result, { refund: noRefund, onFailure: failureActions.campaign });
  switch (result.kind) {
    case 'accepted':
      return { kind: 'sent' };
    case 'refused':
      return { kind: 'rejected', email };
    case 'throttled':
      return { kind: 'stop', reason: { pauseReason: 'throttled' } };
    case 'unavailable':
      return { kind: 'stop', reason: { pauseReason: 'interrupted' } };
    case 'unknown':
      return { kind: 'unanswered' };
  }
}

/** Returns undefined if the message cannot be composed for this recipient. */
async function composeForRecipient({ campaign, context }: CampaignSend, recipient: SliceRecipient) {
  const { workspace, topic, domain } = context;
  try {
    const message = composeCampaignMessage(campaign, context, recipient);
    const { raw } = await composeMail(message, {
      workspace,
      topic,
      domain,
      parent: undefined,
      isCampaign: true,
    });
    return { message, raw };
  } catch (error) {
    const logFields = { campaignId: campaign.id, messageId: recipient.messageId };
    if (error instanceof ApiError)
      logger.info('campaign email not composed', { ...logFields, type: error.type });
    else logger.error('campaign email not composed', { ...logFields, error });
    return undefined;
  }
}

/** Claims the recipient's email for a new attempt. Returns undefined if another attempt has claimed it. */
async function claimRecipient({ email: previous }: SliceRecipient, email: Email): Promise<Email | undefined> {
  if (previous) return claimEmail(previous, 'queued', { subject: email.subject });
  const claimed = await claimBatchEmail(email);
  return 'claimed' in claimed ? claimed.claimed : undefined;
}
