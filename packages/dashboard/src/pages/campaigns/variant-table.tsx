import type { Broadcast } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count, percent } from '../../parts/words';
import type { AbTest, Variant } from './test';

const columns = [
  { says: 'Variant' },
  { says: 'Sent', isNumber: true },
  { says: 'Opened', isNumber: true, isMinor: true },
  { says: 'Open rate', isNumber: true },
  { says: 'Clicked', isNumber: true, isMinor: true },
  { says: 'Click rate', isNumber: true },
] as const;

interface VariantTableProps {
  campaign: Broadcast;
  test: AbTest;
  variants: readonly Variant[];
}

/** What each variant says, and what came of it. Rates are of what was delivered. */
export function VariantTable({ campaign, test, variants }: VariantTableProps) {
  return (
    <Table caption="Variants" columns={columns}>
      {variants.map((variant) => {
        const result = test.results.find(({ key }) => key === variant.key);
        return (
          <tr key={variant.key}>
            <Named campaign={campaign} variant={variant} isWinner={variant.key === test.winner} />
            <td className="number">{result ? count(result.sent) : '–'}</td>
            <td className="number minor">{result ? count(result.unique_opens) : '–'}</td>
            <td className="number">{result ? percent(result.open_rate) : '–'}</td>
            <td className="number minor">{result ? count(result.unique_clicks) : '–'}</td>
            <td className="number">{result ? percent(result.click_rate) : '–'}</td>
          </tr>
        );
      })}
    </Table>
  );
}

interface NamedProps {
  campaign: Broadcast;
  variant: Variant;
  isWinner: boolean;
}

function Named({ campaign, variant: { key, subject, from_name, send_at }, isWinner }: NamedProps) {
  return (
    <th scope="row">
      {key} {isWinner && <Status of="ok" says="Winner" />}
      <small>{subject ?? campaign.subject}</small>
      {from_name && <small>From {from_name}</small>}
      {send_at && (
        <small>
          At <Time at={send_at} />
        </small>
      )}
    </th>
  );
}
