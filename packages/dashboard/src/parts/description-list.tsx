import type { ReactNode } from 'react';

/** A list of names and values. Empty values are omitted. */
export function DescriptionList({
  items,
}: {
  items: readonly (readonly [name: string, value: ReactNode])[];
}) {
  const presentItems = items.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className="facts">
      {presentItems.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
