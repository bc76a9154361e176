import { formatCount } from './format';

/** One number of a `totals` list. */
export function Total({ label, value, hint }: { label: string; value: number; hint?: string }) {
  return (
    <li>
      <span>{label}</span>
      <strong>{formatCount(value)}</strong>
      {hint && <small>{hint}</small>}
    </li>
  );
}
