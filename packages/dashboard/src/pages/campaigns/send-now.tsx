import type { Broadcast } from '@carrier-nest/sdk';
import { Confirmed } from '../../parts/confirmed';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { useMoved } from './moved';
import { people, usePreview } from './preview';

/** Its variants have times of their own, so it is due at the first of them. */
export const isTimed = ({ variants }: Broadcast): boolean =>
  variants?.some(({ send_at }) => send_at !== null) ?? false;

const firstTimeOf = ({ variants }: Broadcast): string | undefined =>
  variants?.flatMap(({ send_at }) => send_at ?? []).toSorted()[0];

/** Says how many it goes to, and asks. */
export function SendNow({ campaign }: { campaign: Broadcast }) {
  const client = useClient();
  const moved = useMoved();
  const { data: preview } = usePreview(campaign.id);
  if (isTimed(campaign) && campaign.status === 'scheduled') return null;
  const whom = preview ? people(preview.recipient_count) : 'everybody whom it is for';
  const says = isTimed(campaign) ? 'Schedule' : 'Send now';
  return (
    <Confirmed
      says={says}
      isPrimary
      // Once it has failed it is of no use any more.
      isDisabled={preview?.can_send === false}
      title={`${says === 'Schedule' ? 'Schedule it for' : 'Send it to'} ${whom}?`}
      action={says === 'Schedule' ? `Schedule it for ${whom}` : `Send it to ${whom}`}
      does={() => client.sendBroadcast(campaign.id)}
      onDone={(sent) => moved(sent, sent.status === 'scheduled' ? 'It is scheduled.' : 'It is on its way.')}
    >
      <Warning campaign={campaign} />
    </Confirmed>
  );
}

function Warning({ campaign }: { campaign: Broadcast }) {
  const first = firstTimeOf(campaign);
  if (first)
    return (
      <p>
        It starts at <Time at={first} />, and each variant goes out at its own time.
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
