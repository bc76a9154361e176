import type { Broadcast } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { formatPeople } from '../../parts/format';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';
import { useRecipientPreview } from './recipient-preview';

/** Its variants have times of their own, so it is due at the first of them. */
export const hasTimedVariants = ({ variants }: Broadcast): boolean =>
  variants?.some(({ send_at }) => send_at !== null) ?? false;

const findFirstSendTime = ({ variants }: Broadcast): string | undefined =>
  variants?.flatMap(({ send_at }) => send_at ?? []).toSorted()[0];

/** Says how many it goes to, and asks. */
export function SendNow({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const { data: preview } = useRecipientPreview(campaign.id);
  if (hasTimedVariants(campaign) && campaign.status === 'scheduled') return null;
  const recipientsText = preview ? formatPeople(preview.recipient_count) : 'everybody whom it is for';
  const label = hasTimedVariants(campaign) ? 'Schedule' : 'Send now';
  return (
    <ConfirmButton
      buttonLabel={label}
      isPrimary
      // Once it has failed it is of no use any more.
      isDisabled={preview?.can_send === false}
      title={`${label === 'Schedule' ? 'Schedule it for' : 'Send it to'} ${recipientsText}?`}
      confirmLabel={
        label === 'Schedule' ? `Schedule it for ${recipientsText}` : `Send it to ${recipientsText}`
      }
      onConfirm={() => client.sendBroadcast(campaign.id)}
      {...updateEffects(campaign.id, ({ status }) =>
        status === 'scheduled' ? 'It is scheduled.' : 'It is on its way.',
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
        It starts at <Time at={firstSendAt} />, and each variant goes out at its own time.
      </p>
    );
  if (campaign.ab_test)
    return (
      <p>
        The variants go to a part of them at once, the winner to the others later. What is sent cannot be
        called back.
      </p>
    );
  return <p>It leaves at once, as fast as the mail provider takes it. What is sent cannot be called back.</p>;
}
