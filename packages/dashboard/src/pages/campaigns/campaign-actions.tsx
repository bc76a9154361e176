import type { Broadcast } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { ConfirmButton } from '../../parts/confirm-button';
import { buildHref } from '../../parts/filters';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';
import { ScheduleCampaign } from './schedule-campaign';
import { hasTimedVariants, SendNow } from './send-now';

/** The actions that the status allows. */
export function CampaignActions({ campaign }: { campaign: Broadcast }) {
  const { id, status } = campaign;
  const isUnsent = status === 'draft' || status === 'scheduled';
  return (
    <>
      {status === 'paused' && <ResumeButton campaign={campaign} />}
      {isUnsent && <SendNow campaign={campaign} />}
      {isUnsent && !hasTimedVariants(campaign) && <ScheduleCampaign campaign={campaign} />}
      {status === 'scheduled' && <UnscheduleButton campaign={campaign} />}
      {status === 'draft' && (
        <Link href={`/campaigns/${id}/edit`} className="button">
          Edit
        </Link>
      )}
      <Link href={buildHref('/campaigns/new', { from: id })} className="button">
        Duplicate
      </Link>
      {status !== 'sending' && <DeleteCampaign campaign={campaign} />}
    </>
  );
}

function ResumeButton({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Resume"
      isPrimary
      title={`Resume ${campaign.name}?`}
      confirmLabel={`Send to ${formatCount(campaign.progress?.pending ?? 0)} more recipients`}
      onConfirm={() => client.resumeBroadcast(campaign.id)}
      {...updateEffects(campaign.id, 'The campaign was resumed.')}
    >
      <p>
        Recipients who already have the email do not get it again. If the cause of the pause persists, the
        campaign pauses again.
      </p>
    </ConfirmButton>
  );
}

function UnscheduleButton({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Cancel schedule"
      title={`Cancel the schedule of ${campaign.name}?`}
      confirmLabel="Return to draft"
      onConfirm={() => client.updateBroadcast(campaign.id, { scheduled_at: null })}
      {...updateEffects(campaign.id, 'The campaign is a draft again.')}
    >
      <p>The campaign does not start, and you can edit it.</p>
    </ConfirmButton>
  );
}

const deletionEffects: Partial<Record<Broadcast['status'], string>> = {
  draft: 'The draft is lost.',
  scheduled: 'The campaign does not start, and its content is lost.',
  paused: 'The campaign stops, and the remaining recipients do not get the email.',
  testing: 'The test ends without a winner, and the remaining recipients do not get the email.',
};

function DeleteCampaign({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${campaign.name}?`}
      confirmLabel="Delete campaign"
      onConfirm={() => client.deleteBroadcast(campaign.id)}
      successToast={`${campaign.name} was deleted.`}
      navigateTo="/campaigns"
      invalidateKeys={[['campaigns']]}
    >
      <p>
        {deletionEffects[campaign.status] ?? 'Its statistics are also deleted.'} Sent emails stay in the log.
      </p>
    </ConfirmButton>
  );
}
