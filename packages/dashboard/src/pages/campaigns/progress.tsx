import type { Broadcast } from '@carrier-nest/sdk';
import { Table } from '../../parts/table';
import { count, percent } from '../../parts/words';

type Progress = NonNullable<Broadcast['progress']>;

/** How far it is: all of it, and each variant. */
export function ProgressShown({ campaign, progress }: { campaign: Broadcast; progress: Progress }) {
  const { pending, sent, failed, skipped } = progress;
  const done = sent + failed + skipped;
  const whole = done + pending;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <div className="progress">
        <progress
          aria-labelledby="progress"
          value={done}
          max={Math.max(whole, 1)}
          data-status={campaign.status}
        />
        <p role="status">
          {whole > 0
            ? `${count(done)} of ${count(whole)} had their turn, ${percent(Math.floor((done / whole) * 100) / 100)}`
            : 'The people of the audience are being written down.'}
        </p>
      </div>
      <ul className="totals">
        <Total says="Sent" value={sent} />
        <Total says="Waiting" value={pending} />
        <Total says="Refused by the provider" value={failed} />
        <Total says="Left out" value={skipped} hint="Suppressed, opted out, or cannot be reached" />
      </ul>
      {progress.by_variant && <ByVariant rows={progress.by_variant} />}
    </section>
  );
}

function Total({ says, value, hint }: { says: string; value: number; hint?: string }) {
  return (
    <li>
      <span>{says}</span>
      <strong>{count(value)}</strong>
      {hint && <small>{hint}</small>}
    </li>
  );
}

const columns = [
  { says: 'Variant' },
  { says: 'Sent', isNumber: true },
  { says: 'Waiting', isNumber: true },
  { says: 'Refused', isNumber: true, isMinor: true },
  { says: 'Left out', isNumber: true, isMinor: true },
] as const;

function ByVariant({ rows }: { rows: NonNullable<Progress['by_variant']> }) {
  return (
    <Table caption="Progress by variant" columns={columns}>
      {rows.map(({ key, sent, pending, failed, skipped }) => (
        <tr key={key ?? ''}>
          <th scope="row">{key ?? 'Waiting for the winner'}</th>
          <td className="number">{count(sent)}</td>
          <td className="number">{count(pending)}</td>
          <td className="number minor">{count(failed)}</td>
          <td className="number minor">{count(skipped)}</td>
        </tr>
      ))}
    </Table>
  );
}
