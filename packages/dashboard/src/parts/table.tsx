import type { ReactNode } from 'react';

export interface Column {
  says: string;
  /** Left out where there is no room for it. */
  isMinor?: boolean;
  isNumber?: boolean;
  width?: 'slim' | 'time';
}

const classesOf = ({ isMinor, isNumber, width }: Column): string =>
  [isMinor && 'minor', isNumber && 'number', width].filter(Boolean).join(' ');

/** A table that its caption names. What does not fit scrolls within it, also by the keyboard. */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  children: ReactNode;
}) {
  return (
    <div className="scroll" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.says} scope="col" className={classesOf(column)}>
                {column.says}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
