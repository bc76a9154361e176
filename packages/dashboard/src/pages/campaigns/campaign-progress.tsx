import type { Broadcast } from '@carrier-nest/sdk';
import { Table } from '../../parts/table';
import { Total } from '../../parts/total';
import { formatCount, formatPercent } from '../../parts/format';

type Progress = NonNullable<Broadcast['progress']>;

/** The progress of the campaign and of each variant. */
export function CampaignProgress({ campaign, progress }: { campaign: Broadcast; progress: Progress }) {
  const { pending, sent, failed, skipped } = progress;
  const done = sent + failed + skipped;
  const total = done + pending;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <div className="progress">
        <progress
          aria-labelledby="progress"
          value={done}
          max={Math.max(total, 1)}
          data-status={campaign.status}
        />
        <p role="status">
          {total > 0
            ? `${formatCount(done)} of ${formatCount(total)} recipients processed (${formatPercent(Math.floor((done / total) * 100) / 100)})`
            : 'The list of recipients is being created.'}
        </p>
      </div>
      <ul className="totals">
        <Total label="Sent" value={sent} />
        <Total label="Pending" value={pending} />
        <Total label="Rejected by SES" value={failed} />
        <Total label="Skipped" value={skipped} hint="Suppressed, opted out or undeliverable" />
      </ul>
      {progress.by_variant && <VariantProgress rows={progress.by_variant} />}
    </section>
  );
}

const columns = [
  { label: 'Variant' },
  { label: 'Sent', isNumber: true },
  { label: 'Pending', isNumber: true },
  { label: 'Rejected', isNumber: true, isMinor: true },
  { label: 'Skipped', isNumber: true, isMinor: true },
] as const;

function VariantProgress({ rows }: { rows: NonNullable<Progress['by_variant']> }) {
  return (
    <Table caption="Progress by variant" columns={columns}>
      {rows.map(({ key, sent, pending, failed, skipped }) => (
        <tr key={key ?? ''}>
          <th scope="row">{key ?? 'Waiting for the winner'}</th>
          <td className="number">{formatCount(sent)}</td>
          <td className="number">{formatCount(pending)}</td>
          <td className="number minor">{formatCount(failed)}</td>
          <td className="number minor">{formatCount(skipped)}</td>
        </tr>
      ))}
    </Table>
  );
}
