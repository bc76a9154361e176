import type { Broadcast } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { AudienceAndSender } from './audience-and-sender';

/** The recipients and the domain, which are fixed when the draft is created. */
export function FixedFields({ campaign }: { campaign: Broadcast }) {
  return (
    <fieldset>
      <legend>Recipients and domain</legend>
      <AudienceAndSender campaign={campaign} />
      <small>
        The recipients and the domain cannot be changed. To choose others,{' '}
        <Link href={buildHref('/campaigns/new', { from: campaign.id })}>duplicate the campaign</Link>.
      </small>
    </fieldset>
  );
}
