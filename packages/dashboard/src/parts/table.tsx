import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

export interface Column {
  label: string;
  /** Hidden on a narrow screen. */
  isMinor?: boolean;
  isNumber?: boolean;
  width?: 'slim' | 'time';
}

const columnClasses = ({ isMinor, isNumber, width }: Column): string =>
  [isMinor && 'minor', isNumber && 'number', width].filter(Boolean).join(' ');

/** A table with its caption as the accessible name. Overflowing content scrolls, also with the keyboard. */
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
              <th key={column.label} scope="col" className={columnClasses(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface LinkRowProps {
  href: string;
  label: ReactNode;
  /** Shown below the link, in the same cell. */
  details?: ReactNode;
  children: ReactNode;
}

/** A row that opens a page. Keyboard users open the link, and mouse users can click anywhere in the row. */
export function LinkRow({ href, label, details, children }: LinkRowProps) {
  const [, navigate] = useLocation();
  return (
    <tr className="opens" onClick={() => navigate(href)}>
      <th scope="row">
        <Link href={href} onClick={(event) => event.stopPropagation()}>
          <bdi>{label}</bdi>
        </Link>
        {details}
      </th>
      {children}
    </tr>
  );
}
