import type { Broadcast } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { ConfirmButton } from '../../parts/confirm-button';
import { buildHref } from '../../parts/filters';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';
import { ScheduleCampaign } from './schedule-campaign';
import { hasTimedVariants, SendNow } from './send-now';

/** What its status allows. */
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
          Change
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
      confirmLabel={`Send it to ${formatCount(campaign.progress?.pending ?? 0)} more people`}
      onConfirm={() => client.resumeBroadcast(campaign.id)}
      {...updateEffects(campaign.id, 'It goes on.')}
    >
      <p>Who got it already does not get it again. If it still has to wait, it pauses again.</p>
    </ConfirmButton>
  );
}

function UnscheduleButton({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Cancel the schedule"
      title={`Cancel the schedule of ${campaign.name}?`}
      confirmLabel="Make it a draft again"
      onConfirm={() => client.updateBroadcast(campaign.id, { scheduled_at: null })}
      {...updateEffects(campaign.id, 'It is a draft again.')}
    >
      <p>It does not start, and can be changed.</p>
    </ConfirmButton>
  );
}

const deletionEffects: Partial<Record<Broadcast['status'], string>> = {
  draft: 'What was written is gone.',
  scheduled: 'It does not start, and what was written is gone.',
  paused: 'Who has not been mailed is not mailed any more.',
  testing: 'The winner goes to nobody: who has not been mailed is not mailed any more.',
};

function DeleteCampaign({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${campaign.name}?`}
      confirmLabel="Delete the campaign"
      onConfirm={() => client.deleteBroadcast(campaign.id)}
      successToast={`${campaign.name} was deleted.`}
      navigateTo="/campaigns"
      invalidateKeys={[['campaigns']]}
    >
      <p>
        {deletionEffects[campaign.status] ?? 'Its figures go with it.'} Mail that was sent stays in the log.
      </p>
    </ConfirmButton>
  );
}
