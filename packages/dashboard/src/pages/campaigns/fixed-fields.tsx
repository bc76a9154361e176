import type { Broadcast } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { AudienceAndSender } from './audience-and-sender';

/** What was decided when the draft was made. */
export function FixedFields({ campaign }: { campaign: Broadcast }) {
  return (
    <fieldset>
      <legend>To whom, and from which domain</legend>
      <AudienceAndSender campaign={campaign} />
      <small>
        This stays as it is.{' '}
        <Link href={buildHref('/campaigns/new', { from: campaign.id })}>Duplicate it</Link> to choose anew.
      </small>
    </fieldset>
  );
}
