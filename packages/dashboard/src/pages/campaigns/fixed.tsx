import type { Broadcast } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { hrefWith } from '../../parts/filters';
import { WhomAndFrom } from './whom-and-from';

/** What was decided when the draft was made. */
export function Fixed({ campaign }: { campaign: Broadcast }) {
  return (
    <fieldset>
      <legend>To whom, and from which domain</legend>
      <WhomAndFrom campaign={campaign} />
      <small>
        This stays as it is.{' '}
        <Link href={hrefWith('/campaigns/new', { from: campaign.id })}>Duplicate it</Link> to choose anew.
      </small>
    </fieldset>
  );
}
