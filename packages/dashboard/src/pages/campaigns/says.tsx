import type { Broadcast } from '@carrier-nest/sdk';
import { Rendered } from '../templates/rendered';
import { TryIt } from '../templates/try-it';
import { forKim } from './sample';

/** What everybody gets. */
export function Says({ campaign }: { campaign: Broadcast }) {
  const copy = forKim(campaign);
  return (
    <section aria-labelledby="says">
      <h2 id="says">What it says</h2>
      <Rendered of={{ ...copy, text: null }} />
      {campaign.status === 'draft' && (
        <TryIt
          risk="marketing"
          mailOf={(from, to) => ({
            from,
            to,
            ...copy,
            subject: `[Test] ${copy.subject}`,
            risk_class: 'marketing',
          })}
        />
      )}
    </section>
  );
}
