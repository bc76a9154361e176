import type { Broadcast } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount, formatPercent } from '../../parts/format';
import type { TestResult, Variant } from './ab-test';

const columns = [
  { label: 'Variant' },
  { label: 'Sent', isNumber: true },
  { label: 'Opened', isNumber: true, isMinor: true },
  { label: 'Open rate', isNumber: true },
  { label: 'Clicked', isNumber: true, isMinor: true },
  { label: 'Click rate', isNumber: true },
] as const;

interface VariantTableProps {
  campaign: Broadcast;
  variants: readonly Variant[];
  results: readonly TestResult[];
  /** The figures after the decision, which `results` do not include. */
  rollout?: TestResult | undefined;
}

/** The variants with their results. Rates are relative to delivered emails. */
export function VariantTable({ campaign, variants, results, rollout }: VariantTableProps) {
  return (
    <Table caption="Variants" columns={columns}>
      {variants.map((variant) => (
        <tr key={variant.key}>
          <VariantCell
            campaign={campaign}
            variant={variant}
            isWinner={variant.key === campaign.ab_test?.winner}
          />
          <ResultCells result={results.find(({ key }) => key === variant.key)} />
        </tr>
      ))}
      {rollout && (
        <tr>
          <th scope="row">
            Rollout
            <small>{rollout.key} to the remaining recipients</small>
          </th>
          <ResultCells result={rollout} />
        </tr>
      )}
    </Table>
  );
}

const ResultCells = ({ result }: { result: TestResult | undefined }) => (
  <>
    <td className="number">{result ? formatCount(result.sent) : '–'}</td>
    <td className="number minor">{result ? formatCount(result.unique_opens) : '–'}</td>
    <td className="number">{result ? formatPercent(result.open_rate) : '–'}</td>
    <td className="number minor">{result ? formatCount(result.unique_clicks) : '–'}</td>
    <td className="number">{result ? formatPercent(result.click_rate) : '–'}</td>
  </>
);

interface VariantCellProps {
  campaign: Broadcast;
  variant: Variant;
  isWinner: boolean;
}

function VariantCell({
  campaign,
  variant: { key, subject, from_name, send_at },
  isWinner,
}: VariantCellProps) {
  return (
    <th scope="row">
      {key} {isWinner && <Status status="ok" label="Winner" />}
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
