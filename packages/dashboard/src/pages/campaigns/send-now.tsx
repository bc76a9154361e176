import type { Broadcast } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { formatPeople } from '../../parts/format';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';
import { useRecipientPreview } from './recipient-preview';

/** If the variants have their own send times, the campaign is due at the first of these times. */
export const hasTimedVariants = ({ variants }: Broadcast): boolean =>
  variants?.some(({ send_at }) => send_at !== null) ?? false;

const findFirstSendTime = ({ variants }: Broadcast): string | undefined =>
  variants?.flatMap(({ send_at }) => send_at ?? []).toSorted()[0];

/** Asks for confirmation with the number of recipients. */
export function SendNow({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const { data: preview } = useRecipientPreview(campaign.id);
  if (hasTimedVariants(campaign) && campaign.status === 'scheduled') return null;
  const recipientsText = preview ? formatPeople(preview.recipient_count) : 'all recipients';
  const label = hasTimedVariants(campaign) ? 'Schedule' : 'Send now';
  return (
    <ConfirmButton
      buttonLabel={label}
      isPrimary
      // A failed campaign cannot be sent again, so the button is disabled if the send would fail.
      isDisabled={preview?.can_send === false}
      title={`${label === 'Schedule' ? 'Schedule for' : 'Send to'} ${recipientsText}?`}
      confirmLabel={label === 'Schedule' ? `Schedule for ${recipientsText}` : `Send to ${recipientsText}`}
      onConfirm={() => client.sendBroadcast(campaign.id)}
      {...updateEffects(campaign.id, ({ status }) =>
        status === 'scheduled' ? 'The campaign is scheduled.' : 'The campaign is being sent.',
      )}
    >
      <SendWarning campaign={campaign} />
    </ConfirmButton>
  );
}

function SendWarning({ campaign }: { campaign: Broadcast }) {
  const firstSendAt = findFirstSendTime(campaign);
  if (firstSendAt)
    return (
      <p>
        The campaign starts at <Time at={firstSendAt} />, and each variant is sent at its own time.
      </p>
    );
  if (campaign.ab_test)
    return (
      <p>
        The variants are sent to a sample now, and the winner to the remaining recipients later. Sent emails
        cannot be recalled.
      </p>
    );
  return <p>Sending starts now, as fast as SES accepts emails. Sent emails cannot be recalled.</p>;
}
